"""The one way in: bytes of an unknown format to a transcript."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from annotator.corpus.transcripts.clock import format_clock
from annotator.corpus.transcripts.clock_parts import Arranged, arrange
from annotator.corpus.transcripts.csv_table import table_of
from annotator.corpus.transcripts.decoding import decode
from annotator.corpus.transcripts.gathering import gather
from annotator.corpus.transcripts.implausible import without_implausible
from annotator.corpus.transcripts.joining import join_cues
from annotator.corpus.transcripts.model import Reading, Remark, Transcript, TranscriptRefused, Turn
from annotator.corpus.transcripts.options import DEFAULTS, ReadingOptions
from annotator.corpus.transcripts.readers import BYTES_READERS, TABLE_READER, TEXT_READERS, titles
from annotator.corpus.transcripts.roles import role_of_name
from annotator.corpus.transcripts.tidying import tidy

_LATE_MS = 3_600_000  # No session begins with an hour of silence.
LARGEST_BYTES = 64 * 1024 * 1024  # A word takes about 6 bytes, so this is a thousand hours of speech.


def read_transcript(data: bytes, *, name: str = "", options: ReadingOptions = DEFAULTS) -> Transcript:
    """Read a transcript in any format there is a reader for; nothing is left out without a remark.

    Args:
        data: the file as it came.
        name: its name, for messages only.
        options: what the person chose; what they didn't is guessed.

    Raises:
        TranscriptRefused: empty, not text, of no known format, broken, or without a single turn.
    """
    if len(data) > LARGEST_BYTES:
        raise TranscriptRefused("too_large", f"A transcript may have {LARGEST_BYTES // 2**20} MB; this has more.")
    reading, remarks = _read(data, name, options)
    cues, tidied = tidy(reading.cues)
    cues, implausible, told = without_implausible(cues, options.left_out)
    arranged = arrange(cues, options)
    turns = tuple(_turns(arranged, options))
    if not turns:
        raise TranscriptRefused("no_turns", f"The file was read as {reading.format} and holds no speech.")
    remarks += [*reading.remarks, *tidied, *told, *arranged.remarks]
    remarks += _joined(sum(map(len, arranged.cues)), turns, options.gap_ms)
    said_by = [*(turn.speaker for turn in turns), *(heard.speaker for turn in turns for heard in turn.backchannels)]
    speakers = tuple(dict.fromkeys(speaker for speaker in said_by if speaker is not None))
    remarks += [*_about_times(turns), *_about_speakers(turns, speakers)]
    return Transcript(
        reading.format,
        speakers,
        turns,
        tuple(gather(remarks)),
        reading.table,
        reading.tiers,
        arranged.parts,
        implausible,
    )


def _turns(arranged: Arranged, options: ReadingOptions) -> Iterator[Turn]:
    """Nothing joins over the break between two parts."""
    position = 0
    for cues in arranged.cues:
        for turn in join_cues(cues, gap_ms=options.gap_ms, backchannels_of=options.backchannels_of):
            yield replace(turn, position=position)
            position += 1


def _read(data: bytes, name: str, options: ReadingOptions) -> tuple[Reading, list[Remark]]:
    for of_bytes in BYTES_READERS:
        if of_bytes.is_format(data):
            return of_bytes.read(data, options), []
    text, remarks = decode(data)
    if options.columns is not None:
        return TABLE_READER.read(text, options), remarks
    for of_text in TEXT_READERS:
        if of_text.is_format(text):
            return of_text.read(text, options), remarks
    message = f"{name or 'The file'} is none of the formats that can be read: {titles()}."
    raise TranscriptRefused("unknown_format", message, table=table_of(text))


def _joined(n_cues: int, turns: tuple[Turn, ...], gap_ms: int) -> Iterator[Remark]:
    n_heard = sum(len(turn.backchannels) for turn in turns)
    if n_heard:
        yield Remark("info", "", f"Short interjections kept with the turns they stand in: {n_heard}.")
    if len(turns) < n_cues - n_heard:
        message = (
            f"{n_cues - n_heard} cues make {len(turns)} {'turn' if len(turns) == 1 else 'turns'}: "
            f"one speaker's cues join over gaps of up to {gap_ms / 1000:g} s."
        )
        yield Remark("info", "", message)


def _about_times(turns: tuple[Turn, ...]) -> Iterator[Remark]:
    n_untimed = sum(turn.start_ms is None for turn in turns)
    if n_untimed == len(turns):
        yield Remark("warning", "", "The file has no times: its turns can be labelled, but without video.")
    elif n_untimed:
        yield Remark("warning", "", f"{n_untimed} of {len(turns)} turns have no times.")
    first_ms = min((turn.start_ms for turn in turns if turn.start_ms is not None), default=0)
    if first_ms >= _LATE_MS:
        message = (
            f"The first turn begins at {format_clock(first_ms)}. If these are times of day or of a longer recording, "
            "shift them to the beginning of this one."
        )
        yield Remark("warning", "", message)


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
