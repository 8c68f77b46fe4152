"""The frames of a client turn, by the time they are shown at."""

import hashlib
import itertools
import weakref

import av
import cv2
import numpy as np
import pytest

from annotator.corpus.media import picture_reader
from annotator.corpus.media.client_face import ClientRegion
from annotator.corpus.media.copies import PROXY, make_copies
from annotator.corpus.media.faces import Box, Face
from annotator.corpus.media.frames import FrameRequest, extract_frames
from annotator.corpus.media.pictures import Picture, decode_pictures, picture_at, pictures_from_here
from annotator.corpus.media.probe import probe
from demo.brush import Brush, blank
from demo.faces import Expression, paint
from demo.script import write_script

EVERYWHERE = ClientRegion(0, 0, 1, 1)


class OneFaceAt:
    """Sees a face only in the pictures whose place in the order of looking is listed."""

    name = "one_face_at"

    def __init__(self, *looks: int) -> None:
        self.looks = looks
        self.count = itertools.count()

    def find(self, picture) -> Face | None:
        return Face(Box(10, 10, 50, 50), 0.9, self.name) if next(self.count) in self.looks else None


@pytest.fixture
def frames_of(clip, tmp_path):
    def extracted(name: str, *turns: tuple[int | None, int | None], **options):
        requests = [FrameRequest(f"turn-{number}", *turn) for number, turn in enumerate(turns)]
        options = {"finder": EVERYWHERE, **options}
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
    (result,) = frames_of("plain.mp4", (1000, 4000), finder=OneFaceAt(3, 12))

    assert (result.presentation_ms, result.confidence) == (1300, 0.9)


def test_the_rest_of_the_turn_is_searched_when_the_onset_shows_no_face(frames_of):
    (result,) = frames_of("plain.mp4", (1000, 4000), finder=OneFaceAt(12))

    assert result.presentation_ms > 2000
    assert result.face_box == Box(10, 10, 50, 50)


def test_misses_have_their_reasons(frames_of):
    results = frames_of("plain.mp4", (None, None), (4300, 5000), (1000, 1500), finder=OneFaceAt())

    assert [result.missing_reason for result in results] == [
        "The turn has no time in the recording.",
        "The turn starts after the end of the recording, 4.30 s.",
        "No face was found in this turn.",
    ]
    assert all(result.path is None for result in results)


def test_a_turn_before_a_late_picture_is_a_miss(frames_of):
    (result,) = frames_of("late_picture.mp4", (100, 500))

    assert result.missing_reason == "No picture is shown during this turn."


def test_a_moment_without_a_face_keeps_its_frame(frames_of):
    (result,) = frames_of("plain.mp4", (1000, 1500), finder=OneFaceAt(), rule="turn_start")

    assert (result.face_box, result.missing_reason) == (None, None)
    assert result.path.is_file()


def test_overlapping_turns_each_get_their_frame_in_the_order_asked_for(frames_of):
    results = frames_of("plain.mp4", (3000, 3500), (1000, 4000), (3000, 3500), rule="turn_start")

    assert [result.presentation_ms for result in results] == [3000, 1000, 3000]


def test_the_clients_region_is_the_face_box_of_an_upright_picture(frames_of):
    (result,) = frames_of("turned_90.mov", (1000, 1500), finder=ClientRegion(0.5, 0.25, 0.5, 0.5))

    assert result.face_box == Box(132, 88, 132, 176)
    assert (result.detector, result.confidence) == ("client_region", None)
    assert cv2.imread(str(result.path)).shape == (352, 264, 3)


def test_turns_beyond_the_end_of_a_short_recording_are_counted(public_data, tmp_path):
    path = public_data / "zoomgroupstats" / "meeting001_video.mp4"
    found = probe(path)
    requests = [FrameRequest("early", 0, 900), FrameRequest("late", 39_480, 41_190)]

    early, late = extract_frames(path, tmp_path, requests, found=found, finder=EVERYWHERE)

    assert found.duration_ms == 1951
    assert early.path.is_file()
    assert late.missing_reason.startswith("The turn starts after the end of the recording")


def test_several_frames_are_the_middles_of_equal_parts(frames_of):
    results = frames_of("plain.mp4", (1000, 3000), rule="uniform_k", count=4)

    assert [result.presentation_ms for result in results] == [1200, 1700, 2200, 2700]
    assert [result.number for result in results] == [0, 1, 2, 3]
    assert len({result.sha256 for result in results}) == 4
    assert [result.path.name for result in results] == [f"turn-0-{number}.png" for number in range(4)]


def test_a_turn_with_a_picture_in_a_part_of_it_misses_the_other_frames(frames_of):
    results = frames_of("late_picture.mp4", (0, 1600), rule="uniform_k", count=4)

    assert [bool(result.path) for result in results] == [False, False, True, True]
    assert results[0].missing_reason == "No picture is shown during this turn."


def test_a_detected_face_comes_before_an_assumed_one_however_late(frames_of):
    class AssumedAtFirst(OneFaceAt):
        def find(self, picture) -> Face:
            return super().find(picture) or Face(Box(0, 0, 99, 99), None, "client_region", is_assumed=True)

    detected, assumed = (
        frames_of("plain.mp4", (1000, 4000), finder=finder)[0] for finder in (AssumedAtFirst(12), AssumedAtFirst())
    )

    assert (detected.detector, detected.presentation_ms > 2000) == ("one_face_at", True)
    assert (assumed.detector, assumed.confidence, assumed.presentation_ms < 2000) == ("client_region", None, True)


def test_the_apex_is_where_the_face_differs_most_from_the_turns_first(tmp_path):
    path, found = talking_head(tmp_path, smiles_ms=(1800, 2400))
    request = [FrameRequest("turn", 500, 3500)]

    (apex,) = extract_frames(path, tmp_path, request, found=found, finder=EVERYWHERE, rule="apex")
    (sharpest,) = extract_frames(path, tmp_path, request, found=found, finder=EVERYWHERE)

    assert 1800 <= apex.presentation_ms < 2400
    assert sharpest.presentation_ms < 1500


def talking_head(folder, *, smiles_ms):
    """Four seconds of a drawn face that sways and grows lighter, and smiles for a while."""
    path = folder / "head.mp4"
    neutral, smile = (demo_face(valence) for valence in (0.0, 1.0))
    with av.open(str(path), "w") as container:
        track = container.add_stream("libx264", rate=10, options={"crf": "10"})
        track.width, track.height, track.pix_fmt = 160, 160, "yuv420p"
        for number in range(40):
            face = smile if smiles_ms[0] <= number * 100 < smiles_ms[1] else neutral
            moved = np.roll(face, number % 3, axis=1)
            lighter = np.clip(moved.astype(int) + number, 0, 255).astype(np.uint8)
            container.mux(track.encode(av.VideoFrame.from_ndarray(lighter, format="rgb24")))
        container.mux(track.encode(None))
    return path, probe(path)


def demo_face(valence: float) -> np.ndarray:
    picture = blank(160, 160, (200, 205, 210))
    person = write_script(sessions=1, client_turns=2, seed=4)[0].client
    paint(Brush(picture, (80, 80), 140), person.identity, Expression(valence, 0.0))
    return picture


@pytest.mark.parametrize(
    "name", ["plain.mp4", "varying_rate.mov", "turned_90.mov", "start_not_0.ts", "late_picture.mp4", "b_frames.avi"]
)
def test_a_seek_in_the_proxy_shows_the_frame_that_was_stored(clip, tmp_path, name):
    original, proxy = probe(clip(name)), tmp_path / PROXY
    make_copies(clip(name), tmp_path, found=original)
    starts = range(850, 4200, 370)
    requests = [FrameRequest(f"turn-{start_ms}", start_ms, start_ms + 300) for start_ms in starts]

    results = extract_frames(clip(name), tmp_path, requests, found=original, finder=EVERYWHERE)

    shown = list(decode_pictures(proxy, probe(proxy)))
    times_ms, greys = [picture.from_ms for picture in shown], [picture.grey.astype(int) for picture in shown]
    for result in results:
        stored = cv2.imread(str(result.path), cv2.IMREAD_GRAYSCALE).astype(int)
        differences = [np.abs(stored - grey).mean() for grey in greys]
        assert times_ms[int(np.argmin(differences))] == result.presentation_ms
        assert min(differences) < 4


def test_a_frame_is_found_again_by_its_time_alone(clip):
    for name in ("plain.mp4", "varying_rate.mov", "start_not_0.ts", "turned_90.mov", "mpeg4.avi", "b_frames.avi"):
        found = probe(clip(name))
        for expected in decode_pictures(clip(name), found):
            picture = picture_at(clip(name), found, (expected.from_ms + expected.until_ms) // 2)

            assert (picture.index, picture.from_ms) == (expected.index, expected.from_ms)
            assert np.array_equal(picture.grey, expected.grey)
        assert picture_at(clip(name), found, found.frames.end_ms) is None


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


def test_memory_does_not_grow_with_the_number_of_turns(frames_of, monkeypatch):
    alive: weakref.WeakSet[Picture] = weakref.WeakSet()
    most_alive = 0

    def counted(*arguments):
        nonlocal most_alive
        for picture in pictures_from_here(*arguments):
            alive.add(picture)
            yield picture
            most_alive = max(most_alive, len(alive))

    monkeypatch.setattr(picture_reader, "pictures_from_here", counted)
    results = frames_of("plain.mp4", *((start_ms, start_ms + 100) for start_ms in range(0, 4300, 100)))

    assert len({result.presentation_ms for result in results}) == 43
    assert most_alive <= 4
