"""The copy that browsers play: H.264 and AAC in an MP4 that seeks quickly."""

from pathlib import Path

from annotator.corpus.media.ffmpeg import media_input, write_media
from annotator.corpus.media.probe import AudioTrack, Probe, VideoTrack
from annotator.corpus.media.progress import Progress, unwatched

LARGEST_SHORT_SIDE = 720
_LARGEST_BITS_PER_S = 4_000_000
_OVERHEAD_BYTES = 20 * 2**20


def make_proxy(source: Path, target: Path, *, found: Probe, on_progress: Progress = unwatched) -> None:
    """Convert a recording for browsers: upright, at most 720 pixels on the short side, every frame at its own time.

    Sound that begins late is preceded by silence; a second sound track is left out.

    Args:
        source: the original.
        target: an .mp4 to be written.
        found: what `probe` said of the original.

    Raises:
        MediaRefused: ffmpeg can't convert it within the limits.
    """
    recording = media_input(source)
    tracks = [recording[str(found.video.stream)]] + [recording[str(track.stream)] for track in found.audio[:1]]
    duration_s = found.duration_ms / 1000
    write_media(
        *tracks,
        target=target,
        options={
            **_VIDEO_OPTIONS,
            "vf": _filters(found.video),
            **(_audio_options(found.audio[0]) if found.audio else {}),
            **_MP4_OPTIONS,
        },
        duration_ms=found.duration_ms,
        largest_bytes=_OVERHEAD_BYTES + round(duration_s * _LARGEST_BITS_PER_S / 8 * 1.5),
        longest_s=120 + 20 * duration_s,
        on_progress=on_progress,
    )


def make_picture_only(proxy: Path, target: Path, *, found: Probe, on_progress: Progress = unwatched) -> None:
    """Copy a proxy without its sound track, for raters who judge the face alone: no sound is sent, not even muted."""
    write_media(
        media_input(proxy)["v:0"],
        target=target,
        options={"c": "copy", **_MP4_OPTIONS},
        duration_ms=found.duration_ms,
        largest_bytes=_OVERHEAD_BYTES + proxy.stat().st_size,
        longest_s=120 + found.duration_ms / 1000,
        on_progress=on_progress,
    )


def proxy_size(video: VideoTrack) -> tuple[int, int]:
    """Width and height: even, as H.264 needs, never larger than the original but for that."""
    scale = min(1.0, LARGEST_SHORT_SIDE / min(video.width, video.height))
    return max(2, round(video.width * scale / 2) * 2), max(2, round(video.height * scale / 2) * 2)


def _filters(video: VideoTrack) -> str:
    width, height = proxy_size(video)  # ffmpeg has turned the picture before its filters see it.
    deinterlacing = ["bwdif=mode=send_frame"] if video.is_interlaced else []
    return ",".join([*deinterlacing, f"scale={width}:{height}", "setsar=1", "format=yuv420p"])


def _audio_options(track: AudioTrack) -> dict[str, str | int]:
    channels = min(track.channels, 2)
    return {
        "c:a": "aac",
        "aac_coder": "fast",  # Speech at this rate sounds alike, and the default costs half as much again.
        "b:a": f"{64 * channels}k",
        "ac": channels,
        "af": "aresample=async=1:first_pts=0",
    }


_VIDEO_OPTIONS: dict[str, str | int] = {
    "c:v": "libx264",
    "profile:v": "high",
    "preset": "veryfast",
    "crf": 23,
    "maxrate": _LARGEST_BITS_PER_S,
    "bufsize": 2 * _LARGEST_BITS_PER_S,
    "fps_mode": "passthrough",  # A frame keeps its time; none is dropped or doubled to even out the rate.
    "enc_time_base": "1:90000",
    "force_key_frames": "expr:gte(t,n_forced)",  # One a second, so that a seek decodes a second at most.
}
_MP4_OPTIONS: dict[str, str | int] = {
    "f": "mp4",
    "movflags": "+faststart",
    "map_metadata": -1,  # A phone's place and owner don't travel on.
    "fflags": "+bitexact",  # The same input gives the same bytes.
}
