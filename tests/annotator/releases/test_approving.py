"""Who sees, approves and takes away a release."""

import io
import json
import zipfile

import pytest
from django.utils import timezone

from annotator.audit.models import Entry
from annotator.corpus.models import Person
from annotator.releases.models import Approval, Release
from annotator.studies.models import Membership
from annotator.studies.services import add_member

PAGES = ["", "download/?use=within"]


@pytest.mark.parametrize(
    ("who", "status"),
    [("chi", 200), ("sam", 200), ("finn", 200), ("asha", 404), ("eve", 404), ("dev", 404)],
)
@pytest.mark.parametrize("page", PAGES)
def test_leads_stewards_and_engineers_see_releases(who, status, page, frozen, client_of):
    assert client_of(who).get(f"/api/v1/releases/{frozen}/{page}").status_code == status


@pytest.mark.parametrize(("who", "status"), [("chi", 201), ("sam", 403), ("finn", 403), ("asha", 403), ("dev", 404)])
def test_only_a_lead_freezes_a_release(who, status, labelled, client_of):
    response = client_of(who).post("/api/v1/studies/couples-pilot/releases/", {"seed": 1})

    assert response.status_code == status
    assert Release.objects.exists() == (status == 201)


@pytest.mark.parametrize(("who", "status"), [("sam", 200), ("chi", 409), ("finn", 403), ("asha", 404), ("dev", 404)])
def test_a_second_person_approves(who, status, frozen, client_of):
    response = client_of(who).post(f"/api/v1/releases/{frozen}/approve/")

    assert response.status_code == status
    assert Approval.objects.exists() == (status == 200)


def test_another_lead_approves_and_the_manifest_says_who(frozen, labelled, client_of, people):
    add_member(study=labelled, username="dev", role="lead", actor=people["chi"], now=timezone.now())
    before = Release.objects.get(pk=frozen)

    shown = client_of("dev").post(f"/api/v1/releases/{frozen}/approve/").json()

    manifest = json.loads((before.folder / "manifest.json").read_text())
    (approval,) = manifest["approvals"]
    assert (approval["by"], approval["role"], approval["alone"]) == ("dev", "lead", False)
    assert (shown["state"], shown["approval"]["is_alone"]) == ("approved", False)
    assert manifest["content_hash"] == before.content_hash


def test_whoever_is_alone_approves_alone_and_the_manifest_says_so(frozen, labelled, client_of):
    waiting = client_of("chi").get(f"/api/v1/releases/{frozen}/").json()
    Membership.objects.filter(study=labelled, role="steward").delete()

    shown = client_of("chi").post(f"/api/v1/releases/{frozen}/approve/").json()

    assert (waiting["may_approve"], waiting["why_not_approve"]) == (
        False,
        "You made this release; another lead or the steward approves it.",
    )
    assert shown["approval"]["is_alone"] is True
    assert shown["manifest"]["approvals"][0]["alone"] is True


def test_a_release_is_approved_once(frozen, client_of):
    client_of("sam").post(f"/api/v1/releases/{frozen}/approve/")

    again = client_of("sam").post(f"/api/v1/releases/{frozen}/approve/")

    assert (again.status_code, again.json()["code"]) == (409, "release_not_frozen")


def archive_of(response):
    return zipfile.ZipFile(io.BytesIO(b"".join(response.streaming_content)))


def test_the_download_is_whole_and_the_log_names_who_took_it(frozen, client_of):
    response = client_of("chi").get(f"/api/v1/releases/{frozen}/download/?use=within")

    archive = archive_of(response)
    assert archive.testzip() is None
    listed = json.loads(archive.read("manifest.json"))["files"]
    assert {file["path"] for file in listed} | {"manifest.json"} == set(archive.namelist())
    assert response["Cache-Control"] == "no-store"
    assert Entry.objects.get(action="release.downloaded").actor_name == "chi"


@pytest.mark.parametrize("grants", [True, False])
def test_engineers_take_frames_only_where_the_study_grants_them(grants, frozen, labelled, client_of):
    labelled.engineers_see_frames = grants
    labelled.save()

    names = archive_of(client_of("finn").get(f"/api/v1/releases/{frozen}/download/?use=within")).namelist()

    assert any(name.startswith("frames/") for name in names) == grants
    assert ("WITHOUT-FRAMES.txt" in names) != grants
    assert "turns.parquet" in names


def test_a_withdrawal_flags_the_releases_that_hold_the_person(frozen, client_of, people):
    client_of("finn").get(f"/api/v1/releases/{frozen}/download/?use=within")
    person = Person.objects.get(pseudonym="C-01")

    response = client_of("sam").post(f"/api/v1/persons/{person.pk}/withdraw/", {"scopes": None, "note": ""})

    (affected,) = response.json()["affected_releases"]
    assert (affected["number"], affected["downloads"][0]["by"]) == (1, "finn")
    assert client_of("chi").get(f"/api/v1/releases/{frozen}/").json()["withdrawn"] == 8
