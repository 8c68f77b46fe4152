"""A soft hum in syllables: a voice without words, for machines without a speech synthesiser.

It says who speaks and when. It carries no affect, so words and face stay the only two channels.
"""

import re

import numpy as np
from numpy.typing import NDArray

from demo.script import Role

_PITCH_HZ: dict[Role, float] = {"client": 196.0, "counsellor": 124.0}
_VOWELS_HZ = ((730, 1090), (530, 1840), (390, 1990), (570, 840), (440, 1020))  # First two formants of English vowels.
_HARMONICS = np.arange(1, 13)
_LOUDNESS = 0.25


def hum(text: str, role: Role, *, duration_ms: int, sample_rate: int) -> NDArray[np.float32]:
    """The text hummed in a falling melody whose colour changes with every syllable; mono, -1 to 1."""
    rng = np.random.default_rng(list(text.encode()))
    length = duration_ms * sample_rate // 1000
    time = np.linspace(0, 1, length, dtype=np.float32)
    syllables = min(9, len(re.findall(r"[aeiouy]+", text.lower())) // 2 + 1)
    pitch = _PITCH_HZ[role] * (1.06 - 0.12 * time + 0.02 * np.sin(np.pi * syllables * time))
    wave = np.exp(2j * np.pi * np.cumsum(pitch / sample_rate)).astype(np.complex64)
    colours = np.stack([_colour(_PITCH_HZ[role], rng) for _ in range(syllables)]).astype(np.float32)
    syllable = np.minimum((time * syllables).astype(int), syllables - 1)
    sound, harmonic = np.zeros(length, np.float32), np.ones_like(wave)
    for colour in colours.T:
        harmonic = harmonic * wave
        sound += colour[syllable] * harmonic.imag
    swell = np.sin(np.pi * ((time * syllables) % 1)) ** 0.6  # Silent between syllables, so colours change unheard.
    voiced: NDArray[np.float32] = _LOUDNESS * sound * swell.astype(np.float32)
    return voiced


def _colour(pitch: float, rng: np.random.Generator) -> NDArray[np.float64]:
    """How loud each harmonic sounds in a vowel picked at random; they add up to 1."""
    formants = np.array(_VOWELS_HZ[rng.integers(len(_VOWELS_HZ))])[:, None]
    nearness = np.exp(-0.5 * ((_HARMONICS * pitch - formants) / 130) ** 2)
    loudness = (0.25 + nearness[0] + 0.4 * nearness[1]) / _HARMONICS
    colour: NDArray[np.float64] = loudness / loudness.sum()
    return colour
