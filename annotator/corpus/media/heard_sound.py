"""What is heard of a recording: its one sound track, or several together, each at its place and as loud as alone."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from annotator.corpus.media.placed_sound import LATE_MS, Sound, mixed_output, steady_output, steady_sound
from annotator.corpus.media.sound_tracks import AudioTrack

if TYPE_CHECKING:
    from ffmpeg.nodes import FilterableStream, OutputStream

    Run = Callable[[list[OutputStream]], None]


def heard_sound(
    recording: "FilterableStream", tracks: Sequence[AudioTrack], *, bench: Path, run: "Run", longest_s: float
) -> Sound | None:
    """The sound of these tracks for outputs of ffmpeg; None of no track.

    Args:
        bench: where files lie that are made for it.
        run: runs ffmpeg for some outputs.
    """
    if len(tracks) == 1 and tracks[0].start_ms <= LATE_MS:
        return Sound(recording[str(tracks[0].stream)])
    return steady_mix(recording, tracks, bench=bench, run=run, longest_s=longest_s)


def steady_mix(
    recording: "FilterableStream",
    tracks: Sequence[AudioTrack],
    *,
    bench: Path,
    run: "Run",
    longest_s: float,
    rate: int | None = None,
    channels: int = 2,
) -> Sound | None:
    """The same by way of files that hold it in one kind from beginning to end.

    Args:
        rate: samples a second; the tracks' own where it isn't said.
        channels: the most that are kept.
    """
    if not tracks:
        return None
    steady = [(track, bench / f"steady-{track.stream}.mka") for track in tracks]
    run(
        [
            steady_output(
                recording[str(track.stream)],
                path,
                rate=rate or track.sample_rate,
                channels=min(track.channels, channels),
                longest_s=longest_s,
            )
            for track, path in steady
        ]
    )
    sounds = [steady_sound(path, start_ms=track.start_ms) for track, path in steady]
    if len(sounds) == 1:
        return sounds[0]
    mixed = bench / "mixed.mka"
    output = mixed_output(
        sounds,
        mixed,
        rate=rate or max(track.sample_rate for track in tracks),
        channels=min(max(track.channels for track in tracks), channels),
        longest_s=longest_s,
    )
    run([output])
    for _, path in steady:
        path.unlink()
    return steady_sound(mixed, start_ms=0)


def steady_bytes(tracks: Sequence[AudioTrack], longest_s: float, *, rate: int | None = None, channels: int = 2) -> int:
    """The most that `steady_mix` has on the disk at once."""
    rate = rate or max((track.sample_rate for track in tracks), default=0)
    return round((len(tracks) + 1) * longest_s * 2 * channels * rate)
