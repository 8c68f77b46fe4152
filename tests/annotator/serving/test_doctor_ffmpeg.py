"""`doctor` and an ffmpeg that counts times otherwise than recordings are read here."""

import os
from pathlib import Path

import imageio_ffmpeg
import pytest

from annotator.corpus.media import ffmpeg
from annotator.serving import doctor


def findings_of(program: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> doctor.Finding:
    path = folder / "ffmpeg"
    path.write_text(program)
    path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    ffmpeg.ffmpeg_version.cache_clear()
    return doctor._ffmpeg()


@pytest.fixture(autouse=True)
def _version_is_asked_anew():
    yield
    ffmpeg.ffmpeg_version.cache_clear()


def test_the_ffmpeg_that_comes_with_attune_keeps_times(tmp_path, monkeypatch):
    own = f'#!/bin/sh\nexec {imageio_ffmpeg.get_ffmpeg_exe()} "$@"\n'

    assert findings_of(own, tmp_path, monkeypatch).advice == ""


def test_one_that_shows_pictures_late_is_refused(tmp_path, monkeypatch):
    # Each input of it begins 7 ms later than it says.
    late = f"""#!/bin/bash
arguments=()
for each in "$@"; do
  [ "$each" = -i ] && arguments+=(-itsoffset 0.007)
  arguments+=("$each")
done
exec {imageio_ffmpeg.get_ffmpeg_exe()} -copyts "${{arguments[@]}}"
"""

    found = findings_of(late, tmp_path, monkeypatch)

    assert "shows pictures of WebM files at other times" in found.found
    assert "Put a newer one first in PATH" in found.advice


def test_one_that_cannot_convert_is_named_with_what_to_do(tmp_path, monkeypatch):
    found = findings_of("#!/bin/sh\necho Option not found >&2\nexit 1\n", tmp_path, monkeypatch)

    assert "could not be converted" in found.found
    assert found.advice
