"""Leads split, join and change turns; each change is one revision, and undo takes the latest back."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from rest_framework.response import Response
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.audit.models import Entry
from annotator.corpus import editing
from annotator.corpus.media import frames
from annotator.corpus.models import Frame, Session, Turn
from annotator.jobs.models import Job
from annotator.studies.models import Study
from tests.annotator.conftest import NOW, AddSession, Rate

Browser = Callable[[str], APIClient]


@pytest.fixture
def session(study: Study, add_session: AddSession) -> Session:
    """Turns 0 to 5, the client's first; each begins at its second and lasts 900 ms."""
    return add_session(study, n_turns=3)


@pytest.fixture
def edit(client_of: Browser, session: Session) -> Callable[..., Response]:
    """Chi's changes: `edit(0, "split", at=4, at_ms=400)`, `edit(0, text="…")`, `edit(None, "undo")`."""

    def edit(position: int | None, how: str = "", *, version: int | None = None, who: str = "chi", **told: Any) -> Any:
        body = {"version": version or session.revisions.latest("number").number, **told}
        browser = client_of(who)
        if position is None:
            return browser.post(f"/api/v1/sessions/{session.pk}/transcript/undo/", body, format="json")
        turn = session.turns.get(position=position)
        if how:
            return browser.post(f"/api/v1/turns/{turn.pk}/{how}/", body, format="json")
        return browser.patch(f"/api/v1/turns/{turn.pk}/", body, format="json")

    return edit


def told(session: Session) -> list[tuple[UUID, int, str, str, int | None, int | None]]:
    fields = ("pk", "revision__number", "role", "text", "start_ms", "end_ms")
    rows = list(session.turns.order_by("position").values_list(*fields))
    assert list(session.turns.order_by("position").values_list("position", flat=True)) == list(range(len(rows)))
    return rows


def test_a_split_leaves_the_id_to_the_first_part(session: Session, edit: Callable[..., Response], rate: Rate) -> None:
    before = told(session)
    rate("asha", session.turns.get(position=2), incongruence="none", engagement=3)

    response = edit(2, "split", at=4, at_ms=2300)

    assert (response.status_code, response.json()["version"], response.json()["can_undo"]) == (200, 2, True)
    after = told(session)
    assert after[2] == (before[2][0], 2, "client", "I'm", 2000, 2300)
    assert after[3][1:] == (2, "client", "fine, 1.", 2300, 2900)
    assert after[:2] + after[4:] == before[:2] + before[3:]
    assert session.turns.get(position=2).annotations.count() == 1
    assert session.turns.get(position=3).annotations.count() == 0
    assert [turn["text"] for turn in response.json()["turns"]] == [row[3] for row in after]


@pytest.mark.parametrize("text", ["a😀 b", "e\u0301a bc"])
def test_a_split_counts_code_points(text: str, session: Session, edit: Callable[..., Response]) -> None:
    edit(0, text=text)

    edit(0, "split", at=2, at_ms=400)

    assert [row[3] for row in told(session)[:2]] == [text[:2], text[2:].strip()]


def test_a_merge_keeps_both_turns_labels_and_shows_one_turn(
    session: Session, edit: Callable[..., Response], rate: Rate
) -> None:
    edit(1, role="client")
    first, second = session.turns.order_by("position")[:2]
    rate("asha", first, incongruence="none", engagement=3)
    rate("asha", second, incongruence="minimizing", engagement=2)

    edit(0, "merge")

    assert told(session)[0] == (first.pk, 3, "client", "I'm fine, 0. You're fine, 0?", 0, 1900)
    assert first.annotations.count() == second.annotations.count() == 1
    assert Turn.every.get(pk=second.pk).retired_by.number == 3  # type: ignore[union-attr]
    assert len(told(session)) == 5


def test_undo_takes_back_one_change_after_another_with_ids_times_and_places(
    session: Session, edit: Callable[..., Response], rate: Rate
) -> None:
    states = [told(session)]
    for position, how, change in [
        (0, "split", {"at": 4, "at_ms": 400}),
        (3, "", {"role": "client", "speaker": "Alex", "text": "Fine, I said.", "start_ms": 2100}),
        (0, "merge", {}),
        (5, "", {"start_ms": None, "end_ms": None}),
        (4, "split", {"at": 8, "at_ms": 4100}),
    ]:
        assert edit(position, how, **change).status_code == 200
        states.append(told(session))

    for state in reversed(states[:-1]):
        assert edit(None).status_code == 200
        assert told(session) == state
    response = edit(None)

    assert (response.status_code, response.json()["code"]) == (409, "nothing_to_undo")
    assert session.revisions.count() == 11


def test_a_change_after_an_undo_is_undone_before_what_is_older(session: Session, edit: Callable[..., Response]) -> None:
    edit(0, text="One.")
    edit(0, text="Two.")
    edit(None)
    edit(0, text="Three.")

    texts = [edit(None) and session.turns.get(position=0).text for _ in range(2)]

    assert texts == ["One.", "I'm fine, 0."]


def test_labels_on_a_turn_that_an_undo_takes_away_are_kept(
    session: Session, edit: Callable[..., Response], rate: Rate
) -> None:
    edit(0, "split", at=4, at_ms=400)
    second = session.turns.get(position=1)
    rate("ben", second, incongruence="none", engagement=3)

    edit(None)

    assert Turn.every.get(pk=second.pk).annotations.count() == 1
    assert second.pk not in {row[0] for row in told(session)}


@pytest.mark.parametrize(
    ("position", "how", "change", "code"),
    [
        (0, "split", {"at": 200, "at_ms": 400}, "empty_part"),
        (0, "split", {"at": 4}, "time_missing"),
        (0, "split", {"at": 4, "at_ms": 901}, "outside_the_turn"),
        (0, "split", {"at": 0, "at_ms": 400}, "invalid"),
        (0, "merge", {}, "other_role"),
        (5, "merge", {}, "last_turn"),
        (0, "", {"text": " \n"}, "no_words"),
        (0, "", {"end_ms": 900, "start_ms": 901}, "ends_before_its_start"),
        (0, "", {"start_ms": None}, "no_start"),
        (0, "", {"role": "narrator"}, "invalid"),
    ],
)
def test_a_change_that_does_not_fit_is_refused_and_nothing_changes(
    position: int, how: str, change: dict[str, Any], code: str, session: Session, edit: Callable[..., Response]
) -> None:
    before = told(session)

    response = edit(position, how, **change)

    assert (response.status_code, response.json()["code"]) == (400, code)
    assert told(session) == before
    assert session.revisions.count() == 1


def test_a_turn_without_counsellor_on_record_is_given_to_none(session: Session, edit: Callable[..., Response]) -> None:
    session.counsellor = None
    session.save()

    assert edit(0, role="counsellor").json()["code"] == "no_counsellor"


@pytest.mark.parametrize(
    ("position", "how", "change"),
    [(0, "split", {"at": 4, "at_ms": 400}), (0, "merge", {}), (0, "", {"text": "Other."}), (None, "", {})],
)
def test_a_change_by_a_page_that_is_behind_is_a_conflict(
    position: int | None, how: str, change: dict[str, Any], session: Session, edit: Callable[..., Response]
) -> None:
    edit(1, role="client")
    before = told(session)

    response = edit(position, how, version=1, **change)

    assert (response.status_code, response.json()["code"], response.json()["version"]) == (409, "stale_transcript", 2)
    assert told(session) == before


def test_the_same_again_makes_no_revision(session: Session, edit: Callable[..., Response]) -> None:
    assert edit(0, text="I'm fine, 0.", start_ms=0).json()["version"] == 1


def test_history_says_who_did_what_and_the_log_holds_no_word(
    session: Session, edit: Callable[..., Response], client_of: Browser
) -> None:
    edit(0, "split", at=4, at_ms=400)
    edit(0, text="I am")
    edit(None)

    body = client_of("chi").get(f"/api/v1/sessions/{session.pk}/transcript/").json()

    keys = ("number", "kind", "by", "undone_by", "undoes", "n_changed", "n_new", "n_gone")
    assert [tuple(row[key] for key in keys) for row in body["revisions"]] == [
        (4, "undo", "chi", None, 3, 1, 0, 0),
        (3, "change", "chi", 4, None, 1, 0, 0),
        (2, "split", "chi", None, None, 1, 1, 0),
        (1, "file", "", None, None, 0, 0, 0),
    ]
    assert body["version"] == 4
    logged = Entry.objects.filter(action__startswith="transcript.").order_by("pk")
    assert [entry.action for entry in logged] == ["transcript.split", "transcript.change", "transcript.undo"]
    assert not any("fine" in entry.text or "I am" in entry.text for entry in logged)


def test_a_session_without_video_says_of_new_turns_that_they_have_no_frame(
    session: Session, edit: Callable[..., Response]
) -> None:
    session.recording.delete()

    edit(0, "split", at=4, at_ms=400)

    reasons = Frame.objects.filter(turn__in=session.turns.filter(position__lte=1)).values_list("missing_reason")
    assert list(reasons) == [("The session has no video.",)] * 2


def test_changes_of_words_alone_keep_the_frames_and_many_changes_of_times_wait_for_one_job(
    filmed: Session, client_of: Browser, run_jobs: Callable[[], None]
) -> None:
    first, second = filmed.turns.filter(role="client").order_by("position")

    def change(turn: Turn, version: int, **told: Any) -> None:
        address = f"/api/v1/turns/{turn.pk}/"
        assert client_of("chi").patch(address, {"version": version, **told}, format="json").status_code == 200

    n_jobs = Job.objects.count()
    change(first, 1, text="Fine. Really.")
    assert Job.objects.count() == n_jobs
    change(first, 2, end_ms=1900)
    change(second, 3, start_ms=2900)
    assert Job.objects.count() == n_jobs + 1
    run_jobs()

    assert all(Frame.objects.get(turn=turn).path for turn in (first, second))


def test_a_turn_changed_while_frames_are_made_gets_the_frame_of_its_new_times(
    filmed: Session,
    people: dict[str, User],
    client_of: Browser,
    run_jobs: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turn = filmed.turns.get(position=3)
    extract_frames, n_calls, stored = frames.extract_frames, 0, []

    def and_an_edit(*args: Any, **told: Any) -> Any:
        nonlocal n_calls
        n_calls += 1
        results = extract_frames(*args, **told)
        if n_calls == 1:
            said = {"start_ms": 1000, "end_ms": 1500}
            editing.change_turn(turn=turn, said=said, based_on=2, actor=people["chi"], now=NOW)
        stored.append(Frame.objects.get(turn=turn).presentation_ms)
        return results

    monkeypatch.setattr(frames, "extract_frames", and_an_edit)
    client_of("chi").patch(f"/api/v1/turns/{turn.pk}/", {"version": 1, "end_ms": 3800}, format="json")
    run_jobs()

    # Twice in the one job that the edit met; nothing was stored of the former times.
    assert n_calls == 2
    assert stored == [None, None]
    assert 1000 <= (Frame.objects.get(turn=turn).presentation_ms or 0) < 1500


def test_a_turn_that_begins_after_the_recording_is_refused(filmed: Session, client_of: Browser) -> None:
    turn = filmed.turns.get(position=3)

    response = client_of("chi").patch(
        f"/api/v1/turns/{turn.pk}/", {"version": 1, "start_ms": 60_000, "end_ms": 61_000}, format="json"
    )

    assert response.json()["code"] == "past_the_end"


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite lets one writing transaction at a time through")
@pytest.mark.django_db(transaction=True)
def test_of_changes_at_the_same_moment_one_is_made_and_the_others_are_conflicts(
    session: Session, client_of: Browser
) -> None:
    turns = list(session.turns.order_by("position"))

    def change(number: int, browser: APIClient) -> int:
        try:
            body = {"version": 1, "at": 4, "at_ms": 1000 * turns[number].position + 400}
            return int(browser.post(f"/api/v1/turns/{turns[number].pk}/split/", body, format="json").status_code)
        finally:
            connection.close()  # Each thread has one of its own.

    browsers = [client_of("chi") for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        answers = sorted(pool.map(change, range(4), browsers))

    assert answers == [200, 409, 409, 409]
    assert len(told(session)) == 7
    assert session.revisions.count() == 2


def test_the_history_says_what_each_change_did_and_which_labels_left_with_their_turns(
    client_of: Browser, session: Session, edit: Callable[..., Response], rate: Rate
) -> None:
    second = session.turns.get(position=2)
    rate("asha", second, incongruence="none", engagement=3)
    edit(1, role="client")
    edit(0, text="Other words.")
    address = f"/api/v1/sessions/{session.pk}/transcript/"
    labels = client_of("chi").get(address).json()["labels"]
    edit(1, "merge")

    page = client_of("chi").get(address).json()

    assert labels == {str(second.pk): 1}
    assert page["labels"] == {}
    history = [(each["kind"], each["position"], each["what"], each["by"]) for each in page["revisions"]]
    assert history == [
        ("merge", 1, ["text", "time"], "chi"),
        ("change", 0, ["text"], "chi"),
        ("change", 1, ["role"], "chi"),
        ("file", None, [], ""),
    ]
    retired = [(each["id"], each["retired_by"], each["n_labels"]) for each in page["retired"]]
    assert retired == [(str(second.pk), 4, 1)]


def test_a_turn_without_words_is_refused_in_words(session: Session, edit: Callable[..., Response]) -> None:
    response = edit(0, text="")

    assert (response.status_code, response.json()["code"]) == (400, "no_words")
    assert session.revisions.count() == 1
