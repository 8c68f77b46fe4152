"""The offset of two recordings, from their files."""

from functools import partial
from pathlib import Path

import numpy as np

from annotator.corpus.media.ffmpeg import Limits, media_input, run_ffmpeg
from annotator.corpus.media.files import workbench
from annotator.corpus.media.heard_sound import steady_bytes, steady_mix
from annotator.corpus.media.offset import NoOffset, Offset, Samples, find_offset
from annotator.corpus.media.opening import open_media
from annotator.corpus.media.progress import Progress, rising, unwatched
from annotator.corpus.media.sound_tracks import heard_of
from annotator.corpus.media.sound_tracks import sound_tracks as tracks_of
from annotator.corpus.media.waveform import SAMPLE_BYTES_PER_S, SAMPLES_PER_S, sample_output

_LONGEST_S = 4 * 3600
"""Of each recording this much is listened to: a session is shorter, and a forgotten camera need not fill the disk."""
_SPARE_BYTES = 2**20


def offset_of(
    first: Path,
    second: Path,
    folder: Path,
    *,
    sound_tracks: tuple[int | None, int | None] = (None, None),
    on_progress: Progress = unwatched,
) -> Offset | NoOffset:
    """Find when `second` began on the clock of `first`: media time in both, whenever their sound begins.

    Args:
        folder: where the decoded sound lies while it is compared, some 116 MB an hour and track.
        sound_tracks: which track of each is listened to, counted from 0; None for all of them together.

    Raises:
        MediaRefused: one can't be read or decoded.
    """
    of_first, of_second = sound_tracks
    with workbench(folder) as bench_of_first, workbench(folder) as bench_of_second:
        heard_first = _sound(first, bench_of_first, of_first, lambda share: on_progress(0.4 * share))
        heard_second = _sound(second, bench_of_second, of_second, lambda share: on_progress(0.4 + 0.4 * share))
        if heard_first is None or heard_second is None:
            return NoOffset("silent")
        found = find_offset(heard_first, heard_second)
        on_progress(1.0)
        return found


def _sound(path: Path, bench: Path, sound_track: int | None, on_progress: Progress) -> Samples | None:
    """What is heard as an array on the disk; None where there is nothing. Silence stands before what begins late."""
    with open_media(path) as container:
        tracks = heard_of(tracks_of(container), sound_track)
        duration_ms = (container.duration or 0) // 1000
    listened_s = min(_LONGEST_S, duration_ms / 1000 + 60)
    of_mix = steady_bytes(tracks, _LONGEST_S, rate=SAMPLES_PER_S, channels=1)
    largest_bytes = of_mix + round(_LONGEST_S * SAMPLE_BYTES_PER_S) + _SPARE_BYTES
    limits = Limits(largest_bytes=largest_bytes, longest_s=120 + 2 * listened_s)
    run = partial(run_ffmpeg, bench=bench, duration_ms=duration_ms, limits=limits)
    sound = steady_mix(
        media_input(path),
        tracks,
        bench=bench,
        run=partial(run, on_progress=rising(on_progress)),
        longest_s=_LONGEST_S,
        rate=SAMPLES_PER_S,
        channels=1,
    )
    if sound is None:
        return None
    target = bench / "sound.raw"
    run([sample_output(sound, target)], on_progress=unwatched)
    if target.stat().st_size < SAMPLE_BYTES_PER_S // 10:
        return None
    return np.memmap(target, dtype="<i2", mode="r")
