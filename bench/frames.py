"""The frames of 800 client turns an hour, against a plain decode of the recording; and after a change of one turn."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from unittest.mock import patch

import ffmpeg

from annotator.corpus.media import picture_reader
from annotator.corpus.media.client_face import ClientRegion, TrackedClient
from annotator.corpus.media.face_detectors import HaarDetector
from annotator.corpus.media.ffmpeg import ffmpeg_program, media_input
from annotator.corpus.media.frames import FrameRequest, extract_frames
from annotator.corpus.media.kept_searches import KeptSearches
from annotator.corpus.media.pictures import Picture, Upright, pictures_from_here
from annotator.corpus.media.probe import Probe, probe
from bench.ratio import Ratio, cpu_seconds
from demo.film import FilmedSession, film
from demo.script import Script, write_script

if TYPE_CHECKING:
    from av.container import InputContainer

SIZE = (1280, 720)
LOOPS = 4
MINUTE_MS = 60_000
TURNS_AN_HOUR = 800


def measure() -> list[Ratio]:
    with TemporaryDirectory() as folder:
        filmed = film(_a_minute(), Path(folder), fps=25, size=SIZE)
        source = Path(folder) / "long.mp4"
        _run(ffmpeg.input(str(filmed.video), stream_loop=LOOPS - 1).output(str(source), c="copy"))
        return _ratios(source, Path(folder) / "frames", filmed)


def _ratios(source: Path, folder: Path, filmed: FilmedSession) -> list[Ratio]:
    found = probe(source)
    every_ms = 3_600_000 // TURNS_AN_HOUR
    starts = range(0, found.duration_ms - every_ms, every_ms)
    turns = [FrameRequest(str(start), start, start + every_ms // 2) for start in starts]
    plain_s = cpu_seconds(lambda: _run(ffmpeg.output(media_input(source)["v:0"], "-", f="null")))
    with _counted() as decoded:
        ours_s = cpu_seconds(lambda: _search(source, folder, turns, found, filmed))
        n_decoded = len(decoded)
        middle = len(turns) // 2
        turns[middle] = replace(turns[middle], start_ms=starts[middle] + 100)
        again_s = cpu_seconds(lambda: _search(source, folder, turns, found, filmed))
        n_again = len(decoded) - n_decoded
    n_pictures = len(found.frames.times_ms)
    return [
        Ratio(
            name=f"frames of {len(turns)} turns, pictures decoded against all there are",
            value=n_decoded / n_pictures,
            target=1,
            at_most=True,
            # Looking for the face ten times a turn, and storing what was found, come on top of the decode.
            detail=f"{n_decoded} of {n_pictures}; processor time {ours_s / plain_s:.1f} times a plain decode's",
        ),
        Ratio(
            name="frames after one turn was moved, pictures decoded against all",
            value=n_again / n_pictures,
            target=0.1,
            at_most=True,
            detail=f"{n_again} of {n_pictures}, {again_s:.1f} s",
        ),
    ]


def _search(source: Path, folder: Path, turns: list[FrameRequest], found: Probe, filmed: FilmedSession) -> None:
    finder = TrackedClient(HaarDetector(), ClientRegion(*filmed.client_region))
    kept = KeptSearches(folder / "searches.json", basis={"source": source.name})
    extract_frames(source, folder, turns, found=found, finder=finder, kept=kept)


@contextmanager
def _counted() -> Iterator[list[int]]:
    """The indices of the pictures that are decoded meanwhile."""
    indices: list[int] = []

    def counted(container: "InputContainer", found: Probe, upright: Upright) -> Iterator[Picture]:
        for picture in pictures_from_here(container, found, upright):
            indices.append(picture.index)
            yield picture

    with patch.object(picture_reader, "pictures_from_here", counted):
        yield indices


def _a_minute() -> Script:
    script = write_script(sessions=1, client_turns=30, seed=4)[0]
    return replace(script, turns=tuple(turn for turn in script.turns if turn.end_ms < MINUTE_MS))


def _run(output: ffmpeg.nodes.OutputStream) -> None:
    quiet = output.global_args("-loglevel", "error", "-nostdin", "-y")
    subprocess.run(quiet.compile(cmd=ffmpeg_program()), check=True)
