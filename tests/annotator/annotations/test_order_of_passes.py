"""Who has opened words and face of a session together, to rate or to review them, gets no pass that comes too late."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from rest_framework.response import Response
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.adjudication.models import ReviewSample
from annotator.annotations.models import Assignment
from annotator.audit.models import Entry
from annotator.corpus.models import Session
from annotator.studies.models import Study
from annotator.studies.services import add_member
from tests.annotator.annotations.conftest import page
from tests.annotator.at_once import at_once, statuses
from tests.annotator.conftest import NOW, AddSession, Rate

Browser = Callable[[str], APIClient]
CHANNELS = ["words", "face"]


@pytest.fixture
def study(study: Study) -> Study:
    study.has_channel_passes = True
    study.save()
    return study


def give(client: APIClient, session: Session, pass_kind: str, rater: str = "R1") -> Response:
    wanted = {"session_ids": [session.pk], "raters": [rater], "pass_kind": pass_kind}
    return client.post(f"/api/v1/studies/{session.study.slug}/assignments/", wanted, format="json")


def exclusions(client: APIClient, study: Study) -> Any:
    return client.get(f"/api/v1/studies/{study.slug}/assignments/exclusions/").json()


@pytest.mark.parametrize("is_taken_back", [True, False])
@pytest.mark.parametrize("pass_kind", CHANNELS)
def test_who_only_looked_through_words_and_face_together_gets_neither_alone(
    pass_kind: str, is_taken_back: bool, study: Study, client_of: Browser, ashas: Assignment, session: Session
) -> None:
    chi = client_of("chi")
    before = exclusions(chi, study)
    page(client_of("asha"), ashas)
    if is_taken_back:
        assert chi.delete(f"/api/v1/assignments/{ashas.pk}/").status_code == 204

    refused = give(chi, session, pass_kind)
    bens = give(chi, session, pass_kind, "R2")

    assert (refused.status_code, refused.json()["code"]) == (409, "together_came_first")
    assert "R1 in S001" in refused.json()["message"]
    assert bens.status_code == 201
    assert before == []
    assert exclusions(chi, study) == [{"rater": "R1", "session": session.pk, "pass_kinds": CHANNELS}]
    assert not Assignment.objects.filter(rater=ashas.rater, pass_kind=pass_kind).exists()


def test_a_pass_that_was_given_and_not_opened_closes_none(
    study: Study, client_of: Browser, ashas: Assignment, session: Session
) -> None:
    page(client_of("chi"), ashas)  # A lead's look is not its rater's.

    assert give(client_of("chi"), session, "words").status_code == 201
    assert client_of("asha").get(f"/api/v1/assignments/{ashas.pk}/workspace/").status_code == 409
    assert exclusions(client_of("chi"), study) == []


def test_even_distribution_goes_round_who_looked(
    study: Study, client_of: Browser, ashas: Assignment, session: Session
) -> None:
    Study.objects.update(raters_per_turn=1)
    page(client_of("asha"), ashas)

    client_of("chi").post(f"/api/v1/studies/{study.slug}/assignments/distribute/", {"pass_kinds": CHANNELS})

    assert set(Assignment.objects.exclude(pk=ashas.pk).values_list("rater__pseudonym", flat=True)) == {"R2"}


def test_a_channel_pass_is_not_reopened_once_words_and_face_were_opened_together(
    study: Study, client_of: Browser, session: Session, assign: Callable[..., Assignment]
) -> None:
    words, together = assign("asha", "words"), assign("asha")
    Assignment.objects.filter(pk=words.pk).update(done_at=NOW)
    address = f"/api/v1/assignments/{words.pk}/reopen/"

    assert client_of("chi").post(address).status_code == 200
    Assignment.objects.filter(pk=words.pk).update(done_at=NOW)
    page(client_of("asha"), together)
    refused = client_of("chi").post(address)

    assert (refused.status_code, refused.json()["code"]) == (409, "together_came_first")
    words.refresh_from_db()
    assert words.done_at == NOW


def test_opening_it_again_and_again_is_noted_once(client_of: Browser, ashas: Assignment, study: Study) -> None:
    for _ in range(3):
        page(client_of("asha"), ashas)

    entry = Entry.objects.get(action="together.opened")
    assert (entry.actor_name, entry.text) == ("asha", "Words and face of session S001 were opened together")


@pytest.fixture
def reviewed(
    study: Study, session: Session, people: dict[str, User], rate: Rate, compute_consensus: Callable[[], None]
) -> ReviewSample:
    """Eve, who rates besides, is asked to review a turn that Asha and Ben agree on."""
    add_member(study=study, username="eve", role="rater", actor=people["chi"], now=NOW)
    study.raters.create(user=people["eve"], pseudonym="R3")
    for name in ("asha", "ben"):
        rate(name, session.turns.get(position=0), incongruence="none")
    compute_consensus()
    sample = ReviewSample.objects.create(study=study, number=1, seed=1, size=1, drawn_from=1, drawn_at=NOW)
    sample.items.create(turn=session.turns.get(position=0), position=0, consensus={"incongruence": "none"})
    return sample


def judge(client: APIClient, sample: ReviewSample) -> Response:
    verdict = {"labels": {"incongruence": "none"}}
    return client.post(f"/api/v1/review-items/{sample.items.get().pk}/verdict/", verdict, format="json")


@pytest.mark.parametrize("pass_kind", [*CHANNELS, "together"])
@pytest.mark.parametrize("is_opened", [True, False])
def test_an_expert_who_reviewed_turns_of_a_session_is_not_asked_to_rate_it(
    is_opened: bool,
    pass_kind: str,
    study: Study,
    session: Session,
    reviewed: ReviewSample,
    client_of: Browser,
    add_session: AddSession,
) -> None:
    assert judge(client_of("eve"), reviewed).status_code == 201
    if is_opened:
        assert client_of("eve").post(f"/api/v1/review-items/{reviewed.items.get().pk}/opening/").status_code == 201
    other = add_session(study, client="C-09")

    refused = give(client_of("chi"), session, pass_kind, "R3")
    allowed = give(client_of("chi"), other, pass_kind, "R3")
    Study.objects.update(raters_per_turn=3)
    client_of("chi").post(f"/api/v1/studies/{study.slug}/assignments/distribute/")

    assert (refused.status_code, refused.json()["code"]) == (409, "together_came_first")
    assert "to rate or to review them, by R3 in S001" in refused.json()["message"]
    assert allowed.status_code == 201
    assert not Assignment.objects.filter(session=session, rater__pseudonym="R3").exists()
    of_eve = {"rater": "R3", "session": session.pk, "pass_kinds": ["together", "words", "face"]}
    assert of_eve in exclusions(client_of("chi"), study)


@pytest.mark.django_db(transaction=True)
def test_a_session_is_opened_together_or_given_by_one_channel_and_never_both(
    study: Study, client_of: Browser, add_session: AddSession
) -> None:
    for number in range(8):
        session = add_session(study, client=f"C-{number}", n_turns=1)
        give(client_of("chi"), session, "together")
        pass_ = Assignment.objects.get(session=session)

        opened, given = outcomes = at_once(
            partial(client_of("asha").get, f"/api/v1/assignments/{pass_.pk}/workspace/"),
            partial(give, client_of("chi"), session, "words"),
        )

        assert statuses(outcomes) in ([200, 409], [201, 409])
        assert Entry.objects.filter(action="together.opened", target_id=str(session.pk)).exists() == (
            statuses([opened]) == [200]
        )
        assert session.assignments.filter(pass_kind="words").exists() == (statuses([given]) == [201])


@pytest.mark.django_db(transaction=True)
def test_a_session_is_reviewed_or_rated_by_one_person_and_never_both(
    study: Study, client_of: Browser, session: Session, reviewed: ReviewSample
) -> None:
    outcomes = at_once(
        partial(judge, client_of("eve"), reviewed), partial(give, client_of("chi"), session, "together", "R3")
    )

    assert statuses(outcomes) == [201, 409]
    is_rater = Assignment.objects.filter(session=session, rater__pseudonym="R3").exists()
    assert reviewed.items.get().verdicts.exists() != is_rater
