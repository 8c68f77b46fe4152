"""What coefficients mean in words. The bars are those people publish; they are shown, and nothing is gated on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from metrics.estimate import Estimate

ALPHA_BARS = (0.667, 0.8)
"""Tentative and reliable: Krippendorff (2019), ch. 12."""
ICC_BARS = (0.5, 0.75, 0.9)
"""Moderate, good and excellent: Koo and Li (2016)."""
Reading = Literal["undefined", "no interval", "low", "tentative", "reliable", "poor", "moderate", "good", "excellent"]
_NOT_USABLE: tuple[Reading, ...] = ("undefined", "no interval", "low", "poor")


@dataclass(frozen=True)
class Read:
    """One construct's reading with the name that the headline calls it by."""

    name: str
    reading: Reading


def bars_of(coefficient: str) -> tuple[float, ...]:
    """The bars drawn for a coefficient."""
    return ICC_BARS if coefficient.startswith("icc") else ALPHA_BARS


def reading_of(coefficient: str, estimate: Estimate) -> Reading:
    """One word for the lower bound of the interval: `tentative`. Without a bound nothing is claimed."""
    if estimate.value is None:
        return "undefined"
    if estimate.low is None:
        return "no interval"
    alpha_words: tuple[Reading, ...] = ("low", "tentative", "reliable")
    icc_words: tuple[Reading, ...] = ("poor", "moderate", "good", "excellent")
    words = icc_words if coefficient.startswith("icc") else alpha_words
    return words[sum(estimate.low >= bar for bar in bars_of(coefficient))]


def headline_of(reads: Sequence[Read]) -> str:
    """The sentence on top of the page: what can be used, and what not yet, by the bars that the rows are read by."""
    readings = {read.reading for read in reads}
    if readings <= {"undefined"}:
        return "Nothing can be compared yet."
    if readings <= {"undefined", "no interval"}:
        return "There are too few sessions to say how far agreement can be trusted."
    usable = [read.name for read in reads if read.reading not in _NOT_USABLE]
    others = [read.name for read in reads if read.name not in usable]
    if not others:
        return _sentence(f"{_joined(usable)} {_are(usable)} usable.")
    if not usable:
        return _sentence(f"{_joined(others)} {_are(others)} not usable yet.")
    return _sentence(f"{_joined(usable)} {_are(usable)} usable, {_joined(others)} {_are(others)} not yet.")


def _joined(names: Sequence[str]) -> str:
    *others, latest = names
    return f"{', '.join(others)} and {latest}" if others else latest


def _are(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]
