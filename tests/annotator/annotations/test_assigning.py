"""Assigning passes, closing them, opening them again."""

from collections import Counter
from collections.abc import Callable

import pytest
from django.db import connection
from django.db.models import QuerySet
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.annotations.models import Assignment
from annotator.annotations.selectors import with_progress
from annotator.audit.models import Entry
from annotator.corpus.models import Session, Turn
from annotator.studies.models import Study
from tests.annotator.annotations.conftest import COMPLETE, save
from tests.annotator.conftest import NOW, AddSession, Rate

Browser = Callable[[str], APIClient]


@pytest.fixture
def three_sessions(study: Study, add_session: AddSession) -> list[Session]:
    return [add_session(study, client=f"C-{number}", n_turns=number + 1) for number in range(3)]


def test_a_lead_gives_passes_and_giving_twice_changes_nothing(
    study: Study, client_of: Browser, three_sessions: list[Session]
) -> None:
    address = f"/api/v1/studies/{study.slug}/assignments/"
    wanted = {
        "session_ids": [session.pk for session in three_sessions],
        "raters": list(study.raters.values_list("pseudonym", flat=True)),
        "pass_kind": "together",
    }

    first = client_of("chi").post(address, wanted, format="json")
    second = client_of("chi").post(address, wanted, format="json")

    assert (first.status_code, len(first.json())) == (201, 6)
    assert second.json() == []
    assert Assignment.objects.count() == 6
    assert Entry.objects.get(action="assignment.created").text.startswith("6 passes assigned: R1: S001, together; ")


@pytest.mark.parametrize(("who", "status"), [("chi", 201), ("asha", 403), ("sam", 403), ("dev", 404)])
def test_only_a_lead_distributes(
    who: str, status: int, study: Study, client_of: Browser, three_sessions: list[Session]
) -> None:
    response = client_of(who).post(f"/api/v1/studies/{study.slug}/assignments/distribute/")

    assert response.status_code == status
    assert Assignment.objects.exists() == (status == 201)


def test_distribution_is_even_by_turns(study: Study, client_of: Browser, add_session: AddSession) -> None:
    study.raters_per_turn = 1
    study.save()
    for number, n_turns in enumerate([9, 3, 3, 3]):
        add_session(study, client=f"C-{number}", n_turns=n_turns)

    response = client_of("chi").post(f"/api/v1/studies/{study.slug}/assignments/distribute/")

    load: Counter[str] = Counter()
    for assignment in Assignment.objects.all():
        load[assignment.rater.pseudonym] += assignment.session.turns.filter(role="client").count()
    assert response.json() == {"created": 4, "left_out": [], "without_picture": []}
    assert list(load.values()) == [9, 9]


def test_the_order_in_which_raters_joined_shows_in_nothing_that_is_assigned(
    study: Study, people: dict[str, User], client_of: Browser, add_session: AddSession
) -> None:
    study.raters.filter(user=people["asha"]).update(pseudonym="R9")  # Asha joined first, Ben is R2.
    address = f"/api/v1/studies/{study.slug}/assignments/"
    first, second = add_session(study), add_session(study, client="C-02")
    asked = {"session_ids": [second.pk], "raters": ["R9", "R2"], "pass_kind": "together"}

    chosen = [each["rater"] for each in client_of("chi").post(address, asked, format="json").json()]
    Study.objects.update(raters_per_turn=1)
    client_of("chi").post(f"{address}distribute/")

    assert chosen == ["R2", "R9"]
    assert first.assignments.get().rater.pseudonym == "R2"


def test_channel_passes_go_to_different_raters_where_there_are_enough(
    study: Study, client_of: Browser, session: Session
) -> None:
    study.has_channel_passes, study.raters_per_turn = True, 1
    study.save()

    client_of("chi").post(
        f"/api/v1/studies/{study.slug}/assignments/distribute/", {"pass_kinds": ["words", "face"]}, format="json"
    )

    assert len(set(Assignment.objects.values_list("rater", flat=True))) == 2


def test_who_has_rated_words_and_face_together_gets_no_pass_through_one_of_them(
    study: Study, client_of: Browser, session: Session, rate: Rate
) -> None:
    study.has_channel_passes, study.raters_per_turn = True, 1
    study.save()
    rate("asha", session.turns.get(position=0), incongruence="none")
    ashas = study.raters.get(user__username="asha")
    chi, address = client_of("chi"), f"/api/v1/studies/{study.slug}/assignments/"
    wanted = {"session_ids": [session.pk], "raters": [ashas.pseudonym], "pass_kind": "words"}

    refused = chi.post(address, wanted, format="json")
    chi.post(f"{address}distribute/", {"pass_kinds": ["words", "face"]}, format="json")

    assert (refused.status_code, refused.json()["code"]) == (409, "together_came_first")
    assert f"{ashas.pseudonym} in S001" in refused.json()["message"]
    assert Assignment.objects.count() == 2
    assert not Assignment.objects.filter(rater=ashas).exists()


@pytest.mark.parametrize(("first", "second"), [("words", "face"), ("face", "words")])
def test_of_two_passes_through_one_channel_the_one_given_later_waits_for_the_earlier(
    first: str, second: str, study: Study, client_of: Browser, session: Session
) -> None:
    study.has_channel_passes = True
    study.save()
    ashas = study.raters.get(user__username="asha")
    chi, address = client_of("chi"), f"/api/v1/studies/{study.slug}/assignments/"
    for pass_kind in ("together", first, second):
        wanted = {"session_ids": [session.pk], "raters": [ashas.pseudonym], "pass_kind": pass_kind}
        chi.post(address, wanted, format="json")

    def listed() -> list[tuple[str, str | None]]:
        rows = client_of("asha").get(address).json()["results"]
        return [(row["pass_kind"], row["waits_for"]) for row in rows]

    def statuses() -> dict[str, int]:
        asha = client_of("asha")
        return {
            each.pass_kind: asha.get(f"/api/v1/assignments/{each.pk}/workspace/").status_code
            for each in Assignment.objects.all()
        }

    given = (listed(), statuses())
    Assignment.objects.filter(pass_kind=first).update(done_at=NOW)
    after_first = (listed(), statuses())
    Assignment.objects.update(done_at=NOW)

    assert given == (
        [(first, None), (second, first), ("together", first)],
        {first: 200, second: 409, "together": 409},
    )
    assert after_first == (
        [(first, second), (second, None), ("together", second)],
        {first: 409, second: 200, "together": 409},
    )
    assert statuses() == {first: 200, second: 200, "together": 200}


def test_sessions_without_consent_are_left_out_and_named(
    study: Study, client_of: Browser, add_session: AddSession
) -> None:
    add_session(study, client="C-01", scopes=["view"])
    chi, address = client_of("chi"), f"/api/v1/studies/{study.slug}/assignments/"

    distributed = chi.post(f"{address}distribute/")
    given = chi.post(
        address, {"session_ids": [Session.objects.get().pk], "raters": ["R1"], "pass_kind": "together"}, format="json"
    )

    assert distributed.json() == {"created": 0, "left_out": ["S001"], "without_picture": []}
    assert (given.status_code, given.json()["code"]) == (409, "no_consent")


def test_a_study_without_channel_passes_gives_none(study: Study, client_of: Browser, session: Session) -> None:
    response = client_of("chi").post(
        f"/api/v1/studies/{study.slug}/assignments/distribute/", {"pass_kinds": ["face"]}, format="json"
    )

    assert (response.status_code, response.json()["code"]) == (400, "pass_not_in_design")


def test_too_few_raters_are_told(study: Study, client_of: Browser, session: Session) -> None:
    study.raters_per_turn = 3
    study.save()

    assert client_of("chi").post(f"/api/v1/studies/{study.slug}/assignments/distribute/").json()["code"] == "no_raters"


def test_raters_list_their_own_and_leads_all(
    study: Study, client_of: Browser, ashas: Assignment, bens: Assignment
) -> None:
    address = f"/api/v1/studies/{study.slug}/assignments/"

    assert [each["id"] for each in client_of("asha").get(address).json()["results"]] == [ashas.pk]
    assert len(client_of("chi").get(address).json()["results"]) == 2
    assert client_of("chi").get(f"{address}?mine=1").json()["results"] == []
    assert client_of("eve").get(address).json()["results"] == []
    assert client_of("dev").get(address).status_code == 404


def test_a_pass_is_done_when_no_turn_is_left(
    client_of: Browser, ashas: Assignment, session: Session, turn: Turn
) -> None:
    asha, address = client_of("asha"), f"/api/v1/assignments/{ashas.pk}/done/"
    save(asha, ashas, turn, **COMPLETE)

    too_early = asha.post(address)
    save(asha, ashas, session.turns.get(position=2), cannot_judge="Inaudible")
    done = asha.post(address)
    after = save(asha, ashas, turn, version=len(COMPLETE), engagement=1)

    assert (too_early.status_code, too_early.json()["code"]) == (409, "turns_left")
    assert (too_early.json()["n_left"], too_early.json()["first_position"]) == (1, 2)
    assert (done.status_code, done.json()["n_complete"]) == (200, 2)
    assert done.json()["done_at"]
    assert (after.status_code, after.json()["code"]) == (409, "assignment_done")


@pytest.mark.parametrize(
    ("who", "pass_kind", "status"),
    [("asha", "together", 200), ("asha", "words", 409), ("chi", "words", 200), ("ben", "together", 404)],
)
def test_a_channel_pass_stays_locked_unless_a_lead_opens_it(
    who: str, pass_kind: str, status: int, study: Study, client_of: Browser, assign: Callable[..., Assignment]
) -> None:
    study.has_channel_passes = True
    study.save()
    assignment = assign("asha", pass_kind)
    Assignment.objects.filter(pk=assignment.pk).update(done_at="2026-05-02T09:00Z")

    response = client_of(who).post(f"/api/v1/assignments/{assignment.pk}/reopen/")

    assignment.refresh_from_db()
    assert response.status_code == status
    assert (assignment.done_at is None) == (status == 200)


@pytest.mark.parametrize(("who", "status"), [("asha", 403), ("dev", 404), ("chi", 204)])
def test_an_untouched_assignment_can_be_taken_back_by_a_lead(
    who: str, status: int, client_of: Browser, ashas: Assignment
) -> None:
    assert client_of(who).delete(f"/api/v1/assignments/{ashas.pk}/").status_code == status
    assert Assignment.objects.exists() == (status != 204)


def test_an_assignment_with_answers_stays(client_of: Browser, ashas: Assignment, turn: Turn) -> None:
    save(client_of("asha"), ashas, turn, engagement=3)

    assert client_of("chi").delete(f"/api/v1/assignments/{ashas.pk}/").status_code == 409
    assert Assignment.objects.exists()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite tells how many steps a query took")
def test_the_progress_of_one_pass_is_not_looked_for_among_all_annotations(
    study: Study, people: dict[str, User], add_session: AddSession, rate: Rate
) -> None:
    """A study of 20 sessions of 800 turns would else go through 16,000 annotations for each of its passes."""
    rater = study.raters.get(user=people["asha"])
    session = add_session(study)
    Assignment.objects.create(rater=rater, session=session, pass_kind="together", created_at=NOW)
    rows = with_progress(Assignment.objects.filter(session=session), at=NOW)
    alone = _steps(rows)

    for turn in add_session(study, client="C-02", n_turns=200).turns.filter(role="client"):
        rate("asha", turn)

    assert _steps(rows) < 1.2 * alone


def _steps(rows: QuerySet[Assignment]) -> int:
    """How many steps SQLite's machine takes for these rows, in tens."""
    steps = 0

    def count() -> int:
        nonlocal steps
        steps += 1
        return 0

    connection.connection.set_progress_handler(count, 10)
    try:
        list(rows.all())
    finally:
        connection.connection.set_progress_handler(None, 0)
    return steps
