"""The blurred view of a minute at 720p beside the plain copy for browsers: two drawn faces, 25 pictures a second."""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from annotator.corpus.media.blur import make_blurred
from annotator.corpus.media.client_face import ClientRegion
from annotator.corpus.media.copies import PROXY, make_copies
from annotator.corpus.media.face_detectors import HaarDetector
from annotator.corpus.media.probe import probe
from bench.ratio import Ratio
from demo.film import film
from demo.script import Script, write_script

MINUTE_MS = 60_000


def measure() -> list[Ratio]:
    with TemporaryDirectory() as folder:
        filmed = film(_a_minute(), Path(folder), fps=25, size=(1280, 720))
        found = probe(filmed.video)
        began = perf_counter()
        make_copies(filmed.video, Path(folder), found=found)
        made = perf_counter()
        blurred = make_blurred(
            Path(folder) / PROXY,
            Path(folder) / "blurred.mp4",
            duration_ms=found.duration_ms,
            detector=HaarDetector(),
            region=ClientRegion(*filmed.client_region),
        )
        plain_s, blurred_s = made - began, perf_counter() - made
    minutes = found.duration_ms / MINUTE_MS
    return [
        Ratio(
            name="blurred view of a 720p recording, against its plain copies",
            value=blurred_s / plain_s,
            target=4,
            at_most=True,
            detail=f"{blurred_s / minutes:.0f} s a minute; copies {plain_s / minutes:.0f} s; "
            f"{1000 * blurred_s / blurred.frames:.0f} ms a picture",
        )
    ]


def _a_minute() -> Script:
    script = write_script(sessions=1, client_turns=30, seed=4)[0]
    return replace(script, turns=tuple(turn for turn in script.turns if turn.end_ms < MINUTE_MS))
