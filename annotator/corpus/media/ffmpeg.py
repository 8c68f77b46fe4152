"""Running the ffmpeg program: found, limited, followed, stopped."""

import errno
import os
import resource
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Timer

import ffmpeg
import imageio_ffmpeg

from annotator.corpus.media.files import workbench
from annotator.corpus.media.opening import INPUT_OPTIONS
from annotator.corpus.media.progress import Progress
from annotator.corpus.media.refusal import MediaRefused
from annotator.leash import on_leash

_MEMORY_BYTES = 8 * 2**30  # Address space, of which x264 with many threads at 4K reserves far more than it uses.
_QUIET = ("-hide_banner", "-nostdin", "-nostats", "-loglevel", "error", "-progress", "pipe:1", "-y")


@dataclass(frozen=True)
class Limits:
    """What one run of ffmpeg may take."""

    largest_bytes: int
    """Of all that it writes."""
    longest_s: float


def ffmpeg_program() -> str:
    """The system's ffmpeg, or else the one that the imageio-ffmpeg package brings."""
    program: str = shutil.which("ffmpeg") or imageio_ffmpeg.get_ffmpeg_exe()
    return program


@cache
def ffmpeg_version() -> str:
    """What the program calls itself: "ffmpeg version 7.0.2"; another version may make other bytes."""
    told = subprocess.run([ffmpeg_program(), "-version"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    return told.stdout.partition(" Copyright")[0]


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
    with workbench(target.parent) as bench:
        output = ffmpeg.output(*streams, str(bench / target.name), **options)
        limits = Limits(largest_bytes=largest_bytes, longest_s=longest_s)
        run_ffmpeg([output], bench=bench, duration_ms=duration_ms, limits=limits, on_progress=on_progress)
        (bench / target.name).replace(target)


def run_ffmpeg(
    outputs: Sequence[ffmpeg.nodes.OutputStream],
    *,
    bench: Path,
    duration_ms: int,
    limits: Limits,
    on_progress: Progress,
) -> None:
    """Run ffmpeg once for all outputs, which it writes into the folder `bench`.

    Raises:
        MediaRefused: ffmpeg failed or went over a limit.
        OSError: the disk is full.
    """
    command = ffmpeg.merge_outputs(*outputs).global_args(*_QUIET).compile(cmd=ffmpeg_program())
    with (
        tempfile.TemporaryFile("w+", errors="replace") as complaints,
        subprocess.Popen(
            on_leash(command), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=complaints
        ) as child,
    ):
        timer = Timer(limits.longest_s, child.kill)
        timer.start()
        try:
            _limit_memory(child.pid)
            for share in _shares_done(child, duration_ms):
                _require_small(bench, limits.largest_bytes)
                on_progress(share)
            status = child.wait()
        finally:
            timer.cancel()
            child.kill()
        complaints.seek(0)
        reasons = complaints.read().splitlines()
    if status == -signal.SIGKILL:
        message = f"The video was given up: it took more than {limits.longest_s:.0f} s, or all memory."
        raise MediaRefused("too_slow", message)
    if any(os.strerror(errno.ENOSPC) in reason for reason in reasons):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(bench))
    if status:
        reason = reasons[-1] if reasons else f"status {status}"
        raise MediaRefused("transcoding_failed", f"The video could not be converted: {reason}")
    _require_small(bench, limits.largest_bytes)
    on_progress(1.0)


def _shares_done(child: subprocess.Popen[bytes], duration_ms: int) -> Iterator[float]:
    """What ffmpeg reports twice a second: the share of the recording's time that is converted; never falls."""
    done = 0.0
    for line in child.stdout or ():
        key, _, value = line.decode().strip().partition("=")
        if key == "out_time_us" and value.isdecimal():
            done = max(done, min(1.0, int(value) / 1000 / max(1, duration_ms)))
            yield done


def _require_small(bench: Path, largest_bytes: int) -> None:
    if sum(path.stat().st_size for path in bench.iterdir()) > largest_bytes:
        raise MediaRefused("too_large", f"The converted video would be larger than {largest_bytes // 2**20} MB.")


def _limit_memory(pid: int) -> None:
    if hasattr(resource, "prlimit"):  # Linux alone can limit a process from outside.
        resource.prlimit(pid, resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))
