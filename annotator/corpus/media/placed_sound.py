"""Sound at its place: each sample at its media time, with silence before what begins late.

ffmpeg sets its filters up anew where sound changes its kind on the way, from one channel to two say, and the silence
would come once more. So late sound is brought to one kind first, in a file of its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import ffmpeg

from annotator.corpus.media.opening import INPUT_OPTIONS

if TYPE_CHECKING:
    from ffmpeg.nodes import FilterableStream, OutputStream

LATE_MS = 10
"""What begins earlier counts as from the beginning; nobody hears so little."""


@dataclass(frozen=True)
class Sound:
    """A sound for outputs of ffmpeg, and the filter that each applies by itself.

    As a part of the pictures' filters it would be set up anew when those change.
    """

    stream: "FilterableStream"
    filter: str = "aresample=async=1"
    """Samples are made up, or left out, where the file's times ask for it."""


def steady_output(
    sound: "FilterableStream", target: Path, *, rate: int, channels: int, longest_s: float
) -> "OutputStream":
    """The sound of one kind from beginning to end, as an output of ffmpeg for `steady_sound`."""
    options = {"f": "matroska", "c:a": "pcm_s16le", "ar": rate, "ac": channels, "t": longest_s}
    return ffmpeg.output(sound, str(target), **options)


def mixed_output(
    sounds: "Sequence[Sound]", target: Path, *, rate: int, channels: int, longest_s: float
) -> "OutputStream":
    """All of these steady sounds together from media time 0, as an output of ffmpeg; it is read as a file of its own.

    Each keeps its loudness: who is on one track alone is as loud as on a recording with one.
    """
    placed = [sound.stream.filter("aresample", **{"async": 1, "first_pts": 0}) for sound in sounds]
    mix = ffmpeg.filter(placed, "amix", inputs=len(placed), duration="longest", normalize=0).filter("alimiter", level=0)
    options = {"f": "matroska", "c:a": "pcm_s16le", "ar": rate, "ac": channels, "t": longest_s}
    return ffmpeg.output(mix, str(target), **options)


def steady_sound(path: Path, *, start_ms: int) -> Sound:
    """That sound as ffmpeg's input, silent up to `start_ms`, when it begins in the recording."""
    stream = ffmpeg.input(str(path.resolve()), itsoffset=start_ms / 1000, **INPUT_OPTIONS)["0"]
    return Sound(stream, "aresample=async=1:first_pts=0")
