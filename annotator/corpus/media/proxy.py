"""The copies that browsers play: H.264 and AAC in an MP4 that seeks quickly."""

from dataclasses import dataclass
from pathlib import Path

import ffmpeg

from annotator.corpus.media.ffmpeg import media_input, write_media
from annotator.corpus.media.placed_sound import Sound
from annotator.corpus.media.probe import Probe, VideoTrack
from annotator.corpus.media.progress import Progress, unwatched
from annotator.corpus.media.sound_tracks import AudioTrack

Options = dict[str, str | int]


@dataclass(frozen=True)
class ProxySize:
    """How large a copy is, in pixels and in bits."""

    short_side: int
    bits_per_s: int
    """Of a picture that is held to a rate."""
    crf: int
    audio_bits_per_s: int
    """Of each channel."""


LARGE = ProxySize(short_side=720, bits_per_s=4_000_000, crf=23, audio_bits_per_s=64_000)
SMALL = ProxySize(short_side=240, bits_per_s=400_000, crf=26, audio_bits_per_s=32_000)
OVERHEAD_BYTES = 20 * 2**20
THREADS = 4
"""Of the encoder, whatever the machine, so that every machine makes the same bytes."""


def proxy_output(
    picture: ffmpeg.nodes.FilterableStream | None,
    sound: Sound | None,
    target: Path,
    *,
    size: ProxySize,
    audio: AudioTrack | None,
    holds_rate: bool = False,
) -> ffmpeg.nodes.OutputStream:
    """One copy as an output of ffmpeg; `picture` is upright, of the right size and 4:2:0.

    With `holds_rate` a noisy picture gets coarser instead of larger, which takes longer.
    """
    streams = [stream for stream in (picture, sound and sound.stream) if stream is not None]
    options: Options = dict(_MP4_OPTIONS)
    if picture is not None:
        options |= _video_options(size, holds_rate=holds_rate)
    if sound is not None and audio is not None:
        options |= {"af": sound.filter, **_audio_options(size, audio)}
    return ffmpeg.output(*streams, str(target), **options)


def make_picture_only(proxy: Path, target: Path, *, found: Probe, on_progress: Progress = unwatched) -> None:
    """Copy a proxy without its sound track, for raters who judge the face alone: no sound is sent, not even muted."""
    write_media(
        media_input(proxy)["v:0"],
        target=target,
        options={"c": "copy", **_MP4_OPTIONS},
        duration_ms=found.duration_ms,
        largest_bytes=OVERHEAD_BYTES + proxy.stat().st_size,
        longest_s=120 + found.duration_ms / 1000,
        on_progress=on_progress,
    )


def proxy_size(video: VideoTrack, size: ProxySize = LARGE) -> tuple[int, int]:
    """Width and height: even, as H.264 needs, never larger than the original but for that."""
    scale = min(1.0, size.short_side / min(video.width, video.height))
    return max(2, round(video.width * scale / 2) * 2), max(2, round(video.height * scale / 2) * 2)


def _video_options(size: ProxySize, *, holds_rate: bool) -> Options:
    # The bytes depend on the number of threads; where x264 holds to a rate, on how several happen to take turns too.
    pace: Options = {"threads:v": THREADS}
    if holds_rate:
        pace = {"threads:v": 1, "maxrate": size.bits_per_s, "bufsize": 2 * size.bits_per_s}
    return {
        "c:v": "libx264",
        "profile:v": "high",
        "preset": "veryfast",
        "crf": size.crf,
        **pace,
        "fps_mode": "passthrough",  # A frame keeps its time; none is dropped or doubled to even out the rate.
        "enc_time_base": "1:90000",
        "force_key_frames": "expr:gte(t,n_forced)",  # One a second, so that a seek decodes a second at most.
    }


def _audio_options(size: ProxySize, track: AudioTrack) -> Options:
    channels = min(track.channels, 2)
    return {
        "c:a": "aac",
        "aac_coder": "fast",  # Speech at this rate sounds alike, and the default costs half as much again.
        "b:a": size.audio_bits_per_s * channels,
        "ac": channels,
    }


_MP4_OPTIONS: Options = {
    "f": "mp4",
    "movflags": "+faststart",
    "map_metadata": -1,  # A phone's place and owner don't travel on.
    "fflags": "+bitexact",  # The same input gives the same bytes.
}
