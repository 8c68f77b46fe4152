"""What the blurred view hides between two looks, and while no face is found."""

import pytest

from annotator.corpus.media.face_tracks import FaceTracks
from annotator.corpus.media.faces import Box

PICTURE = Box(0, 0, 1000, 600)
REGION = Box(50, 100, 300, 400)
CLIENT, COUNSELLOR = Box(150, 200, 100, 100), Box(750, 200, 100, 100)


@pytest.fixture
def tracks() -> FaceTracks:
    return FaceTracks(picture=PICTURE, region=REGION)


def covers(hidden: list[Box], box: Box) -> bool:
    return any(
        each.x <= box.x
        and each.y <= box.y
        and each.x + each.width >= box.x + box.width
        and each.y + each.height >= box.y + box.height
        for each in hidden
    )


def seen_well(tracks: FaceTracks, *boxes: Box) -> None:
    for at_ms in range(0, 1000, 200):
        tracks.look(boxes, at_ms=at_ms)


def test_a_face_is_hidden_with_a_margin_all_around(tracks):
    (client,) = tracks.look([CLIENT], at_ms=0)

    assert client == Box(110, 160, 180, 180)


def test_the_way_between_two_places_is_hidden(tracks):
    tracks.look([CLIENT], at_ms=0)

    hidden = tracks.look([Box(220, 240, 100, 100)], at_ms=200)

    assert covers(hidden, Box(150, 200, 170, 140))


def test_what_several_detectors_find_in_one_place_is_one_face(tracks):
    seen_well(tracks, CLIENT, Box(155, 190, 90, 90), COUNSELLOR)

    hidden = tracks.look([CLIENT, COUNSELLOR], at_ms=3000)

    assert len(hidden) == 2


def test_a_face_lost_between_looks_stays_hidden_where_it_was_and_more(tracks):
    seen_well(tracks, CLIENT, COUNSELLOR)

    early = tracks.look([CLIENT], at_ms=1000)
    late = tracks.look([CLIENT], at_ms=3000)

    assert covers(early, COUNSELLOR)
    assert covers(late, Box(650, 100, 300, 300))


def test_a_face_seen_once_is_soon_forgotten_and_one_seen_well_is_not(tracks):
    seen_well(tracks, CLIENT, COUNSELLOR)
    once = Box(500, 450, 50, 50)
    tracks.look([CLIENT, once], at_ms=1000)

    tracks.look([CLIENT], at_ms=2200)
    hidden = tracks.look([CLIENT], at_ms=2400)

    assert not covers(hidden, once)
    assert covers(hidden, COUNSELLOR)


def test_the_clients_region_is_hidden_as_a_whole_when_their_face_is_missed_for_a_second(tracks):
    seen_well(tracks, CLIENT, COUNSELLOR)

    soon = tracks.look([COUNSELLOR], at_ms=1000)
    later = tracks.look([COUNSELLOR], at_ms=2000)

    assert (REGION in soon, REGION in later) == (False, True)


def test_something_else_found_in_the_region_does_not_stand_for_the_clients_lost_face(tracks):
    seen_well(tracks, CLIENT)
    elsewhere = Box(60, 420, 40, 40)

    tracks.look([elsewhere], at_ms=1000)
    hidden = tracks.look([elsewhere], at_ms=2200)

    assert REGION in hidden


def test_the_region_is_hidden_from_the_first_picture_if_no_face_is_in_it(tracks):
    assert REGION in tracks.look([COUNSELLOR], at_ms=0)


@pytest.mark.parametrize(("region", "whole_after_ms"), [(REGION, 5000), (None, 1000)])
def test_all_is_hidden_when_no_face_is_found_anywhere(region, whole_after_ms):
    tracks = FaceTracks(picture=PICTURE, region=region)
    first = FaceTracks(picture=PICTURE, region=region).look([], at_ms=0)
    seen_well(tracks, CLIENT)

    before = tracks.look([], at_ms=800 + whole_after_ms - 100)
    after = tracks.look([], at_ms=800 + whole_after_ms)

    assert first == after == [PICTURE]
    assert PICTURE not in before


def test_after_a_cut_all_is_hidden_until_a_face_is_found(tracks):
    seen_well(tracks, CLIENT, COUNSELLOR)

    assert tracks.look([], at_ms=1000, is_cut=True) == [PICTURE]
    found = tracks.look([COUNSELLOR], at_ms=1200)
    assert PICTURE not in found
    assert REGION in found


def test_it_asks_for_a_harder_look_when_a_face_is_missing(tracks):
    before = tracks.is_lacking([COUNSELLOR])
    seen_well(tracks, CLIENT, COUNSELLOR)

    assert before
    assert not tracks.is_lacking([CLIENT, COUNSELLOR])
    assert tracks.is_lacking([CLIENT])
