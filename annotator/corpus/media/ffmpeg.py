"""Running the ffmpeg program: found, limited, followed, stopped."""

import resource
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path
from threading import Timer

import ffmpeg
import imageio_ffmpeg

from annotator.corpus.media.opening import INPUT_OPTIONS
from annotator.corpus.media.progress import Progress
from annotator.corpus.media.refusal import MediaRefused

_MEMORY_BYTES = 8 * 2**30  # Address space, of which x264 with many threads at 4K reserves far more than it uses.
_QUIET = ("-hide_banner", "-nostdin", "-nostats", "-loglevel", "error", "-progress", "pipe:1", "-y")


def ffmpeg_program() -> str:
    """The system's ffmpeg, or else the one that the imageio-ffmpeg package brings."""
    program: str = shutil.which("ffmpeg") or imageio_ffmpeg.get_ffmpeg_exe()
    return program


def media_input(path: Path) -> ffmpeg.nodes.FilterableStream:
    """A recording as ffmpeg's input: a local file of a listed format, or nothing."""
    return ffmpeg.input(str(path.resolve()), **INPUT_OPTIONS)


def write_media(
    *streams: ffmpeg.nodes.FilterableStream,
    target: Path,
    options: dict[str, str | int],
    duration_ms: int,
    largest_bytes: int,
    longest_s: float,
    on_progress: Progress,
) -> None:
    """Run ffmpeg on the streams; `target` is there whole or, after a failure or a stop, not at all.

    Args:
        options: of ffmpeg's output, without their dashes.
        duration_ms: of the recording, to tell the share done.

    Raises:
        MediaRefused: ffmpeg failed or went over a limit.
    """
    partial = target.with_name(f".{target.name}.partial")
    output = ffmpeg.output(*streams, str(partial), **options).global_args(*_QUIET)
    command = output.compile(cmd=ffmpeg_program())
    try:
        _run(
            command, duration_ms=duration_ms, largest_bytes=largest_bytes, longest_s=longest_s, on_progress=on_progress
        )
        on_progress(1.0)
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


def _run(command: list[str], *, duration_ms: int, largest_bytes: int, longest_s: float, on_progress: Progress) -> None:
    with (
        tempfile.TemporaryFile("w+", errors="replace") as complaints,
        subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=complaints) as child,
    ):
        timer = Timer(longest_s, child.kill)
        timer.start()
        try:
            _limit_memory(child.pid)
            _follow(child, duration_ms=duration_ms, largest_bytes=largest_bytes, on_progress=on_progress)
            status = child.wait()
        finally:
            timer.cancel()
            child.kill()
        complaints.seek(0)
        reasons = complaints.read().splitlines()
    if status == -signal.SIGKILL:
        raise MediaRefused("too_slow", f"The video was given up: it took more than {longest_s:.0f} s, or all memory.")
    if status:
        reason = reasons[-1] if reasons else f"status {status}"
        raise MediaRefused("transcoding_failed", f"The video could not be converted: {reason}")


def _follow(child: subprocess.Popen[bytes], *, duration_ms: int, largest_bytes: int, on_progress: Progress) -> None:
    """Read what ffmpeg reports twice a second: time converted, and bytes written."""
    for line in child.stdout or ():
        key, _, value = line.decode().strip().partition("=")
        if not value.isdecimal():
            continue
        if key == "out_time_us":
            on_progress(min(1.0, int(value) / 1000 / max(1, duration_ms)))
        elif key == "total_size" and int(value) > largest_bytes:
            raise MediaRefused("too_large", f"The converted video would be larger than {largest_bytes // 2**20} MB.")


def _limit_memory(pid: int) -> None:
    if hasattr(resource, "prlimit"):  # Linux alone can limit a process from outside.
        resource.prlimit(pid, resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))
