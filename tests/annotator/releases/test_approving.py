"""Who sees, approves and takes away a release."""

import io
import json
import zipfile

import pytest
from django.core.management import call_command
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.audit.models import Entry
from annotator.corpus.models import Person
from annotator.releases.models import Approval, Release
from annotator.releases.services import OwnRelease, approve_release
from annotator.studies.models import Membership
from annotator.studies.services import add_member
from tests.annotator.at_once import at_once, statuses

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


def test_whoever_froze_a_release_does_not_approve_it_also_where_nobody_else_is_there(frozen, labelled, client_of):
    waiting = client_of("chi").get(f"/api/v1/releases/{frozen}/").json()
    Membership.objects.filter(study=labelled, role="steward").delete()

    refused = client_of("chi").post(f"/api/v1/releases/{frozen}/approve/")
    client_of("chi").patch("/api/v1/studies/couples-pilot/", {"is_one_persons": True})
    declared_later = client_of("chi").post(f"/api/v1/releases/{frozen}/approve/")

    assert (waiting["may_approve"], waiting["why_not_approve"]) == (
        False,
        "You made this release, so a second person approves it.",
    )
    assert "a second person approves it" in refused.json()["message"]
    assert "does not say so" in declared_later.json()["message"]
    assert not Approval.objects.exists()


def test_a_release_and_its_plan_say_who_can_approve_it_and_what_to_do_where_nobody_can(frozen, labelled, client_of):
    plan = "/api/v1/studies/couples-pilot/release-preview/"
    chi, release = client_of("chi"), f"/api/v1/releases/{frozen}/"

    def told():
        shown, planned = chi.get(release).json(), chi.get(plan).json()
        finns = client_of("finn").get(release).json()["who_approves"]
        return shown["who_approves"], finns, planned["who_approves"], planned["warnings"]

    newcomer = told()
    sam = client_of("sam")
    known = told()
    sams = sam.get(release).json()
    Membership.objects.filter(study=labelled, role="steward").delete()
    alone = told()
    alone_why = chi.get(release).json()["why_not_approve"]

    later = "Sam (steward) can approve it after logging in for the first time."
    assert (newcomer[:3], newcomer[3][-1]) == ((later, later, ""), later)
    assert known[:3] == ("Sam (steward) can approve it.",) * 3
    assert (sams["may_approve"], sams["who_approves"]) == (True, "")
    nobody = "Nobody in the study can approve it yet. A lead adds another lead under Raters; a steward is appointed by "
    nobody += "whoever looks after Attune. If one person does all the work, declare that under Settings "
    nobody += "before making a release."
    assert (alone[:3], alone[3][-1]) == (("", nobody, ""), nobody)
    assert "Add another lead under Raters" in alone_why


def test_nobody_whose_account_is_closed_is_named_as_who_can_approve(frozen, labelled, client_of, people):
    client_of("sam").get("/api/v1/studies/couples-pilot/")
    people["sam"].is_active = False
    people["sam"].save(update_fields=["is_active"])

    told = client_of("chi").get(f"/api/v1/releases/{frozen}/").json()["who_approves"]

    assert "Sam" not in told


def test_in_a_study_of_one_person_they_approve_alone_and_every_release_says_so(labelled, client_of, run_jobs):
    Membership.objects.filter(study=labelled, role="steward").delete()
    client_of("chi").patch("/api/v1/studies/couples-pilot/", {"is_one_persons": True})
    frozen = client_of("chi").post("/api/v1/studies/couples-pilot/releases/", {"holdout_share": 0.3, "seed": 5}).json()
    run_jobs()

    shown = client_of("chi").post(f"/api/v1/releases/{frozen['id']}/approve/").json()

    release = Release.objects.get()
    assert shown["approval"]["is_alone"] is True
    assert (shown["manifest"]["is_one_persons"], shown["manifest"]["approvals"][0]["alone"]) == (True, True)
    assert "This study is one person's" in (release.folder / "README.md").read_text()


def test_a_release_of_a_study_of_several_says_that_too(frozen, labelled):
    release = Release.objects.get()

    assert release.manifest["is_one_persons"] is False
    assert "approved by somebody else than the person who froze it." in (release.folder / "README.md").read_text()


def test_the_other_role_of_whoever_froze_approves_nothing(frozen, labelled, client_of, people):
    # As an older version allowed it.
    Membership.objects.create(study=labelled, user=people["chi"], role="steward", created_at=timezone.now())

    assert client_of("chi").post(f"/api/v1/releases/{frozen}/approve/").status_code == 409


def test_who_has_never_logged_in_does_not_approve(frozen, people):
    people["sam"].refresh_from_db()
    assert people["sam"].last_login is None

    with pytest.raises(OwnRelease, match="has logged in at least once"):
        approve_release(release=Release.objects.get(), actor=people["sam"], now=timezone.now())


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
    assert {file["path"] for file in listed} | {"manifest.json", "ABOUT-THIS-COPY.txt"} == set(archive.namelist())
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


@pytest.mark.django_db(transaction=True)
def test_of_two_who_approve_at_once_one_does(frozen, labelled, client_of, people):
    add_member(study=labelled, username="dev", role="lead", actor=people["chi"], now=timezone.now())
    browsers = [client_of("sam"), client_of("dev")]

    answers = at_once(
        *(lambda browser=browser: browser.post(f"/api/v1/releases/{frozen}/approve/") for browser in browsers)
    )

    assert statuses(answers) == [200, 409]
    assert len(Release.objects.get().manifest["approvals"]) == 1


def test_who_came_in_again_by_the_makers_link_does_not_approve_their_release(frozen, study, people, client_of):
    eve = Membership.objects.get(study=study, user=people["eve"])
    link = client_of("chi").post(f"/api/v1/studies/{study.slug}/members/{eve.pk}/link/").json()
    APIClient().post("/api/v1/password-link/password/", {"token": link["token"], "password": "another quiet room"})
    client_of("chi").post(f"/api/v1/studies/{study.slug}/members/", {"username": "eve", "role": "lead"})

    people["eve"].refresh_from_db()
    refused = client_of("eve").post(f"/api/v1/releases/{frozen}/approve/")

    assert refused.status_code == 409
    assert "made the link by which you last set your password" in refused.json()["message"]
    call_command("password_link", "eve", stdout=(out := io.StringIO()))
    token = out.getvalue().strip().rpartition("#")[2]
    APIClient().post("/api/v1/password-link/password/", {"token": token, "password": "a third quiet room"})
    people["eve"].refresh_from_db()
    assert client_of("eve").post(f"/api/v1/releases/{frozen}/approve/").status_code == 200
