"""The offset of two recordings, from their files."""

from fractions import Fraction
from functools import partial
from pathlib import Path

import numpy as np

from annotator.corpus.media.clock import media_ms
from annotator.corpus.media.ffmpeg import Limits, media_input, run_ffmpeg
from annotator.corpus.media.files import workbench
from annotator.corpus.media.offset import NoOffset, Offset, Samples, find_offset
from annotator.corpus.media.opening import open_media
from annotator.corpus.media.placed_sound import steady_output, steady_sound
from annotator.corpus.media.progress import Progress, unwatched
from annotator.corpus.media.waveform import SAMPLE_BYTES_PER_S, SAMPLES_PER_S, sample_output

_LONGEST_S = 4 * 3600
"""Of each recording this much is listened to: a session is shorter, and a forgotten camera need not fill the disk."""
_SPARE_BYTES = 2**20


def offset_of(first: Path, second: Path, folder: Path, *, on_progress: Progress = unwatched) -> Offset | NoOffset:
    """Find when `second` began on the clock of `first`: media time in both, whenever their sound begins.

    Args:
        folder: where the decoded sound lies while it is compared, some 116 MB an hour.

    Raises:
        MediaRefused: one can't be read or decoded.
    """
    with workbench(folder) as bench_of_first, workbench(folder) as bench_of_second:
        heard_first = _sound(first, bench_of_first, lambda share: on_progress(0.4 * share))
        heard_second = _sound(second, bench_of_second, lambda share: on_progress(0.4 + 0.4 * share))
        if heard_first is None or heard_second is None:
            return NoOffset("silent")
        found = find_offset(heard_first, heard_second)
        on_progress(1.0)
        return found


def _sound(path: Path, bench: Path, on_progress: Progress) -> Samples | None:
    """The first sound track as an array on the disk; None where there is none. Silence stands before a late one."""
    with open_media(path) as container:
        stream = next((each for each in container.streams.audio if each.codec_context), None)
        if stream is None:
            return None
        index, duration_ms = stream.index, (container.duration or 0) // 1000
        start_ms = media_ms(container, stream.start_time or 0, stream.time_base or Fraction(1))
    listened_s = min(_LONGEST_S, duration_ms / 1000 + 60)
    largest_bytes = 2 * round(_LONGEST_S * SAMPLE_BYTES_PER_S) + _SPARE_BYTES
    limits = Limits(largest_bytes=largest_bytes, longest_s=120 + 2 * listened_s)
    run = partial(run_ffmpeg, bench=bench, duration_ms=duration_ms, limits=limits)
    steady, target = bench / "steady.mka", bench / "sound.raw"
    sound = media_input(path)[str(index)]
    run(
        [steady_output(sound, steady, rate=SAMPLES_PER_S, channels=1, longest_s=_LONGEST_S)],
        on_progress=on_progress,
    )
    run([sample_output(steady_sound(steady, start_ms=start_ms), target)], on_progress=unwatched)
    if target.stat().st_size < SAMPLE_BYTES_PER_S // 10:
        return None
    return np.memmap(target, dtype="<i2", mode="r")
