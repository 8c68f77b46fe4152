"""The sound as a page draws it: its lowest and highest value, a hundred times a second."""

from pathlib import Path
from typing import TYPE_CHECKING

import ffmpeg

from annotator.corpus.media.files import write_whole

if TYPE_CHECKING:
    from ffmpeg.nodes import OutputStream

    from annotator.corpus.media.placed_sound import Sound

PEAKS_PER_S = 100
SAMPLES_PER_S = 8000  # Enough to draw: what is higher in speech is far weaker.
_SAMPLES_PER_PEAK = SAMPLES_PER_S // PEAKS_PER_S
SAMPLE_BYTES_PER_S = 2 * SAMPLES_PER_S
_PEAKS_AT_ONCE = 100_000


def sample_output(sound: "Sound", target: Path) -> "OutputStream":
    """All channels as one from media time 0, in samples of 16 bits, as an output of ffmpeg."""
    return ffmpeg.output(
        sound.stream, str(target), f="s16le", ac=1, ar=SAMPLES_PER_S, af=sound.filter, **{"c:a": "pcm_s16le"}
    )


def write_waveform(samples: Path, target: Path) -> None:
    """Reduce the samples to pairs of signed bytes, lowest and highest (-128 to 127), in constant memory.

    The last pair stands for what is left over, be it shorter than a hundredth of a second.
    """
    import numpy as np

    peaks = bytearray()
    with samples.open("rb") as file:
        while data := file.read(2 * _SAMPLES_PER_PEAK * _PEAKS_AT_ONCE):
            heard = np.frombuffer(data[: len(data) // 2 * 2], "<i2")
            starts = np.arange(0, len(heard), _SAMPLES_PER_PEAK)
            pairs = np.stack([np.minimum.reduceat(heard, starts), np.maximum.reduceat(heard, starts)], axis=1)
            peaks += (pairs >> 8).astype(np.int8).tobytes()
    write_whole(target, bytes(peaks))
