"""Praat TextGrids, long and short: tiers of intervals and of points. Source: Praat's manual."""

import re

from annotator.corpus.transcripts.layers import Layer, read_layers, speaker_of_layer
from annotator.corpus.transcripts.model import Cue, Reading, Remark, TranscriptRefused
from annotator.corpus.transcripts.options import ReadingOptions
from annotator.corpus.transcripts.praat_text import PraatText

_LATEST_S = 1e7  # Over a hundred days: no time in a session.
_SIGNATURE = re.compile(r'\s*(?:File type\s*=\s*)?"ooTextFile(?: short)?"\s+(?:Object class\s*=\s*)?"TextGrid', re.I)


def is_textgrid(text: str) -> bool:
    """Whether the file says that it is Praat's and a TextGrid."""
    return _SIGNATURE.match(text) is not None


def read_textgrid(text: str, options: ReadingOptions) -> Reading:
    """Read the tiers that are speech by a guess, or as chosen; empty intervals are silence, point tiers are offered.

    Raises:
        TranscriptRefused: not as a TextGrid is built, with the line.
    """
    tokens = PraatText(text)
    for _ in range(2):
        tokens.text("what kind of file this is")
    remarks: list[Remark] = []
    tokens.number("the beginning of the file's time")
    header_end = tokens.number("the end of the file's time")
    layers: list[Layer] = []
    latest_ms = 0
    n_tiers = tokens.count("the number of tiers") if tokens.flag() else 0
    for _ in range(n_tiers):
        layer, end_ms = _layer(tokens, remarks)
        layers.append(layer)
        latest_ms = max(latest_ms, end_ms)
    if not layers:
        raise TranscriptRefused("no_turns", "The TextGrid has no tiers.")
    if tokens.goes_on():
        message = "The file goes on after its last tier; the rest was not read."
        remarks.append(Remark("error", f"line {tokens.line()}", message))
    if latest_ms > round(min(header_end, _LATEST_S) * 1000):
        message = f"Labels reach {latest_ms / 1000:g} s, though the file says that it ends at {header_end:g} s."
        remarks.append(Remark("warning", "", message))
    cues, tiers = read_layers(layers, options, remarks)
    return Reading("textgrid", tuple(cues), tuple(remarks), tiers=tuple(tiers))


def _layer(tokens: PraatText, remarks: list[Remark]) -> tuple[Layer, int]:
    """The next tier, and the latest time in it."""
    kind = tokens.text("a kind of tier")
    if kind not in ("IntervalTier", "TextTier"):
        raise tokens.refusal("“IntervalTier” or “TextTier”", kind)
    name = " ".join(tokens.text("the tier's name").split())
    for expected in ("the tier's beginning", "the tier's end"):
        tokens.number(expected)
    is_points = kind == "TextTier"
    noun = "point" if is_points else "interval"
    speaker = speaker_of_layer(name)
    cues: list[Cue] = []
    latest_ms = n_empty = 0
    n_labels = tokens.count("the number of labels")
    for number in range(1, n_labels + 1):
        where = f"tier “{name[:60]}”, {noun} {number}"
        start = tokens.number("a time")
        start_ms, end_ms = _milliseconds(start), _milliseconds(start if is_points else tokens.number("a time"))
        label = tokens.text("a label").strip()
        latest_ms = max(latest_ms, end_ms or 0)
        n_empty += not label
        if not label:
            continue
        if start_ms is None or end_ms is None:
            remarks.append(Remark("warning", where, "A time is before the recording or beyond any; kept without it."))
        cues.append(Cue((label,), start_ms, end_ms, where, speaker))
    if n_empty:
        message = f"{n_empty} of {n_labels} {noun}s are empty: silence, which makes no turns."
        remarks.append(Remark("info", f"tier “{name[:60]}”", message))
    return Layer(name, tuple(cues), may_be_speech=not is_points), latest_ms


def _milliseconds(time_s: float) -> int | None:
    return round(time_s * 1000) if 0 <= time_s <= _LATEST_S else None
