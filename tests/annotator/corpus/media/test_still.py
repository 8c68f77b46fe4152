"""The picture at a moment, for a person to look at, of whatever kind the recording is."""

import cv2
import numpy as np
import pytest

from annotator.corpus.media.pictures import picture_at
from annotator.corpus.media.probe import probe
from annotator.corpus.media.still import still_at


def size_at(path, at_ms):
    jpeg = still_at(path, at_ms=at_ms)
    return None if jpeg is None else cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR).shape[1::-1]


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("plain.mp4", (352, 264)),
        ("turned_hevc.mkv", (264, 352)),
        ("wide_pixels.mp4", (704, 264)),
        ("wrong_pixels.mp4", (352, 264)),
        ("flash.flv", (352, 264)),  # Can't be entered at its beginning.
        ("start_not_0.ts", (352, 264)),
        ("begun_after_10_h.mkv", (352, 264)),
        ("edit_list.mp4", (352, 264)),
    ],
)
def test_a_moment_shows_the_picture_upright_and_no_moment_after_the_end_does(clip, name, size):
    found = probe(clip(name))

    moments = (0, 1000, found.frames.times_ms[-1])
    assert [size_at(clip(name), at_ms) for at_ms in moments] == [size] * 3
    assert size_at(clip(name), found.duration_ms + 1000) is None


def test_what_can_not_be_entered_is_decoded_from_its_beginning(clip, tmp_path):
    cut = tmp_path / "cut.ts"
    data = clip("start_not_0.ts").read_bytes()
    cut.write_bytes(data[: len(data) * 6 // 10])
    found = probe(cut)

    assert size_at(cut, 2000) == (352, 264)
    assert picture_at(cut, found, found.frames.times_ms[-1]).index == len(found.frames.times_ms) - 1
