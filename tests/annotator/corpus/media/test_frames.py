"""One frame a client turn, by the time it is shown at."""

import hashlib
import itertools
import weakref

import cv2
import numpy as np
import pytest

from annotator.corpus.media import frames
from annotator.corpus.media.faces import Box, ClientRegion, Face, HaarDetector
from annotator.corpus.media.frames import FrameRequest, extract_frames
from annotator.corpus.media.pictures import Picture, decode_pictures
from annotator.corpus.media.probe import probe

EVERYWHERE = ClientRegion(0, 0, 1, 1)


class OneFaceAt:
    """Sees a face only in the pictures whose place in the order of looking is listed."""

    name = "one_face_at"

    def __init__(self, *looks: int) -> None:
        self.looks = looks
        self.count = itertools.count()

    def find(self, picture) -> Face | None:
        return Face(Box(10, 10, 50, 50), 0.9) if next(self.count) in self.looks else None


@pytest.fixture
def frames_of(clip, tmp_path):
    def extracted(name: str, *turns: tuple[int | None, int | None], **options):
        requests = [FrameRequest(f"turn-{number}", *turn) for number, turn in enumerate(turns)]
        options = {"detector": EVERYWHERE, **options}
        return extract_frames(clip(name), tmp_path / "frames", requests, found=probe(clip(name)), **options)

    return extracted


@pytest.mark.parametrize(("rule", "shown"), [("turn_start", [1000, 2000]), ("midpoint", [1400, 3000])])
def test_a_moment_takes_the_frame_on_screen_then(frames_of, rule, shown):
    results = frames_of("plain.mp4", (1050, 1900), (2000, 4000), rule=rule)

    assert [result.presentation_ms for result in results] == shown
    assert [result.index for result in results] == [time_ms // 100 for time_ms in shown]


def test_frames_of_a_varying_rate_are_found_by_time_and_not_by_number(frames_of):
    results = frames_of("varying_rate.mov", (1000, 1100), (2500, 2600), rule="turn_start")

    assert [(result.presentation_ms, result.index) for result in results] == [(900, 3), (2500, 11)]


def test_the_last_frame_can_be_had(frames_of):
    (result,) = frames_of("plain.mp4", (4299, 4300), rule="turn_start")

    assert (result.presentation_ms, result.index) == (4200, 42)


def test_the_stored_picture_is_the_frame_of_its_time(clip, frames_of):
    (result,) = frames_of("plain.mp4", (2000, 2100), rule="turn_start")

    capture = cv2.VideoCapture(str(clip("plain.mp4")))
    pictures = [capture.read()[1] for _ in range(22)]
    stored = cv2.imread(str(result.path)).astype(int)
    differences = [np.abs(stored - picture).mean() for picture in pictures]
    assert int(np.argmin(differences)) == 20
    assert result.sha256 == hashlib.sha256(result.path.read_bytes()).hexdigest()


def test_the_sharpest_of_the_first_second_is_taken(tmp_path, clip, frames_of):
    (result,) = frames_of("plain.mp4", (1000, 4000))

    sharpest = max(
        (one for time_ms in range(1000, 2000, 100) for one in frames_of("plain.mp4", (time_ms, time_ms + 100))),
        key=lambda one: one.sharpness,
    )
    assert 1000 <= result.presentation_ms < 2000
    assert result.sharpness == sharpest.sharpness


def test_a_face_of_the_onset_comes_before_later_ones(frames_of):
    (result,) = frames_of("plain.mp4", (1000, 4000), detector=OneFaceAt(3, 12))

    assert (result.presentation_ms, result.confidence) == (1300, 0.9)


def test_the_rest_of_the_turn_is_searched_when_the_onset_shows_no_face(frames_of):
    (result,) = frames_of("plain.mp4", (1000, 4000), detector=OneFaceAt(12))

    assert result.presentation_ms > 2000
    assert result.face_box == Box(10, 10, 50, 50)


def test_misses_have_their_reasons(frames_of):
    results = frames_of("plain.mp4", (None, None), (4300, 5000), (1000, 1500), detector=OneFaceAt())

    assert [result.missing_reason for result in results] == [
        "The turn has no times.",
        "The turn starts after the end of the video, 4.30 s.",
        "No face was found in this turn.",
    ]
    assert all(result.path is None for result in results)


def test_a_turn_before_a_late_picture_is_a_miss(frames_of):
    (result,) = frames_of("late_picture.mp4", (100, 500))

    assert result.missing_reason == "No picture is shown during this turn."


def test_a_moment_without_a_face_keeps_its_frame(frames_of):
    (result,) = frames_of("plain.mp4", (1000, 1500), detector=OneFaceAt(), rule="turn_start")

    assert (result.face_box, result.missing_reason) == (None, None)
    assert result.path.is_file()


def test_overlapping_turns_each_get_their_frame_in_the_order_asked_for(frames_of):
    results = frames_of("plain.mp4", (3000, 3500), (1000, 4000), (3000, 3500), rule="turn_start")

    assert [result.presentation_ms for result in results] == [3000, 1000, 3000]


def test_the_clients_region_is_the_face_box_of_an_upright_picture(frames_of):
    (result,) = frames_of("turned_90.mov", (1000, 1500), detector=ClientRegion(0.5, 0.25, 0.5, 0.5))

    assert result.face_box == Box(120, 80, 120, 160)
    assert (result.detector, result.confidence) == ("client_region", None)
    assert cv2.imread(str(result.path)).shape == (320, 240, 3)


def test_turns_beyond_the_end_of_a_short_recording_are_counted(public_data, tmp_path):
    path = public_data / "zoomgroupstats" / "meeting001_video.mp4"
    found = probe(path)
    requests = [FrameRequest("early", 0, 900), FrameRequest("late", 39_480, 41_190)]

    early, late = extract_frames(path, tmp_path, requests, found=found, detector=EVERYWHERE)

    assert found.duration_ms == 1951
    assert early.path.is_file()
    assert late.missing_reason.startswith("The turn starts after the end of the video")


def test_progress_may_stop_the_search(frames_of):
    class StoppedError(Exception):
        pass

    def stop(_share: float) -> None:
        raise StoppedError

    with pytest.raises(StoppedError):
        frames_of("plain.mp4", (1000, 1500), on_progress=stop)


def test_a_key_never_leads_out_of_the_folder():
    with pytest.raises(ValueError, match="can't name a file"):
        FrameRequest("../turn", 0, 100)


@pytest.mark.parametrize("sides", [(-0.1, 0, 0.5, 0.5), (0.6, 0, 0.5, 0.5), (0, 0, 0, 0.5)])
def test_a_region_outside_the_picture_is_refused(sides):
    with pytest.raises(ValueError, match="not inside the picture"):
        ClientRegion(*sides)


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


def test_the_cascade_finds_a_face_and_nothing_in_an_empty_picture():
    face = HaarDetector().find(drawn_face(240))

    assert HaarDetector().find(np.full((240, 320), 128, np.uint8)) is None
    assert face is not None
    assert abs(face.box.x + face.box.width / 2 - 120) < 20
    assert face.confidence > 0


def test_the_cascade_looks_inside_the_clients_region_only():
    picture = np.hstack([drawn_face(240), drawn_face(240)])

    face = HaarDetector(ClientRegion(0.5, 0, 0.5, 1)).find(picture)

    assert face is not None
    assert face.box.x >= 240


def test_memory_does_not_grow_with_the_number_of_turns(frames_of, monkeypatch):
    alive: weakref.WeakSet[Picture] = weakref.WeakSet()
    most_alive = 0

    def counted(source, found):
        nonlocal most_alive
        for picture in decode_pictures(source, found):
            alive.add(picture)
            yield picture
            most_alive = max(most_alive, len(alive))

    monkeypatch.setattr(frames, "decode_pictures", counted)
    results = frames_of("plain.mp4", *((start_ms, start_ms + 100) for start_ms in range(0, 4300, 100)))

    assert len({result.presentation_ms for result in results}) == 43
    assert most_alive <= 4
