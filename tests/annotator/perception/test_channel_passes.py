"""While a rater's pass through one channel is open, nothing else of that session reaches them, by any address."""

from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from annotator.annotations.models import Assignment
from annotator.studies.models import Study
from tests.annotator.perception.conftest import NAMES, PICTURES, SOUNDS, WORDS, World
from tests.annotator.perception.walk import leaks

Browser = Callable[[str], APIClient]
GivePass = Callable[..., Assignment]

WITHHELD = {"words": {**PICTURES, **SOUNDS}, "face": {**WORDS, **SOUNDS}}
OTHER_ROLES = ["", "expert", "engineer", "lead", "steward"]


def test_a_lead_finds_everything_so_the_walk_reaches_it(world: World, client_of: Browser, give_pass: GivePass) -> None:
    give_pass("words", is_done=True)

    found = leaks(client_of("chi"), world.ids, {**WORDS, **PICTURES, **SOUNDS, **NAMES})

    assert {leak.what for leak in found} == {*WORDS, *PICTURES, *SOUNDS, *NAMES}


@pytest.mark.parametrize("besides", OTHER_ROLES)
@pytest.mark.parametrize("pass_kind", ["words", "face"])
def test_an_open_pass_through_one_channel_withholds_the_other_at_every_address(
    pass_kind: str,
    besides: str,
    study: Study,
    world: World,
    client_of: Browser,
    give_pass: GivePass,
    join: Callable[..., None],
) -> None:
    study.engineers_see_frames = True
    study.save()
    give_pass(pass_kind)
    give_pass("together")
    if besides:
        join("asha", besides)

    assert leaks(client_of("asha"), world.ids, WITHHELD[pass_kind]) == []


@pytest.mark.parametrize(("done", "open_now"), [("words", "face"), ("face", "words")])
def test_a_finished_pass_shows_nothing_of_its_channel_while_the_other_is_open(
    done: str, open_now: str, world: World, client_of: Browser, give_pass: GivePass
) -> None:
    give_pass(done, is_done=True)
    give_pass(open_now)
    give_pass("together")

    assert leaks(client_of("asha"), world.ids, WITHHELD[open_now]) == []


def test_a_finished_pass_through_the_words_is_not_confirmed_while_the_face_is_rated(
    world: World, client_of: Browser, give_pass: GivePass
) -> None:
    words, turn = give_pass("words", is_done=True), world.session.turns.get(position=0)
    address = f"/api/v1/assignments/{words.pk}/turns/{turn.pk}/confirm/"
    seen = {"client_key": "5b0c0f5e-3c0a-4a53-9d5e-0d8a2f3c9b11", "turn_revision": turn.revision.number}
    face = give_pass("face")

    meanwhile = client_of("asha").post(address, seen, format="json")
    face.delete()
    after = client_of("asha").post(address, seen, format="json")

    assert (meanwhile.status_code, meanwhile.json()["code"]) == (409, "channel_passes_first")
    assert (after.status_code, WORDS["words"] in after.content) == (200, True)


def test_of_two_open_passes_the_later_one_waits_for_the_earlier(
    world: World, client_of: Browser, give_pass: GivePass
) -> None:
    give_pass("face")
    give_pass("words")

    assert leaks(client_of("asha"), world.ids, WITHHELD["words"]) == []


@pytest.mark.parametrize(("pass_kind", "withheld"), WITHHELD.items())
def test_handing_in_a_pass_through_one_channel_alone_opens_no_other(
    pass_kind: str, withheld: dict[str, bytes], world: World, client_of: Browser, give_pass: GivePass
) -> None:
    give_pass(pass_kind, is_done=True)

    assert leaks(client_of("asha"), world.ids, withheld) == []
