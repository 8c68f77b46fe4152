"""Why a figure of a run is undefined, as people say it: of turns and labels, where measures know units and classes."""

import re
from typing import Any

from annotator.wording import counted

_SAID = {
    "all units are of one class": "all turns have the same label",
    "no unit is positive or called so": "no turn is incongruent or called so",
    "no unit is positive": "no turn is incongruent",
    "no unit was called positive": "the model calls no turn incongruent",
    "truth or calls hold one class only": "the labels, or the model’s calls, are all the same",
}
_REASONS = ("why_undefined", "why_no_interval", "why_no_threshold", "why_none", "why_null")


def in_words(figures: Any) -> Any:
    """The same tree with every reason in words for people."""
    if isinstance(figures, dict):
        return {key: _said(value) if key in _REASONS else in_words(value) for key, value in figures.items()}
    return [in_words(each) for each in figures] if isinstance(figures, list) else figures


def _said(reason: str | None) -> str | None:
    if reason is None:
        return None
    plain = re.sub(r"\b(\d+) (\w+)\(s\)", lambda found: counted(int(found[1]), found[2]), reason)
    return _SAID.get(plain) or re.sub(r"\bunit(s?)\b", r"turn\1", plain)
