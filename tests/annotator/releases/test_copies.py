"""Copies of a release that leave the installation: what they are for, and who must have agreed to it."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.audit.models import Entry
from annotator.corpus import consent
from annotator.corpus.models import Person
from annotator.releases.models import Release
from annotator.releases.withdrawn import WithdrawnPart
from annotator.runs.models import Run

Browser = Callable[[str], APIClient]


@pytest.fixture
def all_but_one_share(approved: int) -> None:
    """Everyone but C-02 agrees that their data are given to others."""
    for person in Person.objects.exclude(pseudonym="C-02"):
        person.consents.create(scope="external", basis="form 3", given_at=timezone.now())


@pytest.mark.parametrize("use", ["", "for fun"])
def test_a_copy_is_taken_for_a_use_that_is_told(use: str, approved: int, client_of: Browser) -> None:
    response = client_of("chi").get(f"/api/v1/releases/{approved}/download/", {"use": use})

    assert (response.status_code, response.json()["code"]) == (409, "use_missing")
    assert response.json()["uses"] == ["within", "external"]
    assert not Entry.objects.filter(action="release.downloaded").exists()


@pytest.mark.parametrize("who", ["chi", "sam", "finn"])
def test_a_copy_for_others_needs_everybodys_consent_to_that(
    who: str, approved: int, all_but_one_share: None, client_of: Browser
) -> None:
    url = f"/api/v1/releases/{approved}/download/"

    refused = client_of(who).get(url, {"use": "external"})
    shown = client_of(who).get(f"/api/v1/releases/{approved}/").json()["copy"]
    within = client_of(who).get(url, {"use": "within"})
    Person.objects.get(pseudonym="C-02").consents.create(scope="external", basis="form 4", given_at=timezone.now())
    given = client_of(who).get(url, {"use": "external"})

    assert (refused.status_code, refused.json()["code"]) == (409, "no_consent")
    assert "agreed that their data are given to others: C-02." in refused.json()["message"]
    assert shown["why_not_external"] in refused.json()["message"]
    assert shown["why_not_within"] == ""
    assert (within.status_code, given.status_code) == (200, 200)
    texts = Entry.objects.filter(action="release.downloaded").order_by("pk").values_list("text", flat=True)
    assert [text.replace(" without frames", "") for text in texts] == [
        "Release 1 was downloaded for use within the study",
        "Release 1 was downloaded to be given to others",
    ]


def test_what_holds_a_withdrawn_person_is_given_to_nobody_else(
    approved: int, all_but_one_share: None, client_of: Browser
) -> None:
    """Also where the consent to hand on stands and only that to training has ended."""
    person = Person.objects.get(pseudonym="C-01")
    Person.objects.get(pseudonym="C-02").consents.create(scope="external", basis="form 4", given_at=timezone.now())
    client_of("sam").post(f"/api/v1/persons/{person.pk}/withdraw/", {"scopes": ["train"]}, format="json")

    response = client_of("chi").get(
        f"/api/v1/releases/{approved}/download/", {"use": "external", "include_withdrawn": "true"}
    )

    assert (response.status_code, response.json()["code"]) == (409, "no_consent")
    assert "8 turns of C-01" in response.json()["message"]


def test_training_here_needs_no_consent_to_hand_on(approved: int, client_of: Browser) -> None:
    response = client_of("finn").post(f"/api/v1/releases/{approved}/runs/", {"preset": "tiny"})

    assert response.status_code == 201


def test_nobody_approves_or_trains_on_what_holds_a_withdrawn_person(frozen: int, client_of: Browser) -> None:
    person = Person.objects.get(pseudonym="C-01")
    client_of("sam").post(f"/api/v1/persons/{person.pk}/withdraw/", {}, format="json")

    shown = client_of("sam").get(f"/api/v1/releases/{frozen}/").json()
    approving = client_of("sam").post(f"/api/v1/releases/{frozen}/approve/")
    Release.objects.filter(pk=frozen).update(state=Release.State.APPROVED)
    starting = client_of("finn").post(f"/api/v1/releases/{frozen}/runs/", {"preset": "tiny"})

    assert (shown["may_approve"], "8 turns of C-01, who no longer consents" in shown["why_not_approve"]) == (
        False,
        True,
    )
    assert (approving.status_code, approving.json()["code"]) == (409, "holds_withdrawn")
    assert (starting.status_code, starting.json()["code"]) == (409, "run_has_faults")
    assert not Run.objects.exists()


def test_consent_given_again_lifts_the_flag(approved: int, client_of: Browser) -> None:
    person = Person.objects.get(pseudonym="C-01")
    client_of("sam").post(f"/api/v1/persons/{person.pk}/withdraw/", {}, format="json")
    given = {"scopes": ["train"], "basis": "by letter"}

    client_of("sam").post(f"/api/v1/persons/{person.pk}/consents/", given, format="json")

    assert client_of("finn").get(f"/api/v1/releases/{approved}/").json()["withdrawn"] == 0
    assert not consent.without_consent(Person.objects.all(), "train", at=timezone.now()).exists()


def test_who_withdrew_is_named_and_of_many_the_first_ones_with_how_many_more() -> None:
    people = tuple(f"C-0{number}" for number in range(1, 8))

    assert str(WithdrawnPart(1, people[:1])) == "1 turn of C-01, who no longer consents to training"
    assert str(WithdrawnPart(8, people[:2])) == "8 turns of C-01 and C-02, who no longer consent to training"
    assert "of C-01, C-02, C-03, C-04, C-05 and 2 more, who" in str(WithdrawnPart(8, people))
    assert str(WithdrawnPart()) == ""
