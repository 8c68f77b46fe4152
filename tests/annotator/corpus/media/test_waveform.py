"""The waveform stands where the sound is."""

import numpy as np

from annotator.corpus.media.copies import WAVEFORM, make_copies
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
