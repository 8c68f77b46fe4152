"""Recordings of plain tones, and which tones are heard in a file."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray

from tests.cameras import run


@dataclass(frozen=True)
class Tones:
    """How loud each tone is, as a share of full scale."""

    power: NDArray[np.float64]
    hertz: NDArray[np.float64]

    def at(self, hz: int) -> float:
        return float(np.sqrt(self.power[np.abs(self.hertz - hz) < 10].sum()))

    def beside(self, *known: int) -> float:
        """The loudest of all others."""
        is_other = np.all([np.abs(self.hertz - hz) > 60 for hz in known], axis=0)
        return float(np.sqrt(self.power[is_other].max()))

    @property
    def heard(self) -> set[int]:
        """Which of 440 and 880 Hz."""
        return {hz for hz in (440, 880) if self.at(hz) > 20 * self.at(660)}


def tones_of(path: Path, *, channel: int = 0) -> Tones:
    """What the first sound track holds, but for its first fifth of a second, in which a coder settles."""
    with av.open(str(path)) as container:
        track = container.streams.audio[0]
        rate, planar = track.rate, track.codec_context.format.is_planar
        frames = [frame.to_ndarray() for frame in container.decode(track)]
    samples = np.concatenate(frames, axis=1)
    if not planar:
        samples = samples.reshape(-1, track.channels).T
    one = samples[channel, rate // 5 :].astype(np.float64) / (1 if samples.dtype.kind == "f" else 2**15)
    window = np.hanning(len(one))
    power = 4 * np.abs(np.fft.rfft(one * window)) ** 2 / (len(one) * np.sum(window**2))
    return Tones(power, np.fft.rfftfreq(len(one), 1 / rate))


def tone_file(path: Path, sounds: Sequence[str], *, seconds: int = 3, more: Sequence[str] = ()) -> Path:
    """A sound track for each formula of `t` in seconds; `|` stands between channels."""
    inputs = [part for each in sounds for part in ("-f", "lavfi", "-i", f"aevalsrc={each}:d={seconds}:s=48000")]
    maps = [part for number in range(len(sounds)) for part in ("-map", str(number))]
    run(*inputs, *maps, "-c:a", "pcm_s16le", *more, str(path))
    return path
