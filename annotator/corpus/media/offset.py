"""When one recording began on the clock of another, by the sound that both heard.

First the onsets of sound in one are laid over those of the other, at every distance that is allowed. Then, at places
spread over what both heard, the waveforms themselves are compared: that is exact, shows whether the two clocks run
alike, and tells a find from chance, since unrelated sounds agree on nothing.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from annotator.corpus.media.onsets import ONSETS_PER_S, onsets

SAMPLES_PER_S = 8000
FURTHEST_S = 600
"""How far apart the two may have begun."""

Samples = NDArray[np.int16]
Floats = NDArray[np.float64]

_SMEARS = (1, 4, 16, 64)
"""Over how many onsets a peak may be smeared: clocks that run apart by 100 in a million spread it over a third of a
second in an hour."""
_APART_S = 1.0
"""A second peak counts from there on; nearer ones are the first's own slopes and echoes."""
_N_PLACES = 24
_PLACE_S = 8
_AROUND_S = 0.5
"""How far from the first guess the waveforms are compared."""
_AGREE_MS = 10.0
_STANDS_OUT = 4.0
"""How much stronger than the rest a peak of the waveforms must be to count as heard."""
_NEAR_S = 0.02
_UNIQUE = 0.8
"""The most that another peak, further away than `_NEAR_S`, may have of the best one: a steady tone fits anywhere."""
_LEAST_DRIFT_MS = 20.0
"""Over what both heard: less is within a picture, and not worth a word."""


@dataclass(frozen=True)
class Offset:
    """Where the second recording lies on the clock of the first: `t1 = offset_ms + t2 * (1 + drift_ppm / 1e6)`."""

    offset_ms: int
    """When the second began; negative where it began before the first."""
    drift_ppm: int
    """By how many in a million the second clock is slow; 0 where that makes no difference to be seen."""
    drift_ms: int
    """What it comes to from the first place compared to the last."""
    confidence: Literal["sure", "unsure"]
    agreeing: int
    """Places at which the waveforms agree on it, of `places`."""
    places: int
    rival: float
    """The second-best offset's peak as a share of the best one's, 0 to 1: near 1, they can't be told apart."""


@dataclass(frozen=True)
class NoOffset:
    """The sounds don't tell."""

    reason: Literal["silent", "unrelated"]


def find_offset(first: Samples, second: Samples) -> Offset | NoOffset:
    """Find where `second` lies on the clock of `first`, within `FURTHEST_S`.

    Args:
        first: sound at `SAMPLES_PER_S`, from the recording's beginning; may be an array on the disk.
        second: likewise. Loudness, noise and echo may differ.
    """
    heard_first, heard_second = onsets(first), onsets(second)
    if heard_first is None or heard_second is None:
        return NoOffset("silent")
    guess_s, rival = _guess(heard_first, heard_second)
    places = _compared(first, second, heard_first, guess_s)
    slope, found_ms, agreeing = _agreed(places)
    n_agreeing = int(agreeing.sum())
    if n_agreeing < 3 or n_agreeing < len(agreeing) / 3:
        return NoOffset("unrelated")
    compared_ms = places[agreeing, 0]
    drift_ms = slope * float(np.ptp(compared_ms))
    if abs(drift_ms) < _LEAST_DRIFT_MS:
        slope, drift_ms, found_ms = 0.0, 0.0, float(np.median(places[agreeing, 1]))
    is_sure = n_agreeing >= 0.6 * len(agreeing) and rival < 0.8
    return Offset(
        offset_ms=round(found_ms),
        drift_ppm=round(slope * 1e6),
        drift_ms=round(drift_ms),
        confidence="sure" if is_sure else "unsure",
        agreeing=n_agreeing,
        places=len(agreeing),
        rival=round(rival, 2),
    )


def _guess(first: Floats, second: Floats) -> tuple[float, float]:
    """The offset in seconds at which the onsets fit best, and how strong the next best is in comparison."""
    from scipy import fft

    size = fft.next_fast_len(len(first) + len(second))
    spectrum = fft.rfft(first, size) * np.conj(fft.rfft(second, size))
    correlation = fft.irfft(spectrum, size)
    furthest = FURTHEST_S * ONSETS_PER_S
    lags = np.arange(max(-furthest, 1 - len(second)), min(furthest, len(first) - 1) + 1)
    shared = np.minimum(len(first), lags + len(second)) - np.maximum(0, lags)
    # What chance brings grows with the root of what is compared; below half a second anything fits.
    strength = np.where(shared >= ONSETS_PER_S / 2, correlation[lags] / np.sqrt(np.maximum(1, shared)), 0)
    smeared = [np.convolve(strength, np.ones(width) / np.sqrt(width), mode="same") for width in _SMEARS]
    best = max(smeared, key=lambda each: float(each.max()))
    at = int(np.argmax(best))
    apart = round(_APART_S * ONSETS_PER_S)
    others = np.concatenate([best[: max(0, at - apart)], best[at + apart :]])
    rival = max(0.0, float(others.max())) / float(best[at]) if len(others) and best[at] > 0 else 0.0
    return float(lags[at]) / ONSETS_PER_S, rival


def _compared(first: Samples, second: Samples, heard: Floats, guess_s: float) -> Floats:
    """Moments of the second recording and the offsets that the waveforms give there, in ms; NaN where none stands out.

    Shape (n_places, 2), in order of time. The places are where the first heard most, one in each equal part of what
    both heard.
    """
    guess = round(guess_s * SAMPLES_PER_S)
    start, end = max(0, guess), min(len(first), guess + len(second))
    length = min(_PLACE_S * SAMPLES_PER_S, (end - start) // 4)
    around = round(_AROUND_S * SAMPLES_PER_S)
    bounds = np.linspace(start, end - length, min(_N_PLACES, max(4, (end - start) // max(1, length))) + 1)
    rows = []
    for part_start, part_end in zip(bounds[:-1].astype(int), bounds[1:].astype(int), strict=True):
        at = _loudest(heard, part_start, part_end, length)
        here = _window(first, at, at + length)
        there = _window(second, at - guess - around, at - guess + length + around)
        late = _lag(here, there, around)
        middle_ms = (at - guess + length / 2) / SAMPLES_PER_S * 1000
        rows.append((middle_ms, np.nan if late is None else (guess + late) / SAMPLES_PER_S * 1000))
    return np.array(rows)


def _loudest(heard: Floats, start: int, end: int, length: int) -> int:
    """Where between `start` and `end` (in samples) a stretch of `length` has the strongest onsets."""
    per_onset = SAMPLES_PER_S // ONSETS_PER_S
    sums = np.concatenate([[0.0], np.cumsum(np.maximum(heard, 0))])
    froms = np.arange(start // per_onset, max(start + 1, end) // per_onset + 1)
    tos = np.minimum(froms + length // per_onset, len(heard))
    best = int(np.argmax(sums[tos] - sums[np.minimum(froms, len(heard))]))
    return int(np.clip(froms[best] * per_onset, start, max(start, end)))


def _window(samples: Samples, start: int, end: int) -> Floats:
    """That stretch, with silence where there is none."""
    inside = np.asarray(samples[max(0, start) : max(0, end)], dtype=np.float64)
    return np.pad(inside, (min(end - start, max(0, -start)), 0))[: end - start]


def _lag(here: Floats, there: Floats, around: int) -> int | None:
    """By how many samples `here` comes later than the middle of `there`; None where no lag stands out.

    The phases alone are compared (GCC-PHAT): neither loudness, nor a room's colour, nor a hum decides.
    Source: Knapp and Carter (1976), The generalized correlation method for estimation of time delay.
    """
    from scipy import fft

    size = fft.next_fast_len(len(here) + len(there))
    spectrum = fft.rfft(here, size) * np.conj(fft.rfft(there, size))
    hertz = fft.rfftfreq(size, 1 / SAMPLES_PER_S)
    magnitude = np.abs(spectrum)
    is_heard = (hertz > 120) & (hertz < 3500) & (magnitude > 0)
    phases = np.where(is_heard, spectrum / np.where(magnitude > 0, magnitude, 1), 0)
    correlation = fft.irfft(phases, size)
    lags = np.arange(-2 * around, 1)
    # A millisecond together: within a place the clocks run apart by as much, and walls answer.
    power = np.convolve(correlation[lags] ** 2, np.ones(9) / 9, mode="same")
    at = int(np.argmax(power))
    near = round(_NEAR_S * SAMPLES_PER_S)
    others = np.concatenate([power[: max(0, at - near)], power[at + near :]])
    if power[at] < _STANDS_OUT**2 * float(np.median(power)) or power[at] * _UNIQUE < float(others.max()):
        return None
    return int(lags[at]) + around


def _agreed(places: Floats) -> tuple[float, float, NDArray[np.bool_]]:
    """The line through most of the places: its slope, its value at the second's beginning, and who is on it."""
    is_heard = ~np.isnan(places[:, 1])
    nobody = np.zeros(len(places), dtype=bool)
    if is_heard.sum() < 3:
        return 0.0, 0.0, nobody
    best = nobody
    heard = places[is_heard]
    # Few enough to try the line through each two of them, and the level one through each.
    for index, (at, offset) in enumerate(heard):
        later = heard[index + 1 :]
        slopes = [0.0, *((later[:, 1] - offset) / (later[:, 0] - at))]
        for slope in slopes:
            if abs(slope) > 500e-6:  # No camera's clock is that wrong.
                continue
            on_line = np.abs(places[:, 1] - offset - slope * (places[:, 0] - at)) <= _AGREE_MS
            if on_line.sum() > best.sum():
                best = on_line
    if best.sum() < 2:
        return 0.0, 0.0, nobody
    slope, at_start = np.polyfit(places[best, 0], places[best, 1], 1)
    return float(slope), float(at_start), best
