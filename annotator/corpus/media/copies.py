"""What browsers need of a recording, all from one decode of it: two sizes to play, thumbnails and the waveform."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from annotator.corpus.media.ffmpeg import Limits, media_input, run_ffmpeg
from annotator.corpus.media.files import sha256_of, workbench
from annotator.corpus.media.heard_sound import heard_sound, steady_bytes
from annotator.corpus.media.placed_sound import Sound
from annotator.corpus.media.probe import Probe, VideoTrack
from annotator.corpus.media.progress import Progress, rising, unwatched
from annotator.corpus.media.proxy import LARGE, OVERHEAD_BYTES, SMALL, ProxySize, proxy_output, proxy_size
from annotator.corpus.media.refusal import MediaRefused
from annotator.corpus.media.thumbnails import ThumbnailSheet, draw_sheet, thumbnail_output
from annotator.corpus.media.waveform import SAMPLE_BYTES_PER_S, sample_output, write_waveform

if TYPE_CHECKING:
    from ffmpeg.nodes import FilterableStream, OutputStream

COPIES_VERSION = 4
"""Raised with each change here that makes other bytes by the same ffmpeg."""
PROXY, SMALL_PROXY, THUMBNAILS, WAVEFORM = "proxy.mp4", "small.mp4", "thumbnails.jpg", "waveform.bin"


@dataclass(frozen=True)
class Copies:
    """What was made: without a picture neither small proxy nor thumbnails, without sound no waveform.

    A picture that is small already has no smaller proxy either.
    """

    sha256: dict[str, str]
    """By the file's name."""
    thumbnails: ThumbnailSheet | None


def make_copies(source: Path, folder: Path, *, found: Probe, on_progress: Progress = unwatched) -> Copies:
    """Convert a recording for browsers: upright, at most 720 pixels on the short side, every frame at its own time.

    Sound that begins late is preceded by silence; several sound tracks are heard together. Files come into the folder
    when all of them are whole. The same recording gives the same bytes with the same version of ffmpeg. A picture so
    noisy that its copies would be larger than they may is converted once more, held to a rate.

    Args:
        source: the original.
        folder: where the files are put under the names above.
        found: what `probe` said of the original, with the sound tracks that are to be heard.

    Raises:
        MediaRefused: ffmpeg can't convert it within the limits.
    """
    advance = rising(on_progress)
    try:
        return _make(source, folder, found, on_progress=advance)
    except MediaRefused as refusal:
        if refusal.code != "too_large":
            raise
    return _make(source, folder, found, on_progress=advance, holds_rate=True)


def _make(source: Path, folder: Path, found: Probe, *, on_progress: Progress, holds_rate: bool = False) -> Copies:
    duration_s = found.duration_ms / 1000
    most_bits_per_s = 1.5 * (LARGE.bits_per_s + SMALL.bits_per_s) + 8 * SAMPLE_BYTES_PER_S
    largest_bytes = OVERHEAD_BYTES + round(duration_s * most_bits_per_s / 8) + steady_bytes(found.audio, duration_s)
    limits = Limits(largest_bytes=largest_bytes, longest_s=120 + 20 * duration_s)
    with workbench(folder) as bench:
        run = partial(run_ffmpeg, bench=bench, duration_ms=found.duration_ms, limits=limits, on_progress=on_progress)
        recording = media_input(source)
        sound = heard_sound(recording, found.audio, bench=bench, run=run, longest_s=duration_s)
        run(_outputs(recording, sound, found, bench, holds_rate=holds_rate))
        sheet = draw_sheet(bench / "thumbnails.mkv", bench / THUMBNAILS) if found.picture else None
        if found.audio:
            write_waveform(bench / "waveform.raw", bench / WAVEFORM)
        made = [name for name in (PROXY, SMALL_PROXY, THUMBNAILS, WAVEFORM) if (bench / name).exists()]
        hashes = {name: sha256_of(bench / name) for name in made}
        for name in made:
            (bench / name).replace(folder / name)
    return Copies(hashes, sheet)


def _outputs(
    recording: "FilterableStream", sound: Sound | None, found: Probe, bench: Path, *, holds_rate: bool
) -> "list[OutputStream]":
    sizes = _sizes(found.picture)
    audio = max(found.audio, key=lambda track: track.channels, default=None)
    pictures: list[FilterableStream | None] = [None] * len(sizes)
    others = []
    if sound is not None:
        others.append(sample_output(sound, bench / "waveform.raw"))
    if found.picture:
        upright = _upright(recording[str(found.picture.stream)], found.picture)
        split = upright.filter_multi_output("split", len(sizes) + 1)
        pictures = [_scaled(split[number], found.picture, size) for number, size in enumerate(sizes.values())]
        sheet, pixels = bench / "thumbnails.mkv", split[len(sizes)]
        others.append(thumbnail_output(pixels, sheet, found.picture, duration_ms=found.duration_ms))
    copies = [
        proxy_output(picture, sound, bench / name, size=size, audio=audio, holds_rate=holds_rate)
        for (name, size), picture in zip(sizes.items(), pictures, strict=True)
    ]
    return [*copies, *others]


def _sizes(video: VideoTrack | None) -> dict[str, ProxySize]:
    """The proxies to make, by name. One with fewer pixels is made only where there are fewer to be had."""
    if video is None or proxy_size(video, SMALL) == proxy_size(video, LARGE):
        return {PROXY: LARGE}
    return {PROXY: LARGE, SMALL_PROXY: SMALL}


def _scaled(stream: "FilterableStream", video: VideoTrack, size: ProxySize) -> "FilterableStream":
    if size == LARGE:
        return stream  # It was scaled to this when it was set upright.
    return stream.filter("scale", *proxy_size(video, size)).filter("setsar", 1)


def _upright(stream: "FilterableStream", video: VideoTrack) -> "FilterableStream":
    """The picture in whole frames, square pixels and its largest size; ffmpeg has turned it before filters see it."""
    width, height = proxy_size(video)
    if video.is_interlaced:
        stream = stream.filter("bwdif", mode="send_frame")
    return stream.filter("scale", width, height).filter("setsar", 1).filter("format", "yuv420p")
