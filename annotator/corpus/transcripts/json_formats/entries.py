"""A list with one entry for each stretch of speech, as most recognisers write it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from annotator.corpus.transcripts.json_formats.values import JsonObject, as_said, as_speaker, as_text, seconds
from annotator.corpus.transcripts.model import Cue, Remark
from annotator.corpus.transcripts.odd_times import remark_out_of_range


@dataclass(frozen=True)
class Keys:
    """Under which keys an entry holds what."""

    text: str = "text"
    speaker: str = "speaker"
    start: str = "start"
    end: str = "end"
    time: Callable[[object], int | None] = seconds
    """Reads the times."""
    noun: str = "segment"
    """What an entry is called in remarks."""


def cues_of_entries(
    entries: Sequence[object],
    keys: Keys,
    remarks: list[Remark],
    *,
    speaker_of: Callable[[JsonObject], str | None] | None = None,
) -> list[Cue]:
    """One cue an entry; what has no text is left out with an error.

    A missing time is remarked unless the whole list has none; without any times the transcript's reader says so once.
    """
    are_timed, have_ends = (
        any(isinstance(entry, dict) and key in entry for entry in entries) for key in (keys.start, keys.end)
    )
    cues: list[Cue] = []
    for number, entry in enumerate(entries, start=1):
        where = f"{keys.noun} {number}"
        text = as_said(entry.get(keys.text)) if isinstance(entry, dict) else None
        if not isinstance(entry, dict) or text is None:
            remarks.append(Remark("error", where, "Left out: it has no text."))
            continue
        start_ms, end_ms = keys.time(entry.get(keys.start)), keys.time(entry.get(keys.end))
        for written, ms in ((entry.get(keys.start), start_ms), (entry.get(keys.end), end_ms)):
            remark_out_of_range(as_text(written) or "", ms, where, remarks)
        if are_timed or have_ends:
            remark_on_times(start_ms, end_ms, where, remarks, have_ends=have_ends)
        speaker = speaker_of(entry) if speaker_of else as_speaker(entry.get(keys.speaker))
        cues.append(Cue((text.strip(),), start_ms, end_ms, where, speaker))
    return cues


def remark_on_times(
    start_ms: int | None, end_ms: int | None, where: str, remarks: list[Remark], *, have_ends: bool = True
) -> None:
    """Say that a time is missing; an end is missing only where other entries have one."""
    if start_ms is None or (end_ms is None and have_ends):
        remarks.append(Remark("warning", where, "A time is missing or can't be read; the entry is kept without it."))
