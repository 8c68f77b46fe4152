"""The one way in: bytes of an unknown format to a transcript."""

from collections import defaultdict
from collections.abc import Callable, Iterator

from annotator.corpus.transcripts.csv_table import is_csv_table, read_csv_table
from annotator.corpus.transcripts.decoding import decode
from annotator.corpus.transcripts.joining import join_cues
from annotator.corpus.transcripts.model import Reading, Remark, Transcript, TranscriptRefused, Turn
from annotator.corpus.transcripts.roles import role_of_name
from annotator.corpus.transcripts.srt import is_srt, read_srt
from annotator.corpus.transcripts.tidying import tidy
from annotator.corpus.transcripts.webvtt import is_webvtt, read_webvtt
from annotator.corpus.transcripts.whisperx import is_json, read_whisperx

JOIN_GAP_MS = 2000
LARGEST_BYTES = 64 * 1024 * 1024  # A word takes about 6 bytes, so this is a thousand hours of speech.

# Asked in this order; the content decides, never the file's name.
_READERS: tuple[tuple[Callable[[str], bool], Callable[[str], Reading]], ...] = (
    (is_webvtt, read_webvtt),
    (is_json, read_whisperx),
    (is_srt, read_srt),
    (is_csv_table, read_csv_table),
)


def read_transcript(data: bytes, *, name: str = "", join_gap_ms: int = JOIN_GAP_MS) -> Transcript:
    """Read a transcript in any format there is a reader for; nothing is left out without a remark.

    Args:
        data: the file as it came.
        name: its name, for messages only.
        join_gap_ms: cues of one speaker at most this far apart become one turn; 0 joins none.

    Raises:
        TranscriptRefused: empty, not text, of no known format, broken, or without a single turn.
    """
    if len(data) > LARGEST_BYTES:
        raise TranscriptRefused("too_large", f"A transcript may have {LARGEST_BYTES // 2**20} MB; this has more.")
    text, remarks = decode(data)
    reading = _reader_for(text, name)(text)
    cues, tidied = tidy(reading.cues)
    turns = tuple(join_cues(cues, gap_ms=join_gap_ms))
    if not turns:
        raise TranscriptRefused("no_turns", f"{name or 'The file'} was read as {reading.format} and holds no speech.")
    remarks += [*reading.remarks, *tidied, *_joined(len(cues), len(turns), join_gap_ms)]
    speakers = tuple(dict.fromkeys(turn.speaker for turn in turns if turn.speaker is not None))
    remarks += [*_about_times(turns), *_about_speakers(turns, speakers)]
    return Transcript(reading.format, speakers, turns, tuple(remarks))


def _reader_for(text: str, name: str) -> Callable[[str], Reading]:
    for is_format, reader in _READERS:
        if is_format(text):
            return reader
    raise TranscriptRefused(
        "unknown_format",
        f"{name or 'The file'} is none of the formats that can be read: WebVTT, SRT, WhisperX or Whisper JSON, "
        "or a CSV table with a column for the text.",
    )


def _joined(n_cues: int, n_turns: int, gap_ms: int) -> Iterator[Remark]:
    if n_turns < n_cues:
        message = (
            f"{n_cues} cues make {n_turns} turn(s): one speaker's cues join over gaps of up to {gap_ms / 1000:g} s."
        )
        yield Remark("info", "", message)


def _about_times(turns: tuple[Turn, ...]) -> Iterator[Remark]:
    n_untimed = sum(turn.start_ms is None for turn in turns)
    if n_untimed == len(turns):
        yield Remark("warning", "", "The file has no times: its turns can be labelled, but without video.")
    elif n_untimed:
        yield Remark("warning", "", f"{n_untimed} of {len(turns)} turns have no times.")


def _about_speakers(turns: tuple[Turn, ...], speakers: tuple[str, ...]) -> Iterator[Remark]:
    n_unknown = sum(turn.speaker is None for turn in turns)
    if n_unknown:
        yield Remark("warning", "", f"{n_unknown} of {len(turns)} turns have no speaker: say who speaks.")
    spellings = defaultdict(list)
    for speaker in speakers:
        spellings[speaker.casefold()].append(speaker)
    for alike in spellings.values():
        if len(alike) > 1:
            yield Remark("warning", "", f"One name, {_quoted(alike)}: say whether this is one person or more.")
    for role in ("client", "counsellor"):
        of_role = [speaker for speaker in speakers if role_of_name(speaker) == role]
        if len(of_role) > 1:
            yield Remark("warning", "", f"More than one {role}, {_quoted(of_role)}: say who is who.")


def _quoted(names: list[str]) -> str:
    return " and ".join(f"“{name}”" for name in names)
