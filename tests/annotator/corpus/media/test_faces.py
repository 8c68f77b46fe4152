"""Faces are found, and the client's is told from the counsellor's."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import pytest

from annotator.corpus.media.client_face import CLIENT_REGION, ClientRegion, TrackedClient
from annotator.corpus.media.face_detectors import HaarDetector, YuNetDetector, face_detector
from annotator.corpus.media.faces import HAAR, YUNET, Box, Face
from annotator.corpus.media.pictures import decode_pictures
from annotator.corpus.media.probe import probe
from annotator.corpus.media.refusal import MediaRefused


@dataclass
class Shown:
    """A grey picture as a detector sees it."""

    grey: np.ndarray

    @cached_property
    def colour(self) -> np.ndarray:
        return cv2.cvtColor(self.grey, cv2.COLOR_GRAY2BGR)


class Told:
    """A detector that is told where the faces are, picture by picture: left edges of boxes 60 wide."""

    name = "told"

    def __init__(self, *lefts: list[int]) -> None:
        self.lefts = list(lefts)

    def find_all(self, _picture) -> list[Face]:
        return [Face(Box(left, 100, 60, 60), 0.9, self.name) for left in self.lefts.pop(0)]


LEFT_HALF = ClientRegion(0, 0, 0.25, 1)
"""100 pixels of the 400 of a blank picture."""


def blank() -> Shown:
    return Shown(np.full((240, 400), 128, np.uint8))


def found(*lefts: list[int], region: ClientRegion | None = LEFT_HALF) -> list[int | None]:
    """The left edge of the client's face in each picture; None where it isn't found."""
    tracked = TrackedClient(Told(*lefts), region)
    faces = [tracked.find(blank()) for _ in lefts]
    return [face.box.x if face and not face.is_assumed else None for face in faces]


def drawn_face(size: int) -> np.ndarray:
    """A frontal face as light and shade: what a Haar cascade looks at."""
    picture = np.full((size, size), 90, np.uint8)
    centre = size // 2
    cv2.ellipse(picture, (centre, centre), (size // 4, size // 3), 0, 0, 360, 200, -1)
    for side in (-1, 1):
        eye = (centre + side * size // 9, centre - size // 14)
        cv2.ellipse(picture, eye, (size // 14, size // 28), 0, 0, 360, 60, -1)
        cv2.ellipse(picture, (eye[0], eye[1] - size // 14), (size // 12, size // 60), 0, 0, 360, 90, -1)
    cv2.ellipse(picture, (centre, centre + size // 12), (size // 40, size // 10), 0, 0, 360, 225, -1)
    cv2.ellipse(picture, (centre, centre + size // 6), (size // 10, size // 36), 0, 0, 360, 110, -1)
    return cv2.GaussianBlur(picture, (0, 0), size / 80)


def test_the_cascade_finds_every_face_and_nothing_in_an_empty_picture():
    faces = HaarDetector().find_all(Shown(np.hstack([drawn_face(240), drawn_face(240)])))

    assert HaarDetector().find_all(blank()) == []
    assert sorted(round(face.box.centre[0] / 120) for face in faces) == [1, 3]
    assert all(face.confidence > 0 and face.detector == HAAR for face in faces)


def test_yunet_finds_every_face_and_nothing_in_an_empty_picture(yunet_model):
    yunet = YuNetDetector(yunet_model)

    faces = yunet.find_all(Shown(np.hstack([drawn_face(240), drawn_face(240)])))

    assert yunet.find_all(blank()) == []
    assert sorted(round(face.box.centre[0] / 120) for face in faces) == [1, 3]
    assert all(0.6 <= face.confidence <= 1 and face.detector == YUNET for face in faces)


def test_yunet_finds_whoever_is_in_a_real_meeting_in_pictures_of_any_size(yunet_model, public_data):
    recording = public_data / "zoomgroupstats" / "meeting001_video.mp4"
    picture = next(decode_pictures(recording, probe(recording)))
    height, width = picture.grey.shape

    for scale in (1, 3):
        seen = Shown(cv2.resize(picture.grey, None, fx=scale, fy=scale))
        centres = [face.box.centre for face in YuNetDetector(yunet_model).find_all(seen)]
        places = sorted((round(x / width / scale, 1), round(y / height / scale, 1)) for x, y in centres)
        assert places == [(0.2, 0.3), (0.7, 0.8), (0.8, 0.2)]


def test_a_client_who_walks_through_the_picture_is_followed():
    assert found([20], [80], [150], [220], [300]) == [20, 80, 150, 220, 300]


def test_until_it_is_seen_the_clients_face_lies_in_the_region():
    assert found([300], [300, 30], [30]) == [None, 30, 30]


def test_the_counsellors_face_is_never_taken_when_the_clients_is_lost():
    # The counsellor sits within reach of the client's place, and leans over while the client looks down.
    assert found([30, 150], [150], [140], [130], [40, 140]) == [30, None, None, None, 40]


def test_a_face_of_another_size_is_not_the_clients():
    class Near(Told):
        def find_all(self, picture):
            return [Face(Box(30, 100, 25, 25), 0.9, "told")] if len(self.lefts) == 1 else super().find_all(picture)

    tracked = TrackedClient(Near([30], [30]), LEFT_HALF)

    assert [tracked.find(blank()).is_assumed for _ in range(2)] == [False, True]


def test_a_client_lost_for_long_is_looked_for_in_the_region_again():
    assert found([30], [110], *[[]] * 10, [210], [30])[-2:] == [None, 30]


def test_a_miss_is_counted_and_takes_the_region_for_the_face():
    tracked = TrackedClient(Told([30], [], [35]), LEFT_HALF)

    faces = [tracked.find(blank()) for _ in range(3)]

    assert (tracked.looks, tracked.misses) == (3, 1)
    assert (faces[1].box, faces[1].detector, faces[1].confidence) == (Box(0, 0, 100, 240), CLIENT_REGION, None)


def test_without_a_region_the_largest_face_is_the_clients_and_a_miss_is_none():
    picture = Shown(np.hstack([cv2.resize(drawn_face(240), (160, 240)), drawn_face(240)]))
    tracked = TrackedClient(HaarDetector(), None)

    assert tracked.find(picture).box.x > 160
    assert tracked.find(blank()) is None


@pytest.mark.parametrize("sides", [(-0.1, 0, 0.5, 0.5), (0.6, 0, 0.5, 0.5), (0, 0, 0, 0.5)])
def test_a_region_outside_the_picture_is_refused(sides):
    with pytest.raises(ValueError, match="not inside the picture"):
        ClientRegion(*sides)


def test_a_file_that_is_no_face_model_is_refused_in_words(tmp_path):
    model = tmp_path / "model.onnx"
    model.write_bytes(b"\x08\x07 not a network")

    with pytest.raises(MediaRefused, match="no YuNet model"):
        YuNetDetector(model)


def test_the_cascade_is_the_detector_where_no_model_is_configured():
    assert face_detector(None).name == HAAR
