"""The waveform stands where the sound is."""

import av
import numpy as np
import pytest

from annotator.corpus.media.copies import PROXY, WAVEFORM, make_copies
from annotator.corpus.media.probe import probe
from annotator.corpus.media.waveform import write_waveform


def peaks_of(path):
    return np.frombuffer(path.read_bytes(), np.int8).reshape(-1, 2)


def test_each_hundredth_of_a_second_has_its_lowest_and_highest(tmp_path):
    # 80 samples a pair: the first all 0, the second from -256 to 511, the third, cut short, 32767.
    heard = np.zeros(200, "<i2")
    heard[100], heard[120], heard[160:] = -256, 511, 32767
    (tmp_path / "samples").write_bytes(heard.tobytes())

    write_waveform(tmp_path / "samples", tmp_path / "waveform")

    assert peaks_of(tmp_path / "waveform").tolist() == [[0, 0], [-1, 1], [127, 127]]


def test_pieces_join_without_a_seam(tmp_path, monkeypatch):
    heard = np.random.default_rng(0).integers(-30000, 30000, 4000).astype("<i2")
    (tmp_path / "samples").write_bytes(heard.tobytes())
    write_waveform(tmp_path / "samples", tmp_path / "at once")
    monkeypatch.setattr("annotator.corpus.media.waveform._PEAKS_AT_ONCE", 7)

    write_waveform(tmp_path / "samples", tmp_path / "in pieces")

    assert len(peaks_of(tmp_path / "at once")) == 50
    assert (tmp_path / "in pieces").read_bytes() == (tmp_path / "at once").read_bytes()


def test_sound_that_begins_late_is_silent_until_then(clip, tmp_path):
    make_copies(clip("late_sound.mp4"), tmp_path, found=probe(clip("late_sound.mp4")))

    peaks = peaks_of(tmp_path / WAVEFORM)

    first_heard = int(np.argmax(peaks[:, 1] > 2))
    assert 76 <= first_heard <= 81
    assert len(peaks) == 512


@pytest.mark.parametrize(
    ("name", "late_s"), [("two_sizes.mkv", 0), ("mono_then_stereo.mkv", 0), ("late_mono_then_stereo.mkv", 0.8)]
)
def test_sound_keeps_its_place_where_the_recording_changes_its_kind_on_the_way(clip, tmp_path, name, late_s):
    found = probe(clip(name))

    make_copies(clip(name), tmp_path, found=found)

    with av.open(str(tmp_path / PROXY)) as proxy:
        heard_s = [frame.time for frame in proxy.decode(audio=0) if np.abs(frame.to_ndarray()).max() > 0.02]
    loud_s = np.flatnonzero(peaks_of(tmp_path / WAVEFORM)[:, 1] > 2) / 100
    for times in (loud_s, np.array(heard_s)):
        begins = [at for at, before in zip(times, [-1, *times], strict=False) if at - before > 0.3]
        assert begins == pytest.approx([1 + late_s, 5 + late_s], abs=0.13)
    assert probe(tmp_path / PROXY).duration_ms == pytest.approx(found.duration_ms, abs=150)
