"""The log keeps who was given words of a session and answers of single raters, as it keeps who saw the recording."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.db.models import Max
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.annotations.models import Assignment
from annotator.audit.models import Entry
from annotator.corpus.models import Session
from annotator.corpus.playback import note_frames, note_reading, note_viewing
from annotator.studies.models import Study
from tests.annotator.conftest import NOW, AddSession
from tests.annotator.perception.conftest import WORDS, World
from tests.annotator.perception.walk import addresses, answer

Browser = Callable[[str], APIClient]


# Words of a file that was sent and is not a session's yet, and answers that quote a rater, not the session.
NO_SESSION_YET = ("/history/", "/annotation/", "/gold-label/")


@pytest.mark.parametrize("role", ["lead", "expert", "engineer", "rater"])
def test_every_address_that_gives_words_of_a_session_leaves_an_entry(
    role: str, world: World, client_of: Browser, give_pass: Callable[..., Assignment], join: Callable[..., None]
) -> None:
    give_pass("together", is_done=True)
    who = "asha" if role == "rater" else "dev"  # Who took part in what went before has entries already.
    if who == "dev":
        join(who, role)
    browser = client_of(who)
    given, silent = set(), set()

    for address in addresses(world.ids):
        if any(part in address for part in NO_SESSION_YET):
            continue
        with transaction.atomic():
            before = Entry.objects.aggregate(latest=Max("pk"))["latest"]
            if WORDS["words"] in answer(browser, address):
                given.add(address)
                new = Entry.objects.filter(pk__gt=before, action="words.read", actor_name=who)
                if not new.filter(target_kind="session", target_id=str(world.session.pk)).exists():
                    silent.add(address)
            transaction.set_rollback(True)

    assert silent == set()
    assert given


def test_words_are_noted_once_per_person_session_and_hour(
    study: Study, people: dict[str, User], add_session: AddSession
) -> None:
    sessions = [add_session(study), add_session(study, client="C-02")]
    times = [NOW, NOW + timedelta(minutes=59), NOW + timedelta(minutes=60)]

    for at in times:
        note_reading(people["chi"], sessions, study_id=study.pk, now=at)
    note_reading(people["sam"], sessions[:1], study_id=study.pk, now=NOW)

    read = Entry.objects.filter(action="words.read").order_by("pk")
    assert [(entry.actor_name, entry.text, entry.at) for entry in read] == [
        *[("chi", f"Words of session {key} were read", NOW) for key in ("S001", "S002")],
        *[("chi", f"Words of session {key} were read", times[2]) for key in ("S001", "S002")],
        ("sam", "Words of session S001 were read", NOW),
    ]


def test_frames_and_recordings_are_noted_as_often_as_words(
    study: Study, people: dict[str, User], add_session: AddSession
) -> None:
    session, chi = add_session(study), people["chi"]

    for at in [NOW, NOW + timedelta(minutes=59), NOW + timedelta(minutes=60)]:
        note_frames(chi, session, is_blurred=False, now=at)
        note_viewing(chi, session, now=at)

    for action in ("frames.viewed", "recording.viewed"):
        times = Entry.objects.filter(action=action).order_by("pk").values_list("at", flat=True)
        assert list(times) == [NOW, NOW + timedelta(minutes=60)]


def test_noting_words_of_many_sessions_takes_two_queries(
    study: Study, people: dict[str, User], add_session: AddSession
) -> None:
    sessions: list[Session] = [add_session(study, client=f"C-{number}") for number in range(5)]

    with CaptureQueriesContext(connection) as captured:
        note_reading(people["chi"], sessions, study_id=study.pk, now=NOW)

    statements = [query["sql"].split()[0] for query in captured]
    assert [each for each in statements if each in {"SELECT", "INSERT"}] == ["SELECT", "INSERT"]
    assert Entry.objects.filter(action="words.read").count() == 5


def test_a_pass_through_the_face_reads_no_words(
    world: World, client_of: Browser, give_pass: Callable[..., Assignment]
) -> None:
    assignment = give_pass("face")
    asha = client_of("asha")

    for address in (f"assignments/{assignment.pk}/workspace/", f"sessions/{world.session.pk}/"):
        assert asha.get(f"/api/v1/{address}").status_code == 200

    assert not Entry.objects.filter(action="words.read", actor_name="asha").exists()


def test_answers_of_single_raters_leave_an_entry_once_an_hour_and_ones_own_none(
    world: World, client_of: Browser, give_pass: Callable[..., Assignment]
) -> None:
    assignment = give_pass("together", is_done=True)
    slug = world.ids["slug"]
    (study,) = Study.objects.filter(slug__in=slug)
    item = world.session.turns.get(position=0)

    def viewed(who: str, address: str) -> int:
        with transaction.atomic():
            assert client_of(who).get(f"/api/v1/{address}").status_code == 200
            client_of(who).get(f"/api/v1/{address}")
            n = Entry.objects.filter(action="votes.viewed", actor_name=who, target_id=str(study.pk)).count()
            transaction.set_rollback(True)
        return n

    (sample,) = world.ids["sample_id"]
    (release,) = world.ids["release_id"]
    assert viewed("chi", f"studies/{study.slug}/agreement/engagement/") == 1
    assert viewed("chi", f"studies/{study.slug}/disagreements/") == 1
    assert viewed("chi", f"turns/{item.pk}/labels/") == 1
    assert viewed("chi", f"assignments/{assignment.pk}/workspace/") == 1
    for part in ("annotation", "history"):
        assert viewed("chi", f"assignments/{assignment.pk}/turns/{item.pk}/{part}/") == 1
        assert viewed("asha", f"assignments/{assignment.pk}/turns/{item.pk}/{part}/") == 0
    assert viewed("chi", f"review-samples/{sample}/items/") == 1
    assert viewed("eve", f"review-samples/{sample}/items/") == 1
    assert viewed("finn", f"releases/{release}/download/?use=within") == 1
    assert viewed("asha", f"assignments/{assignment.pk}/workspace/") == 0
    assert viewed("chi", f"studies/{study.slug}/agreement/") == 0


def test_taking_away_the_log_and_the_figures_leaves_an_entry_each_time(
    study: Study, world: World, client_of: Browser
) -> None:
    chi, before = client_of("chi"), f"/api/v1/studies/{study.slug}"

    for file in ("log.csv", "agreement.csv", "annotations.csv", "answers.csv"):
        for _ in range(2):
            assert chi.get(f"{before}/{file}").status_code == 200

    taken = Entry.objects.filter(study_id=study.pk, action__endswith=".downloaded").order_by("pk")
    actions = ["log.downloaded"] * 2 + ["agreement.downloaded"] * 2 + ["annotations.downloaded"] * 2
    actions += ["answers.downloaded"] * 2
    assert [entry.action for entry in taken] == actions
