"""The copy for browsers: it plays, it seeks, and its frames are where the original's are."""

import numpy as np
import pytest

from annotator.corpus.media import ffmpeg as ffmpeg_module
from annotator.corpus.media.ffmpeg import media_input, write_media
from annotator.corpus.media.pictures import decode_pictures
from annotator.corpus.media.probe import probe
from annotator.corpus.media.proxy import make_picture_only, make_proxy
from annotator.corpus.media.refusal import MediaRefused
from annotator.corpus.media.thumbnails import make_thumbnails


@pytest.fixture
def proxy_of(clip, tmp_path):
    def made(name: str):
        target = tmp_path / f"{name}.proxy.mp4"
        make_proxy(clip(name), target, found=probe(clip(name)))
        return target

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
    ],
)
def test_every_frame_keeps_its_time(clip, proxy_of, name):
    original, proxy = probe(clip(name)), probe(proxy_of(name))

    assert proxy.frames.times_ms == original.frames.times_ms
    assert (proxy.video.codec, proxy.video.pixel_format, proxy.video.rotation) == ("h264", "yuv420p", 0)
    assert proxy.duration_ms == pytest.approx(original.duration_ms, abs=30)


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("turned_90.mov", (240, 320)),
        ("odd_sizes.mkv", (320, 244)),
        ("wide_pixels.mp4", (640, 240)),
        ("large.mp4", (1280, 720)),
    ],
)
def test_the_size_is_even_and_at_most_720(proxy_of, name, size):
    video = probe(proxy_of(name)).video

    assert (video.width, video.height) == size


@pytest.mark.parametrize("name", ["turned_90.mov", "turned_180.mov", "turned_270.mov"])
def test_a_turned_recording_is_upright_in_the_proxy_and_in_its_frames(clip, proxy_of, name):
    original = next(decode_pictures(clip(name), probe(clip(name)))).grey
    path = proxy_of(name)
    proxy = next(decode_pictures(path, probe(path))).grey

    assert np.abs(original.astype(int) - proxy).mean() < 6


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


def test_the_picture_alone_has_no_sound_track_and_the_same_frames(proxy_of, tmp_path):
    proxy = proxy_of("plain.mp4")
    target = tmp_path / "picture.mp4"

    make_picture_only(proxy, target, found=probe(proxy))

    assert probe(target).audio == ()
    assert probe(target).frames == probe(proxy).frames


def test_the_same_recording_gives_the_same_bytes(proxy_of):
    assert proxy_of("silent.mp4").read_bytes() == proxy_of("silent.mp4").read_bytes()


def test_progress_ends_at_1_and_never_falls(clip, tmp_path):
    shares: list[float] = []

    make_proxy(clip("plain.mp4"), tmp_path / "p.mp4", found=probe(clip("plain.mp4")), on_progress=shares.append)

    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_a_stopped_conversion_leaves_nothing_behind(clip, tmp_path):
    class StoppedError(Exception):
        pass

    def stop(_share: float) -> None:
        raise StoppedError

    with pytest.raises(StoppedError):
        make_proxy(clip("plain.mp4"), tmp_path / "p.mp4", found=probe(clip("plain.mp4")), on_progress=stop)

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
        make_proxy(playlist, tmp_path / "p.mp4", found=probe(clip("plain.mp4")))

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


def test_thumbnails_stand_on_one_sheet_with_their_times(proxy_of, tmp_path):
    sheet = make_thumbnails(proxy_of("plain.mp4"), tmp_path / "sheet.jpg", duration_ms=4300)

    assert sheet.times_ms == (0, 1000, 2000, 3000, 4000)
    assert (sheet.columns, sheet.width, sheet.height) == (10, 120, 90)
    found = probe(proxy_of("plain.mp4"))
    fewer = make_thumbnails(proxy_of("plain.mp4"), tmp_path / "few.jpg", duration_ms=found.duration_ms, at_most=2)
    assert fewer.times_ms == (0, 3000)
