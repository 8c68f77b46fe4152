"""Saving an annotation: nothing acknowledged is lost, nothing is recorded twice, and conflicts are seen."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.annotations.models import Annotation, AnnotationEvent, Assignment, Score
from annotator.corpus import consent
from annotator.corpus.models import Session, Turn
from annotator.studies.models import Study
from tests.annotator.annotations.conftest import COMPLETE, save
from tests.annotator.conftest import NOW, AddSession

Browser = Callable[[str], APIClient]


def test_an_answer_is_saved_and_acknowledged(client_of: Browser, ashas: Assignment, turn: Turn) -> None:
    response = save(client_of("asha"), ashas, turn, incongruence="minimizing")

    assert response.status_code == 200
    assert response.json()["scores"] == {"incongruence": "minimizing"}
    assert (response.json()["version"], response.json()["is_complete"]) == (1, False)
    assert Score.objects.get().level.key == "minimizing"


@pytest.mark.parametrize(("who", "status"), [("asha", 200), ("ben", 404), ("chi", 403), ("dev", 404), ("eve", 404)])
def test_only_the_rater_answers_in_their_own_pass(
    who: str, status: int, client_of: Browser, ashas: Assignment, turn: Turn
) -> None:
    response = save(client_of(who), ashas, turn, engagement=3)

    assert response.status_code == status
    assert Annotation.objects.exists() == (status == 200)


def test_a_retry_is_answered_as_done_and_recorded_once(client_of: Browser, ashas: Assignment, turn: Turn) -> None:
    key = str(uuid4())

    first = save(client_of("asha"), ashas, turn, key=key, engagement=3)
    second = save(client_of("asha"), ashas, turn, key=key, engagement=3)

    assert second.json() == first.json()
    assert AnnotationEvent.objects.count() == 1


def test_a_late_retry_does_not_bring_an_old_answer_back(client_of: Browser, ashas: Assignment, turn: Turn) -> None:
    key = str(uuid4())
    save(client_of("asha"), ashas, turn, key=key, engagement=3)
    save(client_of("asha"), ashas, turn, version=1, engagement=5)

    late = save(client_of("asha"), ashas, turn, key=key, engagement=3)

    assert late.status_code == 200
    assert late.json()["scores"] == {"engagement": 5}


def test_a_retry_is_acknowledged_after_the_pass_was_closed_and_a_new_change_is_refused(
    client_of: Browser, ashas: Assignment, turn: Turn
) -> None:
    key = str(uuid4())
    saved = save(client_of("asha"), ashas, turn, key=key, engagement=3)
    Assignment.objects.filter(pk=ashas.pk).update(done_at=NOW)

    assert save(client_of("asha"), ashas, turn, key=key, engagement=3).json() == saved.json()
    assert save(client_of("asha"), ashas, turn, version=1, engagement=4).json()["code"] == "assignment_done"


@pytest.mark.parametrize("construct", ["comment", "cannot_judge"])
def test_text_that_no_database_keeps_is_refused_in_words(
    construct: str, client_of: Browser, ashas: Assignment, turn: Turn
) -> None:
    response = save(client_of("asha"), ashas, turn, **{construct: "a\x00b"})

    assert (response.status_code, response.json()["code"]) == (400, "parse_error")
    assert "can't be stored" in response.json()["message"]
    assert not Annotation.objects.exists()


def test_a_key_of_another_raters_change_is_refused_and_tells_nothing(
    client_of: Browser, ashas: Assignment, bens: Assignment, turn: Turn
) -> None:
    key = str(uuid4())
    save(client_of("asha"), ashas, turn, key=key, engagement=3)

    response = save(client_of("ben"), bens, turn, key=key, engagement=3)

    assert response.status_code == 409
    assert response.json().keys() == {"code", "message"}


def test_two_changes_under_one_key_are_refused(client_of: Browser, ashas: Assignment, turn: Turn) -> None:
    response = save(client_of("asha"), ashas, turn, key=str(uuid4()), engagement=3, confidence=4)

    assert (response.status_code, response.json()["code"]) == (409, "client_key_taken")
    assert not Annotation.objects.exists()


def test_two_tabs_that_change_different_constructs_are_merged(
    client_of: Browser, ashas: Assignment, turn: Turn
) -> None:
    save(client_of("asha"), ashas, turn, engagement=3)

    response = save(client_of("asha"), ashas, turn, version=0, confidence=4)

    assert response.status_code == 200
    assert response.json()["scores"] == {"engagement": 3, "confidence": 4}


def test_two_tabs_that_change_one_construct_are_a_conflict_with_the_present_state(
    client_of: Browser, ashas: Assignment, turn: Turn
) -> None:
    save(client_of("asha"), ashas, turn, engagement=3)

    response = save(client_of("asha"), ashas, turn, version=0, engagement=5, confidence=4)

    assert response.status_code == 409
    assert response.json()["code"] == "stale_edit"
    assert response.json()["fields"] == {"engagement": ["changed elsewhere"]}
    assert response.json()["current"]["scores"] == {"engagement": 3}
    assert Score.objects.count() == 1


def test_two_tabs_that_give_the_same_answer_agree(client_of: Browser, ashas: Assignment, turn: Turn) -> None:
    save(client_of("asha"), ashas, turn, engagement=3)

    assert save(client_of("asha"), ashas, turn, version=0, engagement=3).status_code == 200


def test_an_annotation_is_complete_when_every_required_answer_is_there(
    client_of: Browser, ashas: Assignment, turn: Turn
) -> None:
    response = save(client_of("asha"), ashas, turn, **COMPLETE)

    assert response.json()["is_complete"]
    assert response.json()["version"] == len(COMPLETE)


def test_the_direction_is_asked_for_only_where_words_and_face_disagree(
    client_of: Browser, ashas: Assignment, turn: Turn
) -> None:
    asha = client_of("asha")

    refused = save(asha, ashas, turn, **{**COMPLETE, "direction": "opposed"})
    without = save(asha, ashas, turn, **{**COMPLETE, "incongruence": "contradiction"})
    answered = save(asha, ashas, turn, version=8, direction="opposed")
    taken_back = save(asha, ashas, turn, version=9, incongruence="none")

    assert (refused.status_code, refused.json()["code"]) == (400, "not_asked")
    assert not without.json()["is_complete"]
    assert answered.json()["is_complete"]
    assert "direction" not in taken_back.json()["scores"]
    assert taken_back.json()["is_complete"]
    assert AnnotationEvent.objects.filter(construct_key="direction").values_list("old", "new")[1] == ("opposed", None)


def test_cannot_judge_with_a_reason_completes_the_turn(client_of: Browser, ashas: Assignment, turn: Turn) -> None:
    judged = save(client_of("asha"), ashas, turn, cannot_judge="Face out of the picture")
    after_all = save(client_of("asha"), ashas, turn, version=1, cannot_judge=None)

    assert judged.json()["cannot_judge"] == "Face out of the picture"
    assert judged.json()["is_complete"]
    assert after_all.json()["cannot_judge"] is None
    assert not after_all.json()["is_complete"]


def test_an_answer_can_be_cleared(client_of: Browser, ashas: Assignment, turn: Turn) -> None:
    save(client_of("asha"), ashas, turn, engagement=3)

    assert save(client_of("asha"), ashas, turn, version=1, engagement=None).json()["scores"] == {}
    assert not Score.objects.exists()


@pytest.mark.parametrize(
    "values",
    [
        {"incongruence": "absent"},
        {"incongruence": 1},
        {"engagement": 0},
        {"engagement": 6},
        {"engagement": "3"},
        {"engagement": True},
        {"engagement": 2.5},
        {"comment": 3},
        {"comment": "x" * 4001},
        {"evidence": "all of it"},
        {"evidence": [{"start": 5, "end": 2}]},
        {"evidence": [{"end": 2, "start": 5}]},  # As a program with other habits, or PostgreSQL, orders the names.
        {"evidence": [{"end_ms": 2, "start_ms": 5}]},
        {"evidence": [{"start": "a", "end": "b"}]},
        {"evidence": [{"at_ms": -1}]},
        {"evidence": [{"at_ms": 10**40}]},
        {"cannot_judge": 7},
        {"mood": 3},
    ],
)
def test_what_the_codebook_does_not_have_is_refused_whole(
    values: dict[str, Any], client_of: Browser, ashas: Assignment, turn: Turn
) -> None:
    response = save(client_of("asha"), ashas, turn, confidence=4, **values)

    assert response.status_code == 400
    assert response.json()["fields"].keys() == values.keys()
    assert not Annotation.objects.exists()


def test_evidence_is_words_and_moments(client_of: Browser, ashas: Assignment, turn: Turn) -> None:
    spans = [{"start": 0, "end": 5}, {"at_ms": 2400}, {"start_ms": 2400, "end_ms": 2900}]

    assert save(client_of("asha"), ashas, turn, evidence=spans).json()["scores"] == {"evidence": spans}


def test_the_names_of_a_span_have_no_order(client_of: Browser, ashas: Assignment, turn: Turn) -> None:
    spans = [{"end": 5, "start": 0}, {"end_ms": 2900, "start_ms": 2400}]

    assert save(client_of("asha"), ashas, turn, evidence=spans).json()["scores"] == {"evidence": spans}


@pytest.mark.parametrize(("pass_kind", "asked"), [("words", "valence_words"), ("face", "valence_face")])
def test_a_channel_pass_asks_for_its_own_channel_alone(
    pass_kind: str, asked: str, study: Study, client_of: Browser, assign: Callable[..., Assignment], turn: Turn
) -> None:
    study.has_channel_passes = True
    study.save()
    other = {"valence_words": "valence_face", "valence_face": "valence_words"}[asked]
    assignment = assign("asha", pass_kind)

    assert save(client_of("asha"), assignment, turn, **{asked: 3}).status_code == 200
    assert save(client_of("asha"), assignment, turn, version=1, **{other: 3}).json()["code"] == "not_asked"
    assert save(client_of("asha"), assignment, turn, version=1, incongruence="none").json()["code"] == "not_asked"


def test_a_counsellors_turn_and_another_sessions_turn_are_not_there(
    study: Study, client_of: Browser, ashas: Assignment, session: Session, add_session: AddSession
) -> None:
    elsewhere = add_session(study, client="C-02").turns.get(position=0)

    assert save(client_of("asha"), ashas, session.turns.get(position=1), engagement=3).status_code == 404
    assert save(client_of("asha"), ashas, elsewhere, engagement=3).status_code == 404


def test_a_second_save_takes_few_queries(client_of: Browser, ashas: Assignment, turn: Turn) -> None:
    asha = client_of("asha")
    save(asha, ashas, turn, incongruence="none")

    with CaptureQueriesContext(
        connection,
    ) as queries:
        save(asha, ashas, turn, version=1, engagement=3)

    ours = [query for query in queries if "SAVEPOINT" not in query["sql"] and "django_session" not in query["sql"]]
    assert len(ours) <= 9  # The person, the assignment, its lock, annotation, scores, events; then three writes.


def test_once_consent_is_withdrawn_an_open_page_saves_nothing_more(
    client_of: Browser, people: dict[str, User], session: Session, ashas: Assignment, turn: Turn
) -> None:
    key = str(uuid4())
    saved = save(client_of("asha"), ashas, turn, key=key, engagement=3)
    other = session.turns.get(position=2)
    consent.withdraw(person=session.client, scopes=["annotate"], note="", actor=people["sam"], now=timezone.now())

    retry = save(client_of("asha"), ashas, turn, key=key, engagement=3)
    refused = [
        save(client_of("asha"), ashas, turn, version=1, engagement=4),
        save(client_of("asha"), ashas, other, engagement=4),
    ]

    assert retry.json() == saved.json()
    assert [(each.status_code, each.json()["code"]) for each in refused] == [(409, "no_consent")] * 2
    assert AnnotationEvent.objects.count() == 1


def test_the_consent_of_everyone_recorded_is_needed_to_save(
    client_of: Browser, people: dict[str, User], session: Session, ashas: Assignment, turn: Turn
) -> None:
    assert session.counsellor is not None
    consent.withdraw(person=session.counsellor, scopes=["annotate"], note="", actor=people["sam"], now=timezone.now())

    assert save(client_of("asha"), ashas, turn, engagement=4).json()["code"] == "no_consent"


@pytest.mark.parametrize("counsellor", [True, False])
@pytest.mark.parametrize(
    ("change", "is_agreed"),
    [
        ({}, True),
        ({"withdrawn_at": NOW}, False),
        ({"withdrawn_at": NOW + timedelta(hours=2)}, True),
        ({"expires_at": NOW}, False),
        ({"expires_at": NOW + timedelta(hours=2)}, True),
        ({"given_at": NOW + timedelta(hours=2)}, False),
    ],
)
def test_saving_reads_consent_as_everything_else_does(
    counsellor: bool, change: dict[str, Any], is_agreed: bool, session: Session
) -> None:
    session.client.consents.filter(scope="annotate").update(**change)
    if not counsellor:
        session.counsellor = None
    at = NOW + timedelta(hours=1)

    assert consent.agrees(session, "annotate", at=at) == is_agreed
    assert ("annotate" in consent.scopes_agreed(session, at=at)) == is_agreed
