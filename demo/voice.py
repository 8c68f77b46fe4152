"""A session's sound: every turn in a soft voice, the client's higher than the counsellor's."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from demo.espeak import has_espeak, speak
from demo.hum import hum
from demo.script import Script

SAMPLE_RATE = 16_000
"""Hertz."""


def voice_track(script: Script) -> NDArray[np.int16]:
    """The sound from the session's first millisecond to its last, mono at `SAMPLE_RATE`.

    Turns are spoken where the machine has espeak-ng and hummed elsewhere.
    """
    voice = lru_cache(maxsize=256)(speak if has_espeak() else hum)  # Counsellors repeat themselves.
    track = np.zeros(_samples(script.duration_ms), np.int16)
    for turn in script.turns:
        start = _samples(turn.start_ms)
        sound = voice(turn.text, turn.role, duration_ms=turn.end_ms - turn.start_ms, sample_rate=SAMPLE_RATE)
        track[start : start + len(sound)] = np.round(sound * 32767)
    return track


def _samples(milliseconds: int) -> int:
    return milliseconds * SAMPLE_RATE // 1000
