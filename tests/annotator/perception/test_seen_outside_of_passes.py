"""Words and face seen together count for passes wherever they were seen, not in the pass's own page alone."""

from collections.abc import Callable
from functools import partial

import pytest
from rest_framework.response import Response
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.adjudication.models import ReviewSample
from annotator.annotations.models import Assignment
from annotator.audit.models import Entry
from annotator.corpus.models import Frame, Session
from annotator.studies.models import Study
from annotator.studies.services import add_member, draw_numbers
from tests.annotator.at_once import at_once, statuses
from tests.annotator.conftest import NOW

Browser = Callable[[str], APIClient]
GivePass = Callable[..., Assignment]
BOTH = ["", "video/", "video/?size=small", "picture/?camera=counsellor", "frames/", "a frame"]


def address_of(session: Session, what: str) -> str:
    if what == "a frame":
        return f"/api/v1/frames/{Frame.objects.filter(turn__session=session)[0].pk}/"
    return f"/api/v1/sessions/{session.pk}/{what}"


def give(client: APIClient, session: Session, pass_kind: str, rater: str) -> Response:
    wanted = {"session_ids": [session.pk], "raters": [rater], "pass_kind": pass_kind}
    return client.post(f"/api/v1/studies/{session.study.slug}/assignments/", wanted, format="json")


@pytest.mark.parametrize("pass_kind", ["words", "face"])
@pytest.mark.parametrize("what", BOTH)
def test_who_saw_both_at_another_address_gets_no_pass_through_one(
    what: str, pass_kind: str, session: Session, client_of: Browser, give_pass: GivePass
) -> None:
    rater = give_pass("together").rater.pseudonym
    before = give(client_of("chi"), session, "words", rater)
    client_of("chi").delete(f"/api/v1/assignments/{before.json()[0]['id']}/")
    client_of("asha").get(f"/api/v1/sessions/{session.pk}/frame-table/")  # It tells when pictures are shown, no more.
    assert client_of("asha").get(address_of(session, what)).status_code == 200

    refused = give(client_of("chi"), session, pass_kind, rater)

    assert before.status_code == 201
    assert (refused.status_code, refused.json()["code"]) == (409, "together_came_first")


@pytest.mark.parametrize("what", ["", "video/"])
def test_an_expert_who_saw_the_session_gets_no_pass_through_one_channel_later(
    what: str, session: Session, study: Study, people: dict[str, User], client_of: Browser
) -> None:
    sample = ReviewSample.objects.create(study=study, number=1, seed=1, size=1, drawn_from=1, drawn_at=NOW)
    sample.items.create(turn=session.turns.get(position=0), position=0, consensus={"incongruence": "none"})
    assert client_of("eve").get(address_of(session, what)).status_code == 200
    add_member(study=study, username="eve", role="rater", actor=people["chi"], now=NOW)
    (eve,) = draw_numbers(study=study, actor=people["chi"], now=NOW)

    refused = give(client_of("chi"), session, "face", eve.pseudonym)
    both = give(client_of("chi"), session, "together", eve.pseudonym)

    assert (refused.status_code, refused.json()["code"]) == (409, "together_came_first")
    assert both.status_code == 201


@pytest.mark.parametrize("role", ["lead", "steward"])
def test_what_leads_and_stewards_see_of_a_session_is_not_counted(
    role: str, session: Session, client_of: Browser, give_pass: GivePass, join: Callable[..., None]
) -> None:
    rater = give_pass("together").rater.pseudonym
    join("asha", role)
    for what in BOTH:
        assert client_of("asha").get(address_of(session, what)).status_code == 200

    assert give(client_of("chi"), session, "words", rater).status_code == 201


def test_one_channel_after_the_other_is_not_both_together(
    session: Session, client_of: Browser, give_pass: GivePass
) -> None:
    give_pass("words", is_done=True)
    give_pass("face", is_done=True)

    for what in ["", "picture/", "frames/", "a frame"]:
        assert client_of("asha").get(address_of(session, what)).status_code == 200

    assert not Entry.objects.filter(action="together.opened").exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", ["", "video/"])
def test_a_session_is_seen_together_or_given_by_one_channel_and_never_both(
    what: str, session: Session, client_of: Browser, give_pass: GivePass
) -> None:
    rater = give_pass("together").rater.pseudonym

    seen, given = at_once(
        partial(client_of("asha").get, address_of(session, what)),
        partial(give, client_of("chi"), session, "words", rater),
    )

    was_seen = Entry.objects.filter(action="together.opened").exists()
    assert was_seen != session.assignments.filter(pass_kind="words", rater__pseudonym=rater).exists()
    assert statuses([given]) == ([409] if was_seen else [201])
    if not was_seen:
        refused_or_narrowed = [403] if what else [200, 403]
        assert statuses([seen])[0] in refused_or_narrowed
        assert seen.status_code == 403 or seen.json()["recording"] is None
