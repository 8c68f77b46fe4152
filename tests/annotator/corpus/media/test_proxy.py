"""The copies for browsers: they play, they seek, and their frames are where the original's are."""

import subprocess
import sys
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from annotator.corpus.media import copies
from annotator.corpus.media import ffmpeg as ffmpeg_module
from annotator.corpus.media.copies import PROXY, SMALL_PROXY, THUMBNAILS, WAVEFORM, make_copies
from annotator.corpus.media.ffmpeg import media_input, write_media
from annotator.corpus.media.files import clear_workbenches, sha256_of, workbench
from annotator.corpus.media.pictures import decode_pictures
from annotator.corpus.media.probe import probe
from annotator.corpus.media.proxy import LARGE, OVERHEAD_BYTES, make_picture_only
from annotator.corpus.media.refusal import MediaRefused
from annotator.corpus.media.still import still_at
from annotator.corpus.media.thumbnails import draw_sheet, thumbnail_output


@pytest.fixture
def proxy_of(clip, tmp_path):
    def made(name: str):
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        make_copies(clip(name), folder, found=probe(clip(name)))
        return folder / PROXY

    return made


@pytest.mark.parametrize(
    "name",
    [
        "varying_rate.mov",
        "late_picture.mp4",
        "hevc_10_bit.mp4",
        "vp9.webm",
        "mpeg4.avi",
        "start_not_0.ts",
        "turned_90.mov",
        "vp8.webm",
        "av1.webm",
        "interlaced.mpg",
        "fragmented.mp4",
        "full_colour_odd.mp4",
        "late_sound.mp4",
        "surround.mkv",
        "two_sounds.mkv",
        "edit_list.mp4",
        "time_code.mov",
        "turned_hevc.mkv",
        "begun_after_10_h.mkv",
        "flash.flv",
    ],
)
def test_every_frame_keeps_its_time_in_both_sizes(clip, proxy_of, name):
    original, large = probe(clip(name)), proxy_of(name)

    for path in (large, large.with_name(SMALL_PROXY)):
        proxy = probe(path)
        assert proxy.frames.times_ms == original.frames.times_ms
        assert (proxy.video.codec, proxy.video.pixel_format, proxy.video.rotation) == ("h264", "yuv420p", 0)
        assert proxy.duration_ms == pytest.approx(original.duration_ms, abs=30)


@pytest.mark.parametrize(
    ("name", "size", "small"),
    [
        ("turned_90.mov", (264, 352), (240, 320)),
        ("odd_sizes.mkv", (320, 244), (318, 240)),
        ("wide_pixels.mp4", (704, 264), (640, 240)),
        ("large.mp4", (1280, 720), (426, 240)),
    ],
)
def test_the_size_is_even_and_at_most_720_and_240(proxy_of, name, size, small):
    path = proxy_of(name)

    sizes = [(video.width, video.height) for video in (probe(path).video, probe(path.with_name(SMALL_PROXY)).video)]

    assert sizes == [size, small]


TURNED = [f"turned_{degrees}.mov" for degrees in (90, 180, 270)]
MIRRORED = ["mirrored.mov", "upside_down.mov", "mirrored_90.mov", "mirrored_270.mov"]


@pytest.mark.parametrize("name", [*TURNED, *MIRRORED])
def test_a_turned_recording_is_upright_in_the_proxy_and_in_its_frames(clip, proxy_of, name):
    found = probe(clip(name))
    original = next(decode_pictures(clip(name), found)).grey
    path = proxy_of(name)
    proxy = next(decode_pictures(path, probe(path))).grey
    still = cv2.imdecode(np.frombuffer(still_at(clip(name), at_ms=0), np.uint8), cv2.IMREAD_GRAYSCALE)

    assert found.video.is_mirrored == (name in MIRRORED)
    assert np.abs(original.astype(int) - proxy).mean() < 6
    assert np.abs(original.astype(int) - still).mean() < 6


def test_an_interlaced_recording_is_deinterlaced(proxy_of):
    assert not probe(proxy_of("interlaced.mpg")).video.is_interlaced


def test_a_seek_never_has_to_decode_more_than_a_second(proxy_of):
    frames = probe(proxy_of("plain.mp4")).frames

    assert [frames.times_ms[index] for index in sorted(frames.key_frames)] == [0, 1000, 2000, 3000, 4000]


def test_the_index_stands_before_the_pictures(proxy_of):
    data = proxy_of("plain.mp4").read_bytes()

    assert 0 < data.index(b"moov") < data.index(b"mdat")


def test_sound_is_aac_with_the_channels_it_had_and_begins_at_0(proxy_of):
    found = probe(proxy_of("late_picture.mp4"))

    assert [(track.codec, track.channels, track.start_ms) for track in found.audio] == [("aac", 1, 0)]


def test_six_channels_become_two(proxy_of):
    assert [track.layout for track in probe(proxy_of("surround.mkv")).audio] == ["stereo"]


def test_sound_alone_is_played_from_a_copy_without_picture(clip, proxy_of):
    folder = proxy_of("sound.wav").parent
    found = probe(folder / PROXY)

    assert (found.picture, found.duration_ms) == (None, 4300)
    assert sorted(path.name for path in folder.iterdir()) == [PROXY, WAVEFORM]


def test_a_picture_of_240_pixels_has_no_smaller_copy(clip, tmp_path):
    source = tmp_path / "narrow.mp4"
    command = [ffmpeg_module.ffmpeg_program(), "-loglevel", "error", "-i", clip("silent.mp4")]
    subprocess.run([*command, "-vf", "scale=320:240", source], check=True)

    copies = make_copies(source, tmp_path, found=probe(source))

    assert sorted(copies.sha256) == [PROXY, THUMBNAILS]


def test_the_picture_alone_has_no_sound_track_and_the_same_frames(proxy_of, tmp_path):
    proxy = proxy_of("plain.mp4")
    target = tmp_path / "picture.mp4"

    make_picture_only(proxy, target, found=probe(proxy))

    assert probe(target).audio == ()
    assert probe(target).frames == probe(proxy).frames


def test_the_same_recording_gives_the_same_bytes(clip, proxy_of):
    first = make_copies(clip("plain.mp4"), proxy_of("plain.mp4").parent, found=probe(clip("plain.mp4"))).sha256
    again = make_copies(clip("plain.mp4"), proxy_of("plain.mp4").parent, found=probe(clip("plain.mp4"))).sha256

    assert sorted(first) == sorted([PROXY, SMALL_PROXY, THUMBNAILS, WAVEFORM])
    assert first == again
    assert first[PROXY] == sha256_of(proxy_of("plain.mp4"))


@pytest.mark.parametrize("overhead_bytes", [OVERHEAD_BYTES, 0], ids=["of even quality", "held to a rate"])
def test_a_noisy_recording_gives_the_same_bytes_too(clip, tmp_path, monkeypatch, overhead_bytes):
    """An encoder of several threads that keeps to a rate decides by who is first."""
    monkeypatch.setattr(copies, "OVERHEAD_BYTES", overhead_bytes)
    made = [make_copies(clip("noisy.mp4"), tmp_path, found=probe(clip("noisy.mp4"))).sha256 for _ in range(3)]

    assert made[0] == made[1] == made[2]
    bits_per_s = (tmp_path / PROXY).stat().st_size * 8 / 4.3
    assert (bits_per_s > 1.5 * LARGE.bits_per_s) == (overhead_bytes > 0)


@pytest.mark.parametrize("name", ["plain.mp4", "noisy.mp4"])
def test_progress_ends_at_1_and_never_falls(clip, tmp_path, monkeypatch, name):
    monkeypatch.setattr(copies, "OVERHEAD_BYTES", 0 if name == "noisy.mp4" else OVERHEAD_BYTES)
    shares: list[float] = []

    make_copies(clip(name), tmp_path, found=probe(clip(name)), on_progress=shares.append)

    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_a_stopped_conversion_leaves_nothing_behind(clip, tmp_path):
    class StoppedError(Exception):
        pass

    def stop(_share: float) -> None:
        raise StoppedError

    with pytest.raises(StoppedError):
        make_copies(clip("plain.mp4"), tmp_path, found=probe(clip("plain.mp4")), on_progress=stop)

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("limits", "code"),
    [
        ({"longest_s": 0.01, "largest_bytes": 10**9}, "too_slow"),
        ({"longest_s": 60, "largest_bytes": 1000}, "too_large"),
    ],
)
def test_a_conversion_over_its_limits_is_given_up(clip, tmp_path, limits, code):
    with pytest.raises(MediaRefused) as refusal:
        write_media(
            media_input(clip("plain.mp4"))["v:0"],
            target=tmp_path / "p.mp4",
            options={"c:v": "libx264", "f": "matroska"},
            duration_ms=4300,
            on_progress=lambda _share: None,
            **limits,
        )

    assert refusal.value.code == code
    assert list(tmp_path.iterdir()) == []


def test_ffmpeg_reads_no_playlist_either(clip, tmp_path):
    playlist = tmp_path / "session.mp4"
    playlist.write_text(f"ffconcat version 1.0\nfile '{clip('plain.mp4')}'\n")

    with pytest.raises(MediaRefused) as refusal:
        make_copies(playlist, tmp_path, found=probe(clip("plain.mp4")))

    assert refusal.value.code == "transcoding_failed"


def test_the_system_ffmpeg_comes_before_the_packaged_one(monkeypatch, tmp_path):
    packaged = ffmpeg_module.imageio_ffmpeg.get_ffmpeg_exe()
    system = tmp_path / "ffmpeg"
    system.write_text("#!/bin/sh\n")
    system.chmod(0o755)

    monkeypatch.setenv("PATH", str(tmp_path))
    assert ffmpeg_module.ffmpeg_program() == str(system)
    monkeypatch.setenv("PATH", "")
    assert ffmpeg_module.ffmpeg_program() == packaged


def test_what_a_killed_process_left_half_made_is_cleared_away(tmp_path):
    left = workbench(tmp_path)
    (left.__enter__() / PROXY).write_bytes(b"half")

    clear_workbenches(tmp_path)

    assert list(tmp_path.iterdir()) == []
    left.__exit__(None, None, None)


@pytest.mark.parametrize(
    ("name", "times_ms"),
    [
        ("plain.mp4", (0, 1000, 2000, 3000, 4000)),
        ("late_picture.mp4", (800, 1000, 2000, 3000, 4000, 5000)),
        ("varying_rate.mov", (0, 1200, 2100, 3000, 4000)),
    ],
)
def test_thumbnails_stand_on_one_sheet_with_their_times(clip, tmp_path, name, times_ms):
    sheet = make_copies(clip(name), tmp_path, found=probe(clip(name))).thumbnails

    assert sheet.times_ms == times_ms
    assert (sheet.columns, sheet.width, sheet.height) == (10, 120, 90)
    assert cv2.imread(str(tmp_path / THUMBNAILS)).shape == (90, 1200, 3)


def test_a_thumbnail_shows_its_moment(clip, tmp_path):
    found = probe(clip("plain.mp4"))
    make_copies(clip("plain.mp4"), tmp_path, found=found)
    sheet = cv2.imread(str(tmp_path / THUMBNAILS), cv2.IMREAD_GRAYSCALE)
    at_3000 = next(picture.grey for picture in decode_pictures(clip("plain.mp4"), found) if picture.from_ms == 3000)

    differences = [
        np.abs(cv2.resize(at_3000, (120, 90), interpolation=cv2.INTER_AREA).astype(int) - sheet[:, x : x + 120]).mean()
        for x in range(0, 600, 120)
    ]

    assert int(np.argmin(differences)) == 3


def test_a_long_recording_has_a_hundred_thumbnails(clip, tmp_path):
    output = thumbnail_output(
        media_input(clip("plain.mp4"))["0"],
        tmp_path / "t.mkv",
        probe(clip("plain.mp4")).video,
        duration_ms=4300,
        at_most=2,
    )
    limits = ffmpeg_module.Limits(largest_bytes=10**8, longest_s=60)
    ffmpeg_module.run_ffmpeg([output], bench=tmp_path, duration_ms=4300, limits=limits, on_progress=lambda _share: None)

    assert draw_sheet(tmp_path / "t.mkv", tmp_path / "few.jpg").times_ms == (0, 2200)


MAKE = """
import sys
from pathlib import Path
from annotator.corpus.media.copies import make_copies
from annotator.corpus.media.probe import probe

source, folder = Path(sys.argv[1]), Path(sys.argv[2])
found = probe(source)
print("begun", flush=True)
make_copies(source, folder, found=found)
"""


@pytest.mark.parametrize("killed_after_s", [0.0, 0.05, 0.15, 0.3, 0.5])
def test_a_killed_process_leaves_all_or_nothing_and_its_successor_makes_the_same(clip, tmp_path, killed_after_s):
    source, folder, undisturbed = clip("interlaced.mpg"), tmp_path / "made", tmp_path / "undisturbed"
    folder.mkdir()
    undisturbed.mkdir()
    with subprocess.Popen(
        [sys.executable, "-c", MAKE, str(source), str(folder)], stdout=subprocess.PIPE, cwd=Path(__file__).parents[4]
    ) as maker:
        maker.stdout.readline()
        time.sleep(killed_after_s)
        maker.kill()
    left = sorted(path.name for path in folder.iterdir() if not path.name.startswith(".making-"))
    clear_workbenches(folder)

    again = make_copies(source, folder, found=probe(source))

    assert left in ([], sorted([PROXY, SMALL_PROXY, THUMBNAILS, WAVEFORM]))
    assert again.sha256 == make_copies(source, undisturbed, found=probe(source)).sha256
    assert sorted(path.name for path in folder.iterdir()) == sorted([PROXY, SMALL_PROXY, THUMBNAILS, WAVEFORM])
