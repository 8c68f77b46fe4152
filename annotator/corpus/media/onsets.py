"""Where sound begins to rise, as a curve: what two microphones in one room have in common."""

import numpy as np
from numpy.typing import NDArray

ONSETS_PER_S = 100
_SAMPLES_PER_ONSET = 80  # At 8000 samples a second.
_ONSETS_AT_ONCE = 10_000
_SILENCE = 4.0
"""Mean square of samples (of 16 bits) up to which there is nothing to hear: a cable without a microphone."""
_LISTENED_OVER = 21
"""Onsets over which the loudness around is taken away: a fifth of a second."""


def onsets(samples: NDArray[np.int16]) -> NDArray[np.float64] | None:
    """How much louder the sound is than just before, `ONSETS_PER_S` times a second: mean 0, variance 1.

    None where there is nothing to hear, or nothing that changes. In constant memory but for the curve.
    """
    n_onsets = len(samples) // _SAMPLES_PER_ONSET
    energy, before = np.empty(n_onsets), 0.0
    for start in range(0, n_onsets, _ONSETS_AT_ONCE):
        end = min(n_onsets, start + _ONSETS_AT_ONCE)
        heard = np.asarray(samples[start * _SAMPLES_PER_ONSET : end * _SAMPLES_PER_ONSET], dtype=np.float64)
        # Differences leave out what is low: hum, wind, a hand on the table.
        steps = np.diff(heard, prepend=before)
        before = heard[-1]
        energy[start:end] = np.square(steps).reshape(-1, _SAMPLES_PER_ONSET).mean(axis=1)
    if n_onsets < ONSETS_PER_S or np.percentile(energy, 99) <= _SILENCE:
        return None
    # The floor keeps what changes in near-silence from counting as much as speech.
    loudness = np.log(energy + np.percentile(energy, 30) + _SILENCE)
    rises = np.maximum(0, np.diff(loudness, prepend=loudness[0]))
    around = np.convolve(rises, np.ones(_LISTENED_OVER) / _LISTENED_OVER, mode="same")
    curve = rises - around
    spread = float(curve.std())
    return (curve - curve.mean()) / spread if spread > 1e-6 else None
