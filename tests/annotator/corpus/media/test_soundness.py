"""Damage is found before an import is confirmed, and what is whole passes."""

import pytest

from annotator.corpus.media import soundness
from annotator.corpus.media.probe import probe
from annotator.corpus.media.refusal import MediaRefused
from annotator.corpus.media.soundness import Deadline, missing_bytes, refuse_damaged
from tests.annotator.corpus.media.conftest import DAMAGED, RECIPES

WHOLE = [name for name in RECIPES if name != "encrypted.mp4"]


def look_at(path):
    found = probe(path)
    refuse_damaged(path, n_frames=len(found.frames.times_ms))


@pytest.mark.parametrize("name", WHOLE)
def test_what_is_whole_passes(clip, name):
    look_at(clip(name))


@pytest.mark.parametrize("name", WHOLE)
def test_what_is_whole_passes_as_a_long_recording_too(clip, name, monkeypatch):
    monkeypatch.setattr(soundness, "_MOST_PIXELS_DECODED", 0)

    look_at(clip(name))


@pytest.mark.parametrize("name", DAMAGED)
def test_four_wrong_kilobytes_in_the_middle_are_found(clip, name):
    with pytest.raises(MediaRefused) as refusal:
        look_at(clip(name))

    assert refusal.value.code in {"damaged", "truncated"}


@pytest.mark.parametrize("codec", ["h264", "hevc"])
def test_of_a_long_recording_the_structure_of_every_picture_is_looked_at(clip, codec, monkeypatch, tmp_path):
    # Between two key frames, where nothing is decoded: the first bytes of one picture tell a wrong length.
    monkeypatch.setattr(soundness, "_MOST_PIXELS_DECODED", 0)
    source = clip({"h264": "silent.mp4", "hevc": "hevc_10_bit.mp4"}[codec])
    with soundness.open_media(source) as container:
        late = (p for p in container.demux(video=0) if p.pts is not None and p.pts * p.time_base > 2)
        at = next(p.pos for p in late if not p.is_keyframe)
    data = bytearray(source.read_bytes())
    data[at : at + 4] = b"\x00\x00\x00\x07"
    path = tmp_path / "damaged.mp4"
    path.write_bytes(data)

    with pytest.raises(MediaRefused, match="picture can't be read near"):
        look_at(path)


def test_the_time_of_the_damage_is_told(clip, tmp_path):
    source = clip("silent.mp4")
    with soundness.open_media(source) as container:
        at = next(p.pos for p in container.demux(video=0) if p.pts is not None and p.pts * p.time_base > 2)
    data = bytearray(source.read_bytes())
    data[at : at + 40] = bytes(40)
    path = tmp_path / "damaged.mp4"
    path.write_bytes(data)

    with pytest.raises(MediaRefused, match=r"near [12]\.\d s"):
        look_at(path)


@pytest.mark.parametrize(
    ("container", "data", "missing"),
    [
        ("mov", b"\0\0\0\x08free" + b"\0\0\0\x20mdat" + bytes(10), 14),
        ("mov", b"\0\0\0\x01mdat" + (40).to_bytes(8, "big") + bytes(24), 0),
        ("mov", b"\0\0\0\0mdat" + bytes(10), 0),
        ("mov", b"\0\0\0\x08free" + b"\xff\xff\xff\xff\xff\xff", 0),
        ("matroska", b"\x1a\x45\xdf\xa3\x80" + b"\x18\x53\x80\x67\x40\x20" + bytes(20), 12),
        ("matroska", b"\x1a\x45\xdf\xa3\x80" + b"\x18\x53\x80\x67\x01" + b"\xff" * 7 + bytes(20), 0),
        ("wav", b"RIFF\x20\0\0\0WAVE" + bytes(20), 8),
        ("wav", b"RIFF\xff\xff\xff\xffWAVE" + bytes(20), 0),
        ("mpegts", b"G" * 500, 0),
    ],
)
def test_a_file_tells_how_much_of_it_is_missing(container, data, missing, tmp_path):
    path = tmp_path / "recording"
    path.write_bytes(data)

    assert missing_bytes(path, container) == missing


def test_reading_ends_after_its_time(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(soundness, "monotonic", lambda: now[0])
    deadline = Deadline(50_000_000)
    now[0] = 129
    deadline.check()
    now[0] = 131

    with pytest.raises(MediaRefused, match="after 130 s"):
        deadline.check()
