"""A soft voice without words: each turn is hummed in syllables, the client's higher than the counsellor's.

The hum says who speaks and when. It carries no affect, so words and face stay the only two channels.
"""

import re

import numpy as np
from numpy.typing import NDArray

from demo.script import Script, ScriptTurn

SAMPLE_RATE = 16_000
"""Hertz."""

_PITCH_HZ = {"client": 196.0, "counsellor": 124.0}
_VOWELS_HZ = ((730, 1090), (530, 1840), (390, 1990), (570, 840), (440, 1020))  # First two formants of English vowels.
_HARMONICS = np.arange(1, 13)
_LOUDNESS = 0.25


def voice_track(script: Script) -> NDArray[np.int16]:
    """The session's sound, mono at `SAMPLE_RATE`, from its first millisecond to its last."""
    rng = np.random.default_rng([script.seed, 1])
    track = np.zeros(_samples(script.duration_ms), np.int16)
    for turn in script.turns:
        start = _samples(turn.start_ms)
        hum = _hum(turn, rng)
        track[start : start + len(hum)] = np.round(hum * 32767)
    return track


def _hum(turn: ScriptTurn, rng: np.random.Generator) -> NDArray[np.float32]:
    """One turn's sound, -1 to 1: a falling melody whose colour changes with every syllable."""
    length = _samples(turn.end_ms - turn.start_ms)
    time = np.linspace(0, 1, length, dtype=np.float32)
    syllables = max(2, min(9, len(re.findall(r"[aeiouy]+", turn.text.lower())) // 2))
    pitch = _PITCH_HZ[turn.role] * (1.06 - 0.12 * time + 0.02 * np.sin(2 * np.pi * syllables / 2 * time))
    wave = np.exp(2j * np.pi * np.cumsum(pitch / SAMPLE_RATE)).astype(np.complex64)
    colours = np.stack([_colour(_PITCH_HZ[turn.role], rng) for _ in range(syllables)]).astype(np.float32)
    syllable = np.minimum((time * syllables).astype(int), syllables - 1)
    sound, harmonic = np.zeros(length, np.float32), np.ones_like(wave)
    for number in range(len(_HARMONICS)):
        harmonic = harmonic * wave
        sound += colours[syllable, number] * harmonic.imag
    swell = np.sin(np.pi * ((time * syllables) % 1)) ** 0.6  # Silent between syllables, so colours change unheard.
    hum: NDArray[np.float32] = _LOUDNESS * sound * swell.astype(np.float32)
    return hum


def _colour(pitch: float, rng: np.random.Generator) -> NDArray[np.float64]:
    """How loud each harmonic sounds in a vowel picked at random; the loudest sum is 1."""
    formants = np.array(_VOWELS_HZ[rng.integers(len(_VOWELS_HZ))])[:, None]
    nearness = np.exp(-0.5 * ((_HARMONICS * pitch - formants) / 130) ** 2)
    loudness = (0.25 + nearness[0] + 0.4 * nearness[1]) / _HARMONICS
    colour: NDArray[np.float64] = loudness / loudness.sum()
    return colour


def _samples(milliseconds: int) -> int:
    return milliseconds * SAMPLE_RATE // 1000
