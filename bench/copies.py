"""Making everything of a recording, against the plain ffmpeg commands for its copies; and the memory it takes."""

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import ffmpeg

from annotator.corpus.media.client_face import TrackedClient
from annotator.corpus.media.copies import make_copies
from annotator.corpus.media.face_detectors import HaarDetector
from annotator.corpus.media.ffmpeg import ffmpeg_program, media_input
from annotator.corpus.media.frames import FrameRequest, extract_frames
from annotator.corpus.media.placed_sound import Sound
from annotator.corpus.media.probe import Probe, probe
from annotator.corpus.media.proxy import LARGE, SMALL, make_picture_only, proxy_output, proxy_size
from bench.ratio import Ratio, cpu_seconds

LENGTH_S = 30
TURNS_AN_HOUR = 800  # Of the client.
SHORT_S, LONG_S = 300, 3600
MOST_MB = 600


def measure() -> list[Ratio]:
    with tempfile.TemporaryDirectory() as folder:
        return [_time(Path(folder)), *_memory(Path(folder))]


def make_everything(source: Path, folder: Path) -> None:
    """What preparing a session does with its recording."""
    folder.mkdir(exist_ok=True)
    found = probe(source)
    make_copies(source, folder, found=found)
    make_picture_only(folder / "proxy.mp4", folder / "picture.mp4", found=found)
    every_ms = 3_600_000 // TURNS_AN_HOUR
    turns = [FrameRequest(str(at), at, at + every_ms // 2) for at in range(0, found.duration_ms, every_ms)]
    extract_frames(source, folder / "frames", turns, found=found, finder=TrackedClient(HaarDetector(), None))


def _time(folder: Path) -> Ratio:
    source = _recording(folder / "source.mp4", size="1280x720", length_s=LENGTH_S)
    found = probe(source)
    plain = cpu_seconds(lambda: _plain_commands(source, folder, found), repeats=2)
    ours = cpu_seconds(lambda: make_everything(source, folder / "made"), repeats=2)
    return Ratio(
        name=f"all of {LENGTH_S} s of 720p, processor time against plain copies",
        value=ours / plain,
        target=1.25,
        at_most=True,
        detail=f"{ours:.1f} s; plain ffmpeg {plain:.1f} s",
    )


def _plain_commands(source: Path, folder: Path, found: Probe) -> None:
    """One command for each copy, and no waveform, thumbnails or frames."""
    for size in (LARGE, SMALL):
        recording = media_input(source)
        picture = recording["v:0"].filter("scale", *proxy_size(found.video, size)).filter("format", "yuv420p")
        output = proxy_output(picture, Sound(recording["a:0"]), folder / "plain.mp4", size=size, audio=found.audio[0])
        _run(output)
    _run(ffmpeg.output(media_input(folder / "plain.mp4")["v:0"], str(folder / "picture.mp4"), c="copy"))


def _memory(folder: Path) -> list[Ratio]:
    minute = _recording(folder / "minute.mp4", size="160x120", length_s=60)
    short_mb, _ = _peaks_mb(minute, length_s=SHORT_S)
    ours_mb, child_mb = _peaks_mb(minute, length_s=LONG_S)
    return [
        Ratio(
            name=f"all of {LONG_S // 60} minutes, peak memory against {MOST_MB} MB",
            value=(ours_mb + child_mb) / MOST_MB,
            target=1,
            at_most=True,
            detail=f"worker {ours_mb:.0f} MB and its ffmpeg {child_mb:.0f} MB",
        ),
        Ratio(
            name=f"the worker's memory for {LONG_S // 60} minutes against {SHORT_S // 60}",
            value=ours_mb / short_mb,
            target=1.5,
            at_most=True,
            detail=f"{ours_mb:.0f} MB; {short_mb:.0f} MB",
        ),
    ]


def _peaks_mb(minute: Path, *, length_s: int) -> tuple[float, float]:
    """The peaks of the process that prepares a recording, which repeats the minute, and of its ffmpeg."""
    long = minute.with_name(f"{length_s}.mp4")
    _run(ffmpeg.input(str(minute), stream_loop=length_s // 60 - 1).output(str(long), c="copy"))
    command = [sys.executable, "-m", "bench.copies", str(long), str(minute.with_name(f"made-{length_s}"))]
    peaks = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    ours, child = (int(peak) / 1000 for peak in peaks)
    return ours, child


def _recording(path: Path, *, size: str, length_s: int) -> Path:
    """A moving test picture with noise, as cameras have it, and a tone."""
    picture = ffmpeg.input(f"testsrc2=size={size}:rate=30:duration={length_s},noise=alls=8:allf=t", f="lavfi")
    sound = ffmpeg.input(f"sine=frequency=220:duration={length_s}", f="lavfi")
    options = {"c:v": "libx264", "preset": "ultrafast", "crf": 28, "pix_fmt": "yuv420p", "c:a": "aac"}
    _run(ffmpeg.output(picture, sound, str(path), **options))
    return path


def _run(output: ffmpeg.nodes.OutputStream) -> None:
    quiet = output.global_args("-loglevel", "error", "-nostdin", "-y")
    subprocess.run(quiet.compile(cmd=ffmpeg_program()), check=True)


if __name__ == "__main__":
    make_everything(Path(sys.argv[1]), Path(sys.argv[2]))
    for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
        sys.stdout.write(f"{resource.getrusage(who).ru_maxrss}\n")
