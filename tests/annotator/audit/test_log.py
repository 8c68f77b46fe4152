"""The log: append-only, read by leads and stewards."""

from collections.abc import Callable

import pytest
from django.db import DatabaseError, transaction
from rest_framework.test import APIClient

from annotator.audit.models import Entry
from annotator.studies.models import Study


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
