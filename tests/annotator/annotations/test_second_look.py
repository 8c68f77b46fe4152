"""A turn that was changed after it was labelled: the label stays, and its rater is asked to look again."""

from collections.abc import Callable
from uuid import uuid4

from rest_framework.response import Response
from rest_framework.test import APIClient

from annotator.annotations.models import Annotation, AnnotationEvent, Assignment
from annotator.corpus.models import Session, Turn
from annotator.studies.models import Study
from tests.annotator.annotations.conftest import COMPLETE, page, save

Browser = Callable[[str], APIClient]


def confirm(client: APIClient, assignment: Assignment, turn: Turn, seen: int, key: str | None = None) -> Response:
    address = f"/api/v1/assignments/{assignment.pk}/turns/{turn.pk}/confirm/"
    return client.post(address, {"turn_revision": seen, "client_key": key or str(uuid4())}, format="json")


def test_a_rater_is_told_what_was_changed_after_they_labelled_and_confirms_it(
    client_of: Browser, ashas: Assignment, turn: Turn, change: Callable[..., None]
) -> None:
    save(client_of("asha"), ashas, turn, **COMPLETE)
    change(turn, text="I'm not fine, 0.")

    asked = page(client_of("asha"), ashas)
    answer = confirm(client_of("asha"), ashas, turn, 2)

    assert asked["second_looks"] == {
        str(turn.pk): {
            "what": ["text"],
            "since": 2,
            "was": {"role": "client", "start_ms": 0, "end_ms": 900, "text": "I'm fine, 0."},
            "lost": [],
        }
    }
    assert asked["assignment"]["n_to_confirm"] == 1
    assert asked["assignment"]["n_complete"] == 1
    assert next(each for each in asked["turns"] if each["id"] == str(turn.pk))["revision"] == 2
    assert asked["annotations"][str(turn.pk)]["scores"]["engagement"] == 4
    assert (answer.status_code, answer.json()["scores"]["engagement"]) == (200, 4)
    after = page(client_of("asha"), ashas)
    assert (after["second_looks"], after["assignment"]["n_to_confirm"]) == ({}, 0)
    event = AnnotationEvent.objects.filter(construct_key="turn_revision").get()
    assert (event.old, event.new) == (1, 2)


def test_whoever_labels_the_turn_as_it_is_now_is_not_asked(
    client_of: Browser, ashas: Assignment, bens: Assignment, turn: Turn, change: Callable[..., None]
) -> None:
    save(client_of("asha"), ashas, turn, **COMPLETE)
    change(turn, text="Other words.")
    save(client_of("ben"), bens, turn, **COMPLETE)

    assert page(client_of("ben"), bens)["second_looks"] == {}
    assert page(client_of("asha"), ashas)["second_looks"].keys() == {str(turn.pk)}


def test_an_answer_changed_on_the_turn_as_it_is_now_is_the_second_look(
    client_of: Browser, ashas: Assignment, turn: Turn, change: Callable[..., None]
) -> None:
    version = save(client_of("asha"), ashas, turn, **COMPLETE).json()["version"]
    change(turn, text="Other words.")
    address = f"/api/v1/assignments/{ashas.pk}/turns/{turn.pk}/annotation/"
    changes = [{"client_key": str(uuid4()), "construct": "engagement", "value": 2}]

    for seen, is_asked in ((1, True), (None, True), (2, False)):
        changes = [{**changes[0], "client_key": str(uuid4())}]
        body = {"version": version, "changes": changes, "turn_revision": seen}
        version = client_of("asha").patch(address, body, format="json").json()["version"]

        assert bool(page(client_of("asha"), ashas)["second_looks"]) == is_asked


def test_every_answer_to_a_save_says_what_the_transcript_is_at_so_that_a_page_sees_that_it_is_behind(
    client_of: Browser, ashas: Assignment, session: Session, turn: Turn, change: Callable[..., None]
) -> None:
    opened = page(client_of("asha"), ashas)
    first = save(client_of("asha"), ashas, turn, **COMPLETE).json()
    change(session.turns.exclude(pk=turn.pk).earliest("position"), text="Another turn, in other words.")

    later = save(client_of("asha"), ashas, turn, version=first["version"], engagement=2).json()
    held = confirm(client_of("asha"), ashas, turn, 1).json()

    assert (opened["transcript_revision"], first["transcript_revision"]) == (1, 1)
    assert (later["transcript_revision"], held["transcript_revision"]) == (2, 2)
    assert page(client_of("asha"), ashas)["transcript_revision"] == 2


def test_a_label_given_on_a_page_that_is_behind_asks_for_a_second_look(
    client_of: Browser, ashas: Assignment, turn: Turn, change: Callable[..., None]
) -> None:
    change(turn, text="Other words.")
    address = f"/api/v1/assignments/{ashas.pk}/turns/{turn.pk}/annotation/"
    changes = [{"client_key": str(uuid4()), "construct": "engagement", "value": 2}]

    client_of("asha").patch(address, {"version": 0, "changes": changes, "turn_revision": 1}, format="json")

    assert Annotation.objects.get().turn_revision.number == 1
    assert page(client_of("asha"), ashas)["second_looks"][str(turn.pk)]["was"]["text"] == "I'm fine, 0."


def test_a_label_changed_on_words_that_were_undone_asks_for_a_second_look(
    client_of: Browser, ashas: Assignment, turn: Turn, change: Callable[..., None]
) -> None:
    version = save(client_of("asha"), ashas, turn, **COMPLETE).json()["version"]
    change(turn, text="I'm not fine at all.")
    change(None)
    address = f"/api/v1/assignments/{ashas.pk}/turns/{turn.pk}/annotation/"
    changes = [{"client_key": str(uuid4()), "construct": "engagement", "value": 1}]

    client_of("asha").patch(address, {"version": version, "changes": changes, "turn_revision": 2}, format="json")

    look = page(client_of("asha"), ashas)["second_looks"][str(turn.pk)]
    assert (look["what"], look["was"]["text"]) == (["text"], "I'm not fine at all.")
    assert confirm(client_of("asha"), ashas, turn, 1).status_code == 200
    assert page(client_of("asha"), ashas)["second_looks"] == {}


def test_a_turn_changed_once_more_is_not_confirmed_unseen_and_a_retry_is_harmless(
    client_of: Browser, ashas: Assignment, turn: Turn, change: Callable[..., None]
) -> None:
    save(client_of("asha"), ashas, turn, **COMPLETE)
    change(turn, text="Other words.")
    change(turn, text="Others still.")
    key = str(uuid4())

    stale = confirm(client_of("asha"), ashas, turn, 2, key)
    fresh = confirm(client_of("asha"), ashas, turn, 3, key)
    change(turn, text="And again.")
    retry = confirm(client_of("asha"), ashas, turn, 3, key)

    assert (stale.status_code, stale.json()["code"], stale.json()["revision"]) == (409, "turn_changed", 3)
    assert (fresh.status_code, retry.status_code) == (200, 200)
    assert retry.json()["version"] == fresh.json()["version"]
    assert page(client_of("asha"), ashas)["second_looks"][str(turn.pk)]["was"]["text"] == "Others still."


def test_a_closed_pass_stays_closed_and_may_be_confirmed(
    client_of: Browser, ashas: Assignment, session: Session, change: Callable[..., None]
) -> None:
    turns = list(session.turns.filter(role="client"))
    for turn in turns:
        save(client_of("asha"), ashas, turn, **COMPLETE)
    client_of("asha").post(f"/api/v1/assignments/{ashas.pk}/done/")
    change(turns[0], start_ms=200)

    answer = confirm(client_of("asha"), ashas, turns[0], 2)

    assert answer.status_code == 200
    ashas.refresh_from_db()
    assert ashas.done_at is not None


def test_undoing_the_change_takes_the_question_back(
    client_of: Browser, ashas: Assignment, turn: Turn, change: Callable[..., None]
) -> None:
    save(client_of("asha"), ashas, turn, **COMPLETE)
    change(turn, text="Other words.")
    change(None)

    assert page(client_of("asha"), ashas)["second_looks"] == {}


def test_each_pass_is_asked_about_what_it_shows(
    client_of: Browser,
    study: Study,
    session: Session,
    turn: Turn,
    assign: Callable[..., Assignment],
    change: Callable[..., None],
) -> None:
    study.has_channel_passes = True
    study.save()
    words, face = assign("asha", "words"), assign("ben", "face")
    save(client_of("asha"), words, turn, valence_words=5)
    save(client_of("ben"), face, turn, valence_face=5)

    change(turn, text="Other words.")
    by_text = [page(client_of(name), each)["second_looks"] for name, each in (("asha", words), ("ben", face))]
    change(turn, start_ms=100)
    looks = page(client_of("ben"), face)
    n_to_confirm = page(client_of("asha"), words)["assignment"]["n_to_confirm"]

    assert [bool(each) for each in by_text] == [True, False]
    assert looks["second_looks"][str(turn.pk)]["what"] == ["time"]
    assert looks["second_looks"][str(turn.pk)]["was"] == {"role": "client", "start_ms": 0, "end_ms": 900, "text": None}
    assert looks["assignment"]["n_to_confirm"] == n_to_confirm == 1


def test_both_parts_of_a_split_are_marked_and_the_whole_that_reads_as_it_was_labelled_is_not(
    client_of: Browser, ashas: Assignment, session: Session, turn: Turn, change: Callable[..., None]
) -> None:
    save(client_of("asha"), ashas, turn, **COMPLETE)

    change(turn, "split", at=4, at_ms=400)
    parts = page(client_of("asha"), ashas)["second_looks"]
    second = session.turns.get(position=1)
    save(client_of("asha"), ashas, second, **COMPLETE)
    change(turn, "merge")
    whole = page(client_of("asha"), ashas)

    assert parts[str(turn.pk)]["what"] == ["text", "time"]
    assert parts[str(second.pk)] == {"what": ["new"], "since": 2, "was": None, "lost": []}
    # It reads as Asha saw it before it was cut.
    assert (whole["second_looks"], whole["assignment"]["n_to_confirm"]) == ({}, 0)
    assert whole["annotations"].keys() == {str(turn.pk)}
    assert Annotation.objects.filter(turn=second).count() == 1


def test_whoever_labelled_a_part_looks_again_at_the_whole_and_is_told_what_was_joined_to_it(
    client_of: Browser, ashas: Assignment, bens: Assignment, turn: Turn, change: Callable[..., None]
) -> None:
    version = save(client_of("asha"), ashas, turn, **COMPLETE).json()["version"]
    save(client_of("ben"), bens, turn, **COMPLETE)
    change(turn, "split", at=4, at_ms=400)
    given = [{"client_key": str(uuid4()), "construct": "engagement", "value": 2}]
    address = f"/api/v1/assignments/{ashas.pk}/turns/{turn.pk}/annotation/"
    body = {"version": version, "changes": given, "turn_revision": 2}
    answer = client_of("asha").patch(address, body, format="json")
    change(turn, "merge")

    assert answer.status_code == 200
    look = page(client_of("asha"), ashas)["second_looks"][str(turn.pk)]
    assert (look["what"], look["was"]["text"], look["was"]["end_ms"]) == (["text", "time"], "I'm", 400)
    assert page(client_of("ben"), bens)["second_looks"] == {}
    confirm(client_of("asha"), ashas, turn, 1)
    assert page(client_of("asha"), ashas)["second_looks"] == {}


def test_a_turn_that_comes_to_read_as_before_bit_by_bit_says_only_what_differs(
    client_of: Browser, ashas: Assignment, turn: Turn, change: Callable[..., None]
) -> None:
    save(client_of("asha"), ashas, turn, **COMPLETE)

    change(turn, text="Other words.", end_ms=700)
    change(turn, text="I'm fine, 0.")
    halfway = page(client_of("asha"), ashas)["second_looks"][str(turn.pk)]
    change(turn, end_ms=900)

    assert halfway["what"] == ["time"]
    assert page(client_of("asha"), ashas)["second_looks"] == {}
    change(turn, end_ms=800)
    assert page(client_of("asha"), ashas)["second_looks"][str(turn.pk)]["what"] == ["time"]


def test_what_was_on_its_way_to_a_turn_that_was_retired_is_kept(
    client_of: Browser, ashas: Assignment, session: Session, turn: Turn, change: Callable[..., None]
) -> None:
    change(turn, "split", at=4, at_ms=400)
    second = session.turns.get(position=1)
    change(turn, "merge")

    answer = save(client_of("asha"), ashas, second, engagement=2)

    assert (answer.status_code, answer.json()["version"]) == (200, 1)
    assert Annotation.objects.get(turn=second).scores.count() == 1
    shown = page(client_of("asha"), ashas)
    assert str(second.pk) not in {*shown["annotations"], *(each["id"] for each in shown["turns"])}
    assert shown["assignment"]["n_turns"] == 2
    assert confirm(client_of("asha"), ashas, second, 2).status_code == 404


def test_what_was_changed_and_undone_is_not_told_with_what_was_changed_after(
    client_of: Browser, ashas: Assignment, turn: Turn, change: Callable[..., None]
) -> None:
    save(client_of("asha"), ashas, turn, **COMPLETE)
    change(turn, end_ms=turn.start_ms + 200)
    change(None)
    assert page(client_of("asha"), ashas)["second_looks"] == {}

    change(turn, text="I'm not fine.")

    assert page(client_of("asha"), ashas)["second_looks"][str(turn.pk)]["what"] == ["text"]


def test_the_lead_sees_where_second_looks_wait_and_not_whose(
    client_of: Browser, ashas: Assignment, bens: Assignment, session: Session, turn: Turn, change: Callable[..., None]
) -> None:
    for name, assignment in (("asha", ashas), ("ben", bens)):
        save(client_of(name), assignment, turn, **COMPLETE)
    address = f"/api/v1/sessions/{session.pk}/transcript/"
    before = client_of("chi").get(address).json()["second_looks"]
    change(turn, text="Other words.")

    waiting = client_of("chi").get(address).json()["second_looks"]
    confirm(client_of("asha"), ashas, turn, 2)

    assert (before, waiting) == ({}, {str(turn.pk): 2})
    assert client_of("chi").get(address).json()["second_looks"] == {str(turn.pk): 1}
