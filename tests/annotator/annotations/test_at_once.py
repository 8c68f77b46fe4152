"""Assigning, answering, handing in and taking back, by several at one moment."""

from collections.abc import Callable
from functools import partial

import pytest
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.annotations.models import Annotation, AnnotationEvent, Assignment
from annotator.annotations.services import distribute
from annotator.audit.models import Entry
from annotator.corpus.models import Session, Turn
from annotator.studies.models import Study
from tests.annotator.annotations.conftest import COMPLETE, save
from tests.annotator.at_once import at_once, statuses
from tests.annotator.conftest import NOW, AddSession

pytestmark = pytest.mark.django_db(transaction=True)

Browser = Callable[[str], APIClient]


def test_two_leads_who_distribute_give_every_session_its_raters_once(
    study: Study, client_of: Browser, add_session: AddSession
) -> None:
    for number in range(3):
        add_session(study, client=f"C-{number}")
    address = f"/api/v1/studies/{study.slug}/assignments/distribute/"

    outcomes = at_once(*[partial(client_of("chi").post, address) for _ in range(8)])

    assert statuses(outcomes) == [201] * 8
    assert sum(each.json()["created"] for each in outcomes) == Assignment.objects.count() == 6  # type: ignore[union-attr]
    assert Entry.objects.filter(action="assignment.created").count() == 1


def test_two_leads_who_assign_one_pass_assign_it_once(study: Study, client_of: Browser, session: Session) -> None:
    address = f"/api/v1/studies/{study.slug}/assignments/"
    wanted = {"session_ids": [session.pk], "raters": ["R1", "R2"], "pass_kind": "together"}

    outcomes = at_once(*[partial(client_of("chi").post, address, wanted) for _ in range(8)])

    assert statuses(outcomes) == [201] * 8
    assert sorted(len(each.json()) for each in outcomes) == [0] * 7 + [2]  # type: ignore[union-attr]


def test_distribution_goes_by_the_design_as_it_is_once_it_may_begin(
    study: Study, session: Session, people: dict[str, User]
) -> None:
    """The page asked for the study before a colleague asked for fewer raters."""
    Study.objects.filter(pk=study.pk).update(raters_per_turn=1)

    done = distribute(study=study, pass_kinds=None, actor=people["chi"], now=NOW)

    assert done.created == 1


def test_no_save_is_acknowledged_on_a_pass_that_was_taken_back(
    study: Study, client_of: Browser, add_session: AddSession, people: dict[str, User]
) -> None:
    rater = study.raters.get(user=people["asha"])
    for number in range(6):
        session = add_session(study, client=f"C-{number}", n_turns=1)
        pass_ = Assignment.objects.create(rater=rater, session=session, pass_kind="together", created_at=NOW)

        outcomes = at_once(
            partial(save, client_of("asha"), pass_, session.turns.get(position=0), engagement=3),
            partial(client_of("chi").delete, f"/api/v1/assignments/{pass_.pk}/"),
        )

        assert statuses(outcomes) in ([200, 409], [204, 404])
        is_there = Assignment.objects.filter(pk=pass_.pk).exists()
        assert Annotation.objects.filter(turn__session=session).exists() == is_there


def test_a_pass_is_handed_in_with_the_answer_or_without_and_never_incomplete(
    study: Study, client_of: Browser, ashas: Assignment, session: Session
) -> None:
    for turn in session.turns.filter(role="client"):
        save(client_of("asha"), ashas, turn, **COMPLETE)
    turn = session.turns.get(position=0)

    _, done = outcomes = at_once(
        partial(save, client_of("asha"), ashas, turn, version=len(COMPLETE), engagement=None),
        partial(client_of("asha").post, f"/api/v1/assignments/{ashas.pk}/done/"),
    )

    assert statuses(outcomes) == [200, 409]
    is_done = Assignment.objects.get(pk=ashas.pk).done_at is not None
    assert Annotation.objects.get(turn=turn).is_complete == is_done == (done.status_code == 200)  # type: ignore[union-attr]


def test_a_pass_is_handed_in_and_opened_once_however_often_it_is_asked(
    client_of: Browser, ashas: Assignment, session: Session
) -> None:
    for turn in session.turns.filter(role="client"):
        save(client_of("asha"), ashas, turn, **COMPLETE)
    address = f"/api/v1/assignments/{ashas.pk}/"

    assert statuses(at_once(*[partial(client_of("asha").post, f"{address}done/") for _ in range(4)])) == [200] * 4
    assert Entry.objects.filter(action="assignment.done").count() == 1

    assert statuses(at_once(*[partial(client_of("asha").post, f"{address}reopen/") for _ in range(4)])) == [200] * 4
    assert Entry.objects.filter(action="assignment.reopened").count() == 1


def test_a_pass_that_is_taken_back_is_not_opened_again(client_of: Browser, ashas: Assignment) -> None:
    address = f"/api/v1/assignments/{ashas.pk}/"
    Assignment.objects.filter(pk=ashas.pk).update(done_at=NOW)

    outcomes = at_once(partial(client_of("chi").delete, address), partial(client_of("asha").post, f"{address}reopen/"))

    assert statuses(outcomes) in ([200, 204], [204, 404])
    assert not Assignment.objects.exists()


def test_two_windows_that_answer_one_question_of_a_new_turn_are_a_conflict(
    client_of: Browser, ashas: Assignment, turn: Turn
) -> None:
    outcomes = at_once(*[partial(save, client_of("asha"), ashas, turn, engagement=level) for level in (1, 2, 3, 4)])

    assert statuses(outcomes) == [200, 409, 409, 409]
    assert AnnotationEvent.objects.count() == 1


def test_two_windows_that_answer_different_questions_are_both_kept(
    client_of: Browser, ashas: Assignment, turn: Turn
) -> None:
    answers = [{"engagement": 3}, {"confidence": 4}, {"comment": "A smile that stays."}]

    outcomes = at_once(*[partial(save, client_of("asha"), ashas, turn, **each) for each in answers])

    assert statuses(outcomes) == [200, 200, 200]
    assert Annotation.objects.get().scores.count() == AnnotationEvent.objects.count() == 3
