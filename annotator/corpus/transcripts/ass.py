"""Advanced SubStation Alpha (ASS) and its forerunner SSA: a line for each event, its fields named by a Format line.

Source: the format's own description (Matroska's "SSA/ASS Subtitles"), and what editors write.
"""

import re
from collections.abc import Mapping

from annotator.corpus.transcripts.changes import cut_at_changes
from annotator.corpus.transcripts.clock import parse_clock
from annotator.corpus.transcripts.model import Cue, Reading, Remark
from annotator.corpus.transcripts.names import name_speakers
from annotator.corpus.transcripts.odd_times import remark_out_of_range
from annotator.corpus.transcripts.options import ReadingOptions

_SECTION = re.compile(r"\s*\[(?:Script Info|V4\+? Styles|Events)\]\s*", re.IGNORECASE)
_BRACES = re.compile(r"(?<!\\)\{[^{}]*\}")  # What a backslash stands before is no mark but a brace to be shown.
_SHOWN_BRACE = re.compile(r"\\([{}])")
_DRAWING = re.compile(r"\\p(\d+)")
_NO_SPEECH = {"format", "picture", "sound", "movie", "command"}
_FIELDS = ("layer", "start", "end", "style", "name", "marginl", "marginr", "marginv", "effect", "text")


def is_ass(text: str) -> bool:
    """Whether the first line that says anything opens one of the format's sections."""
    lines = (line for line in text.split("\n", 200) if line.strip() and not line.lstrip().startswith(";"))
    return _SECTION.fullmatch(next(lines, "")) is not None


def read_ass(text: str, _options: ReadingOptions) -> Reading:
    """Read the Dialogue lines, the Name field as the speaker; style marks and drawings are no speech."""
    remarks: list[Remark] = []
    cues: list[Cue] = []
    fields: tuple[str, ...] = _FIELDS
    comments: list[str] = []
    in_events = False
    for number, line in enumerate(text.split("\n"), start=1):
        where = f"line {number}"
        kind, _, rest = line.partition(":")
        kind = kind.strip().casefold()
        if kind == "format" and "text" in (named := _field_names(rest)):
            fields = named
        elif kind == "dialogue":
            values = [value.strip() for value in rest.split(",", len(fields) - 1)]
            cues.append(_cue(dict(zip(fields, values, strict=False)), where, remarks))
        elif kind == "comment":
            comments.append(where)
        elif line.lstrip().startswith("["):
            in_events = kind.strip("[]") == "events"
        elif in_events and line.strip() and kind not in _NO_SPEECH and not line.lstrip().startswith(";"):
            remarks.append(Remark("error", where, f"Left out, since it is no event: “{line.strip()[:200]}”."))
    if comments:
        message = f"{len(comments)} Comment line(s) were left out, as a player leaves them out."
        remarks.append(Remark("info", comments[0], message))
    cues, cut = cut_at_changes(cues)
    cues, more = name_speakers(cues)
    return Reading("ass", tuple(cues), (*remarks, *cut, *more))


def _field_names(written: str) -> tuple[str, ...]:
    return tuple("name" if (name := field.strip().casefold()) == "actor" else name for field in written.split(","))


def _cue(values: Mapping[str, str], where: str, remarks: list[Remark]) -> Cue:
    times: list[int | None] = []
    for field in ("start", "end"):
        written = values.get(field, "")
        times.append(parse_clock(written))
        if times[-1] is None:
            message = f"The {field}, “{written[:40]}”, is no time; the line is kept without it."
            remarks.append(Remark("warning", where, message))
        remark_out_of_range(written, times[-1], where, remarks)
    if "text" not in values:
        message = "The line has too few fields and no text."
        remarks.append(Remark("error", where, message))
    text = _spoken(values.get("text", ""), where, remarks)
    lines = tuple(line.strip() for line in text.split("\n") if line.strip())
    return Cue(lines, times[0], times[1], where, " ".join(values.get("name", "").split()) or None)


def _spoken(text: str, where: str, remarks: list[Remark]) -> str:
    """Take off what stands in braces and what a drawing mode makes of the text behind it."""
    spoken: list[str] = []
    is_drawing = False
    position = 0
    for braces in _BRACES.finditer(text):
        spoken.append("" if is_drawing else text[position : braces.start()])
        position = braces.end()
        if modes := _DRAWING.findall(braces[0]):
            is_drawing = modes[-1].strip("0") != ""
            if is_drawing:
                remarks.append(Remark("info", where, "A drawing was left out."))
        # Words before the first mark are no mark either.
        if note := braces[0][1:-1].partition("\\")[0].strip():
            remarks.append(Remark("info", where, f"A note was left out: “{note[:200]}”."))
    spoken.append("" if is_drawing else text[position:])
    shown = _SHOWN_BRACE.sub(r"\1", "".join(spoken))
    return shown.replace("\\N", "\n").replace("\\n", "\n").replace("\\h", " ")
