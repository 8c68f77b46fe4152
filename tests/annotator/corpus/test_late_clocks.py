"""A sound whose file's clock begins late is heard, drawn and laid beside its transcript on one clock, its own."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import imageio_ffmpeg
import pytest
from rest_framework.response import Response
from rest_framework.test import APIClient

from annotator.corpus import files
from annotator.corpus.media.probe import probe
from annotator.corpus.models import Draft, Session

Browser = Callable[[str], APIClient]
TONE_FROM_MS, TONE_UNTIL_MS = 2000, 3000
LOUD = 5  # Of 127; the tone has 16.


@pytest.fixture(params=[("m4a", "aac"), ("mka", "libopus"), ("ogg", "libopus"), ("oga", "libvorbis")], ids=str)
def late_sound(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Six seconds on a clock that begins at 3.5 s; from 2 s to 3 s of them a tone is heard."""
    suffix, codec = request.param
    path = tmp_path / f"late.{suffix}"
    tone = ("-f", "lavfi", "-i", "sine=880:d=1", "-af", f"aresample=48000,adelay={TONE_FROM_MS},apad=whole_dur=6")
    late = ("-c:a", codec, "-output_ts_offset", "3.5")
    subprocess.run([imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-nostdin", *tone, *late, path], check=True)
    return path


def test_what_the_import_plays_the_waveform_and_the_length_have_one_clock(
    late_sound: Path,
    client_of: Browser,
    send: Callable[..., Response],
    confirm: Callable[..., Response],
    run_jobs: Callable[[], None],
    tmp_path: Path,
) -> None:
    sent = send(video=late_sound, video_name=late_sound.name)
    draft = sent.json()
    played = tmp_path / "played"
    played.write_bytes(b"".join(client_of("chi").get(f"/api/v1/drafts/{draft['id']}/video/")))
    in_part = client_of("chi").get(f"/api/v1/drafts/{draft['id']}/video/", headers={"Range": "bytes=0-9"})
    first_bytes = b"".join(in_part)
    session = Session.objects.get(pk=confirm(sent).json()["id"])
    run_jobs()

    told = probe(played)
    waveform = (files.absolute(session.recording.waveform_path)).read_bytes()
    loud = [10 * place for place, highest in enumerate(waveform[1::2]) if LOUD < highest < 128]
    folder = files.absolute(files.folder_of(session.recording.original_path))

    assert draft["probe"]["duration_ms"] == pytest.approx(6000, abs=30)
    assert (told.clock_ms, told.audio[0].start_ms) == (0, 0)
    assert told.duration_ms == pytest.approx(draft["probe"]["duration_ms"], abs=30)
    assert (in_part.status_code, first_bytes) == (206, played.read_bytes()[:10])
    assert (loud[0], loud[-1]) == (pytest.approx(TONE_FROM_MS, abs=40), pytest.approx(TONE_UNTIL_MS, abs=40))
    assert not list(folder.glob("*-from-0"))
    assert not Draft.objects.exists()
