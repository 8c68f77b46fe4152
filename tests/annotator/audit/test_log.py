"""The log: append-only, read by leads and stewards."""

from collections.abc import Callable

import pytest
from django.db import DatabaseError, transaction
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.audit.models import Entry
from annotator.audit.services import record
from annotator.studies.models import Study
from tests.annotator.conftest import NOW


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


def test_the_page_and_the_file_hold_the_same(study: Study, client_of: Callable[[str], APIClient]) -> None:
    page = client_of("chi").get(f"/api/v1/studies/{study.slug}/log/?search=asha").json()["results"]
    file = b"".join(client_of("chi").get(f"/api/v1/studies/{study.slug}/log.csv?search=asha")).decode()

    assert [entry["text"] for entry in page] == ["asha became rater"]
    assert file.splitlines()[0] == "at_utc,actor,action,target_kind,target_id,text"
    assert file.splitlines()[1].endswith("asha became rater")


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
