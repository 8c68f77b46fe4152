"""Who is in a study, and as what."""

from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.studies.models import Membership, Rater, Study

Browser = Callable[[str], APIClient]


@pytest.mark.parametrize(("who", "status"), [("chi", 201), ("asha", 403), ("sam", 403), ("dev", 404)])
def test_only_a_lead_adds_people(who: str, status: int, study: Study, client_of: Browser) -> None:
    answer = client_of(who).post(
        f"/api/v1/studies/{study.slug}/members/", {"username": "gil", "role": "rater"}, format="json"
    )

    assert answer.status_code == status
    assert User.objects.filter(username="gil").exists() == (status == 201)


def test_a_new_person_gets_a_first_password_and_a_pseudonym(study: Study, client_of: Browser) -> None:
    answer = client_of("chi").post(
        f"/api/v1/studies/{study.slug}/members/", {"username": "gil", "role": "rater"}, format="json"
    )

    gil = User.objects.get(username="gil")
    assert gil.check_password(answer.json()["first_password"])
    assert Rater.objects.get(user=gil).pseudonym == "R3"


def test_the_only_lead_stays(study: Study, client_of: Browser) -> None:
    lead = Membership.objects.get(study=study, role="lead")

    answer = client_of("chi").delete(f"/api/v1/studies/{study.slug}/members/{lead.pk}/")

    assert (answer.status_code, answer.json()["code"]) == (409, "latest_lead")
    assert Membership.objects.filter(pk=lead.pk).exists()


def test_the_rater_outlives_the_persons_log_in(study: Study, people: dict[str, User]) -> None:
    people["asha"].delete()

    assert Rater.objects.filter(study=study, pseudonym="R1", user=None).exists()


def test_a_blind_lead_sees_no_name_behind_a_pseudonym(study: Study, client_of: Browser) -> None:
    def names() -> set[str | None]:
        return {rater["name"] for rater in client_of("chi").get(f"/api/v1/studies/{study.slug}/raters/").json()}

    assert names() == {None}
    client_of("chi").patch(f"/api/v1/studies/{study.slug}/", {"are_raters_blind": False}, format="json")
    assert names() == {"Asha", "Ben"}


def test_whoever_looks_after_the_installation_creates_studies(people: dict[str, User], client_of: Browser) -> None:
    assert client_of("chi").post("/api/v1/studies/", {"name": "Grief"}, format="json").status_code == 403
    User.objects.filter(username="dev").update(is_superuser=True)

    answer = client_of("dev").post("/api/v1/studies/", {"name": "Grief"}, format="json")
    again = client_of("dev").post("/api/v1/studies/", {"name": "Grief"}, format="json")

    assert answer.status_code == 201
    assert (again.status_code, again.json()["code"]) == (409, "study_name_taken")
    assert client_of("chi").get("/api/v1/studies/grief/").status_code == 404
