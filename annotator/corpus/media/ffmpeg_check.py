"""Whether the ffmpeg at hand counts times as recordings are read here: 5.1 shows the pictures of some WebM late."""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from annotator.corpus.media.copies import PROXY, make_copies
from annotator.corpus.media.probe import probe

_SAMPLE = Path(__file__).with_name("sample.webm")
"""Twelve pictures of VP8 at 30 a second. As all Opus does, its sound begins 7 ms before what is to be heard."""


def keeps_times() -> bool:
    """Whether the pictures of a copy are shown when those of its original are.

    Raises:
        MediaRefused: the program can't convert at all as it must.
    """
    with TemporaryDirectory(prefix="attune-ffmpeg-") as name:
        source = Path(name) / _SAMPLE.name
        shutil.copyfile(_SAMPLE, source)
        found = probe(source)
        make_copies(source, source.parent, found=found)
        return probe(source.parent / PROXY).frames.times_ms == found.frames.times_ms
