"""What a person sees of two files before they become a session, as JSON."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from annotator.corpus.media.probe import Probe, VideoTrack, probe
from annotator.corpus.media.refusal import MediaRefused
from annotator.corpus.media.soundness import refuse_damaged
from annotator.corpus.transcripts import Transcript, TranscriptRefused, guess_roles, read_transcript
from annotator.errors import DomainError

Json = dict[str, Any]

_SAMPLE_LENGTH = 120
_CODES = {"empty": "empty_file", "empty_file": "empty_file", "too_large": "too_large"}


class FileRefused(DomainError):
    """A file that can't be imported; `details` holds the finer reason as a word."""

    status = 400

    def __init__(self, refusal: TranscriptRefused | MediaRefused, *, code: str, field: str) -> None:
        super().__init__(refusal.message, fields={field: [refusal.message]}, details={"reason": refusal.code})
        self.code = _CODES.get(refusal.code, code)


def transcript_json(data: bytes, *, name: str) -> Json:
    """The transcript's turns, its speakers with what they said first, and the remarks made in reading it.

    Raises:
        FileRefused: it can't be read.
    """
    try:
        transcript = read_transcript(data, name=name)
    except TranscriptRefused as refusal:
        raise FileRefused(refusal, code="transcript_refused", field="transcript") from refusal
    return {
        "format": transcript.format,
        "speakers": _speakers(transcript),
        "turns": [{**vars(turn), "speaker": turn.speaker or ""} for turn in transcript.turns],
        "remarks": [dict(vars(remark)) for remark in transcript.remarks],
    }


def probe_json(path: Path, *, name: str) -> Json:
    """What the recording is.

    Raises:
        FileRefused: it can't be played to its end.
    """
    try:
        found = probe(path, name=name)
        refuse_damaged(path, n_frames=len(found.frames.times_ms))
    except MediaRefused as refusal:
        raise FileRefused(refusal, code="media_refused", field="video") from refusal
    return _probe(found)


def past_end(turns: Iterable[Json], *, duration_ms: int | None, offset_ms: int = 0) -> list[Json]:
    """The turns that begin when the recording is over; without a recording there are none."""
    if duration_ms is None:
        return []
    return [turn for turn in turns if turn["start_ms"] is not None and turn["start_ms"] + offset_ms >= duration_ms]


def past_end_remarks(turns: list[Json], *, duration_ms: int | None, offset_ms: int = 0) -> list[Json]:
    """What to say of turns that begin after the end of the recording."""
    late = past_end(turns, duration_ms=duration_ms, offset_ms=offset_ms)
    if not late or duration_ms is None:
        return []
    message = (
        f"{len(late)} of {len(turns)} turns begin after the end of the video ({duration_ms / 1000:.1f} s). "
        "They are kept and can be labelled, but have no video to play. Is this the right recording?"
    )
    return [{"severity": "warning", "where": f"turn {late[0]['position'] + 1}", "message": message}]


def _speakers(transcript: Transcript) -> list[Json]:
    guesses = guess_roles(transcript)
    named = dict.fromkeys(turn.speaker for turn in transcript.turns)
    speakers = []
    for speaker in named:
        texts = [turn.text for turn in transcript.turns if turn.speaker == speaker]
        speakers.append(
            {
                "name": speaker or "",
                "n_turns": len(texts),
                "sample": texts[0][:_SAMPLE_LENGTH],
                "guessed_role": guesses[speaker] if speaker else None,
            }
        )
    return speakers


def _probe(found: Probe) -> Json:
    return {
        "container": found.container,
        "duration_ms": found.duration_ms,
        **(_picture(found.picture) if found.picture else _NO_PICTURE),
        "audio_codec": found.audio[0].codec if found.audio else None,
        "sounds": [{key: value for key, value in vars(track).items() if key != "stream"} for track in found.audio],
        "rate_mode": found.frames.rate_mode,
        "n_frames": len(found.frames.times_ms),
        "n_hidden_frames": found.n_hidden_frames,
        "remarks": [{"severity": "info", "where": "video", "message": message} for message in found.remarks],
    }


def _picture(video: VideoTrack) -> Json:
    return {
        "width": video.width,
        "height": video.height,
        "video_codec": video.codec,
        "pixel_format": video.pixel_format,
        "rotation": video.rotation,
        "start_ms": video.start_ms,
        "is_interlaced": video.is_interlaced,
    }


_NO_PICTURE: Json = {
    "width": None,
    "height": None,
    "video_codec": None,
    "pixel_format": None,
    "rotation": 0,
    "start_ms": 0,
    "is_interlaced": False,
}
