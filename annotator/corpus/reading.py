"""What a person sees of two files before they become a session, as JSON."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from annotator.corpus.media.progress import Progress, unwatched
from annotator.corpus.media.refusal import MediaRefused
from annotator.corpus.transcripts import (
    Columns,
    ReadingOptions,
    Transcript,
    TranscriptRefused,
    Turn,
    guess_roles,
    read_transcript,
)
from annotator.corpus.transcripts.options import DEFAULTS
from annotator.corpus.transcripts.real_names import about_real_names, may_be_real
from annotator.errors import DomainError

if TYPE_CHECKING:
    from annotator.corpus.media.probe import Probe, VideoTrack
    from annotator.corpus.media.silence import Listener
    from annotator.corpus.media.sound_tracks import AudioTrack

Json = dict[str, Any]

_SAMPLE_LENGTH = 120
_PROBED = 0.2
"""The share of the work on a recording that probing it is; the rest is decoding."""
_CODES = {"empty": "empty_file", "empty_file": "empty_file", "too_large": "too_large"}


class FileRefused(DomainError):
    """A file that can't be imported; `details` holds the finer reason as a word.

    Where it would do to say which column is what, they hold the table's beginning too.
    """

    status = 400

    def __init__(self, refusal: TranscriptRefused | MediaRefused, *, code: str, field: str) -> None:
        details: Json = {"reason": refusal.code}
        if isinstance(refusal, TranscriptRefused) and refusal.table is not None:
            details["table"] = asdict(refusal.table)
        super().__init__(refusal.message, fields={field: [refusal.message]}, details=details)
        self.code = _CODES.get(refusal.code, code)


def transcript_json(data: bytes, *, name: str, options: ReadingOptions = DEFAULTS) -> Json:
    """The transcript's turns, its speakers with what they said first, and the remarks made in reading it.

    `table`, `tiers`, `parts` and `implausible` show what a person may choose in `options`; null and empty where there
    is nothing to choose.

    Raises:
        FileRefused: it can't be read.
    """
    try:
        transcript = read_transcript(data, name=name, options=options)
    except TranscriptRefused as refusal:
        raise FileRefused(refusal, code="transcript_refused", field="transcript") from refusal
    return {
        "format": transcript.format,
        "speakers": _speakers(transcript),
        "turns": [_turn(turn) for turn in transcript.turns],
        "remarks": [dict(vars(remark)) for remark in transcript.remarks],
        "table": asdict(transcript.table) if transcript.table else None,
        "tiers": [dict(vars(tier)) for tier in transcript.tiers],
        "parts": [dict(vars(part)) for part in transcript.parts],
        "implausible": [dict(vars(each)) for each in transcript.implausible],
    }


def name_remarks(reading: Json) -> list[Json]:
    """What to say of the speakers' names before they stay with a session."""
    return [dict(vars(remark)) for remark in about_real_names([each["name"] for each in reading["speakers"]])]


def options_json(options: ReadingOptions) -> Json:
    """The options as a draft and a revision keep them."""
    return asdict(options)


def options_of(kept: Json) -> ReadingOptions:
    """The options that were kept; what is left out is as by default."""
    columns, tiers, part_starts = (kept.get(key) for key in ("columns", "tiers", "part_starts_ms"))
    return ReadingOptions(
        gap_ms=kept.get("gap_ms", DEFAULTS.gap_ms),
        columns=Columns(**columns) if columns else None,
        tiers=tuple(tiers) if tiers else None,
        backchannels_of=tuple(kept.get("backchannels_of", ())),
        part=kept.get("part"),
        part_starts_ms=tuple(part_starts) if part_starts else None,
        is_one_clock=kept.get("is_one_clock", False),
        left_out=tuple(kept.get("left_out", ())),
    )


def probe_json(path: Path, *, name: str, field: str = "video", on_progress: Progress = unwatched) -> Json:
    """What the recording is, once all of it was read and what tells whether it is whole was decoded.

    A refusal is told of `field`.

    Raises:
        FileRefused: it can't be played to its end.
    """
    from annotator.corpus.media.probe import probe
    from annotator.corpus.media.soundness import refuse_damaged

    try:
        found = probe(path, name=name, on_progress=lambda share: on_progress(_PROBED * share))
        listener = refuse_damaged(
            path,
            n_frames=len(found.frames.times_ms),
            on_progress=lambda share: on_progress(_PROBED + (1 - _PROBED) * share),
        )
    except MediaRefused as refusal:
        raise FileRefused(refusal, code="media_refused", field=field) from refusal
    return _probe(found, listener)


def _turn(turn: Turn) -> Json:
    heard = [dict(vars(backchannel)) for backchannel in turn.backchannels]
    return {**vars(turn), "speaker": turn.speaker or "", "backchannels": heard}


def _speakers(transcript: Transcript) -> list[Json]:
    guesses = guess_roles(transcript)
    named = dict.fromkeys([*(turn.speaker for turn in transcript.turns), *transcript.speakers])
    speakers = []
    for speaker in named:
        texts = [turn.text for turn in transcript.turns if turn.speaker == speaker]
        heard = [each.text for turn in transcript.turns for each in turn.backchannels if each.speaker == speaker]
        speakers.append(
            {
                "name": speaker or "",
                "n_turns": len(texts),
                "sample": (texts or heard)[0][:_SAMPLE_LENGTH],
                "guessed_role": guesses[speaker] if speaker else None,
                "may_be_real_name": bool(speaker) and may_be_real(speaker or ""),
            }
        )
    return speakers


def _probe(found: "Probe", listener: "Listener") -> Json:
    return {
        "container": found.container,
        "duration_ms": found.duration_ms,
        "clock_ms": found.clock_ms,
        **(_picture(found.picture) if found.picture else _NO_PICTURE),
        "audio_codec": found.audio[0].codec if found.audio else None,
        "sounds": [_sound(track, listener) for track in found.audio],
        "picture_end_ms": listener.ends_ms.get(found.picture.stream) if found.picture else None,
        "rate_mode": found.frames.rate_mode,
        "n_frames": len(found.frames.times_ms),
        "n_hidden_frames": found.n_hidden_frames,
        "remarks": [
            *({"severity": "warning", "where": "video", "message": message} for message in found.warnings),
            *({"severity": "info", "where": "video", "message": message} for message in found.remarks),
        ],
    }


def _sound(track: "AudioTrack", listener: "Listener") -> Json:
    return {
        **{key: value for key, value in vars(track).items() if key != "stream"},
        "is_silent": not listener.heard.get(track.stream, False),
        "end_ms": listener.ends_ms.get(track.stream),
    }


def _picture(video: "VideoTrack") -> Json:
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
