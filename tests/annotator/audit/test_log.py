"""The log: append-only, read by leads and stewards."""

import re
from collections.abc import Callable

import pytest
from django.conf import settings
from django.db import DatabaseError, transaction
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.audit.models import Entry
from annotator.audit.services import record
from annotator.corpus.models import TranscriptRevision
from annotator.studies.models import Study
from annotator.studies.services import change_study
from tests.annotator.conftest import NOW

OF_NO_STUDY = {"login.begun", "login.ended", "password.changed"}
UNBLURRED = {"recording.viewed", "frames.viewed"}  # Each stands behind its blurred kin in one line of code.


def test_the_database_refuses_to_change_or_delete_an_entry(study: Study) -> None:
    entry = Entry.objects.filter(study_id=study.pk).latest("pk")

    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Entry.objects.filter(pk=entry.pk).update(text="nothing happened")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        entry.delete()

    assert Entry.objects.get(pk=entry.pk).text == entry.text


@pytest.mark.parametrize(("who", "status"), [("chi", 200), ("sam", 200), ("asha", 403), ("finn", 403), ("dev", 404)])
def test_the_log_is_read_by_leads_and_stewards(
    who: str, status: int, study: Study, client_of: Callable[[str], APIClient]
) -> None:
    for address in ("log/", "log.csv"):
        assert client_of(who).get(f"/api/v1/studies/{study.slug}/{address}").status_code == status


def test_the_page_has_words_for_all_that_a_study_s_log_tells() -> None:
    texts = (settings.BASE_DIR / "frontend/src/features/log/texts.ts").read_text("utf-8")
    code = "".join(path.read_text("utf-8") for path in (settings.BASE_DIR / "annotator").rglob("*.py"))
    told = set(re.findall(r'(?:action=|action, how = \(|DOWNLOADED = )"([a-z_]+\.[a-z_]+)"', code))
    told |= {f"transcript.{kind}" for kind in TranscriptRevision.Kind.values} | UNBLURRED

    assert "run.started" in told
    assert {action for action in told - OF_NO_STUDY if f'"{action}": ' not in texts} == set()


def test_the_page_and_the_file_hold_the_same(study: Study, client_of: Callable[[str], APIClient]) -> None:
    page = client_of("chi").get(f"/api/v1/studies/{study.slug}/log/?search=asha").json()["results"]
    file = b"".join(client_of("chi").get(f"/api/v1/studies/{study.slug}/log.csv?search=asha")).decode()

    assert [entry["text"] for entry in page] == ["asha became rater"]
    assert file.splitlines()[0] == "at_utc,actor,action,target_kind,target_id,text"
    assert file.splitlines()[1].endswith("asha became rater")


@pytest.mark.parametrize(
    ("field", "value", "text"),
    [
        ("blurred_roles", ["rater", "expert"], "who sees blurred faces: nobody → raters, experts"),
        ("engineers_see_frames", True, "engineers see frames: no → yes"),
        ("raters_per_turn", 4, "raters per turn: 2 → 4"),
        ("description", "Pilot.", "description: none → Pilot."),
        (
            "frame_rule",
            "turn_start",
            "which picture of a turn is taken: sharpest face of the first second → first picture",
        ),
    ],
)
def test_a_change_of_the_study_is_told_in_words(
    field: str, value: object, text: str, study: Study, people: dict[str, User]
) -> None:
    Study.objects.update(raters_per_turn=2, description="")
    study.refresh_from_db()

    change_study(study=study, actor=people["chi"], now=NOW, **{field: value})

    assert Entry.objects.get(action="study.changed").text.startswith(text)


def test_a_blind_lead_reads_what_raters_did_and_not_which_of_them(
    study: Study, people: dict[str, User], client_of: Callable[[str], APIClient]
) -> None:
    record(actor=people["asha"], action="assignment.done", text="The pass of session S001 is done", study=study, at=NOW)

    def actors(who: str, search: str = "S001") -> list[str]:
        page = client_of(who).get(f"/api/v1/studies/{study.slug}/log/?search={search}").json()["results"]
        return [entry["actor"] for entry in page if entry["action"] == "assignment.done"]

    assert actors("chi") == ["a rater"]
    assert actors("chi", search="asha") == []
    assert b"asha,assignment.done" not in b"".join(client_of("chi").get(f"/api/v1/studies/{study.slug}/log.csv"))
    assert actors("sam") == ["asha"]

    study.are_raters_blind = False
    study.save()
    assert actors("chi") == ["asha"]


def test_what_a_rater_did_stays_without_a_name_once_their_role_is_taken_away(
    study: Study, people: dict[str, User], client_of: Callable[[str], APIClient]
) -> None:
    chi = client_of("chi")
    record(actor=people["ben"], action="assignment.done", text="The pass is done", study=study, at=NOW)
    membership = study.memberships.get(user=people["ben"])
    chi.delete(f"/api/v1/studies/{study.slug}/members/{membership.pk}/")

    entries = chi.get(f"/api/v1/studies/{study.slug}/log/?action=assignment.done").json()["results"]

    assert [entry["actor"] for entry in entries] == ["a rater"]


def test_who_leads_and_is_the_steward_too_stays_blind_until_blindness_is_ended(
    study: Study, people: dict[str, User], client_of: Callable[[str], APIClient]
) -> None:
    study.memberships.filter(user=people["sam"]).delete()
    chi = client_of("chi")
    User.objects.filter(username="chi").update(is_superuser=True)
    chi.patch(f"/api/v1/studies/{study.slug}/", {"is_one_persons": True}, format="json")
    steward = {"username": "chi", "role": "steward"}
    assert chi.post(f"/api/v1/studies/{study.slug}/members/", steward, format="json").status_code == 201
    record(actor=people["ben"], action="assignment.done", text="The pass is done", study=study, at=NOW)

    def actors() -> list[str]:
        entries = chi.get(f"/api/v1/studies/{study.slug}/log/?action=assignment.done").json()["results"]
        return [entry["actor"] for entry in entries]

    before = actors()
    chi.patch(f"/api/v1/studies/{study.slug}/", {"are_raters_blind": False}, format="json")

    assert (before, actors()) == (["a rater"], ["ben"])
