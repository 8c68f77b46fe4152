"""Who is in a study, and as what."""

from collections.abc import Callable
from functools import partial
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.response import Response
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.audit.models import Entry
from annotator.audit.services import record
from annotator.codebooks.services import default_codebook_version
from annotator.studies import services
from annotator.studies.models import Membership, Rater, Study
from tests.annotator.at_once import at_once, statuses
from tests.annotator.conftest import NOW, AddSession

Browser = Callable[[str], APIClient]


def add(browser: APIClient, username: str, role: str) -> Response:
    answer: Response = browser.post("/api/v1/studies/couples-pilot/members/", {"username": username, "role": role})
    return answer


@pytest.mark.parametrize(("who", "status"), [("chi", 201), ("asha", 403), ("sam", 403), ("dev", 404)])
def test_only_a_lead_adds_people(who: str, status: int, study: Study, client_of: Browser) -> None:
    answer = add(client_of(who), "gil", "rater")

    assert answer.status_code == status
    assert User.objects.filter(username="gil").exists() == (status == 201)


@pytest.mark.parametrize(("who", "status"), [("sam", 201), ("chi", 403), ("asha", 403), ("dev", 404)])
def test_a_steward_is_appointed_by_another(who: str, status: int, study: Study, client_of: Browser) -> None:
    answer = add(client_of(who), "gil", "steward")

    assert answer.status_code == status
    assert User.objects.filter(username="gil").exists() == (status == 201)


def test_a_steward_is_appointed_by_whoever_looks_after_the_installation(study: Study, client_of: Browser) -> None:
    User.objects.filter(username="chi").update(is_superuser=True)

    assert add(client_of("chi"), "gil", "steward").status_code == 201


@pytest.mark.parametrize(("who", "status"), [("sam", 204), ("chi", 403)])
def test_a_lead_does_not_take_the_stewards_role_away(who: str, status: int, study: Study, client_of: Browser) -> None:
    steward = study.memberships.get(role="steward")

    assert client_of(who).delete(f"/api/v1/studies/{study.slug}/members/{steward.pk}/").status_code == status
    assert study.memberships.filter(role="steward").exists() == (status != 204)


def test_lead_and_steward_are_two_people(study: Study, client_of: Browser, people: dict[str, User]) -> None:
    both = add(client_of("sam"), "chi", "steward")
    other = add(client_of("chi"), "sam", "lead")

    assert (both.status_code, both.json()["code"]) == (409, "two_people")
    assert (other.status_code, other.json()["code"]) == (409, "two_people")
    assert study.memberships.filter(role__in=["lead", "steward"]).count() == 2


def test_a_study_of_one_person_is_declared_by_its_only_lead_and_then_stays_alone(
    study: Study, client_of: Browser, people: dict[str, User]
) -> None:
    address = f"/api/v1/studies/{study.slug}/"
    refused = client_of("chi").patch(address, {"is_one_persons": True})
    study.memberships.get(role="steward").delete()

    assert (refused.status_code, refused.json()["code"]) == (409, "two_people")
    assert client_of("chi").patch(address, {"is_one_persons": True}).json()["is_one_persons"] is True
    assert "a study of one person: no → yes" in Entry.objects.values_list("text", flat=True)
    assert add(client_of("chi"), "dev", "lead").json()["code"] == "two_people"
    # She may be lead and steward, if the administrator says so; while she is both, it stays one person's.
    services.add_member(study=study, username="chi", role="steward", actor=None, now=NOW)
    assert client_of("chi").patch(address, {"is_one_persons": False}).json()["code"] == "two_people"


def test_nothing_is_offered_that_nothing_uses(study: Study, client_of: Browser) -> None:
    assert add(client_of("chi"), "gil", "appraiser").status_code == 400


def test_pseudonyms_are_drawn(study: Study, people: dict[str, User]) -> None:
    names = [f"p{n}" for n in range(30)]
    for name in names:
        services.add_member(study=study, username=name, role="rater", actor=people["chi"], now=NOW)
    services.draw_numbers(study=study, actor=people["chi"], now=NOW)

    drawn = [study.raters.get(user__username=name).pseudonym for name in names]

    assert len(set(drawn)) == 30
    assert drawn != sorted(drawn, key=lambda name: int(name[1:]))


def test_a_blind_lead_who_looks_before_and_after_somebody_joins_learns_no_number(
    study: Study, client_of: Browser
) -> None:
    chi, address = client_of("chi"), f"/api/v1/studies/{study.slug}"

    def seen() -> tuple[list[str], int, int]:
        counts = chi.get(f"{address}/").json()["counts"]
        numbers = [rater["pseudonym"] for rater in chi.get(f"{address}/raters/").json()]
        return numbers, counts["raters"], counts["raters_without_number"]

    assert seen() == (["R1", "R2"], 2, 0)
    add(chi, "dev", "rater")
    assert seen() == (["R1", "R2"], 3, 1)
    add(chi, "zoe", "rater")
    assert seen() == (["R1", "R2"], 4, 2)
    drawn = chi.post(f"{address}/raters/")

    numbers, n_raters, n_waiting = seen()
    assert drawn.status_code == 201
    assert [rater["pseudonym"] for rater in drawn.json()] == numbers
    assert (len(numbers), n_raters, n_waiting) == (4, 4, 0)
    assert Entry.objects.get(action="raters.numbered").text == "2 raters got numbers"
    chi.post(f"{address}/raters/")
    assert seen()[0] == numbers


def test_handing_out_gives_numbers_to_all_who_wait_at_once(
    study: Study, client_of: Browser, add_session: AddSession
) -> None:
    add_session(study)
    for name in ("dev", "zoe"):
        add(client_of("chi"), name, "rater")
    Study.objects.update(raters_per_turn=4)

    assigned = client_of("chi").post(f"/api/v1/studies/{study.slug}/assignments/distribute/")

    assert assigned.json()["created"] == 4
    assert study.raters.count() == 4


@pytest.mark.django_db(transaction=True)
def test_numbers_drawn_by_two_leads_at_once_are_drawn_once(study: Study, client_of: Browser) -> None:
    for name in ("dev", "zoe", "gil"):
        add(client_of("chi"), name, "rater")

    outcomes = at_once(*[partial(client_of("chi").post, f"/api/v1/studies/{study.slug}/raters/") for _ in range(8)])

    assert statuses(outcomes) == [201] * 8
    assert study.raters.count() == 5
    assert Entry.objects.filter(action="raters.numbered").count() == 1


def test_raters_are_not_listed_in_the_order_of_joining(
    study: Study, client_of: Browser, people: dict[str, User]
) -> None:
    for name in ("zoe", "dev"):
        services.add_member(study=study, username=name, role="rater", actor=people["chi"], now=NOW)
    services.draw_numbers(study=study, actor=people["chi"], now=NOW)
    Rater.objects.filter(user__username="zoe").update(pseudonym="R9000")
    Rater.objects.filter(user__username="dev").update(pseudonym="R1700")

    shown = [each["pseudonym"] for each in client_of("chi").get(f"/api/v1/studies/{study.slug}/raters/").json()]

    assert shown == ["R1", "R2", "R1700", "R9000"]


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


def test_blindness_ends_once_and_for_all_and_the_raters_are_told(study: Study, client_of: Browser) -> None:
    address = f"/api/v1/studies/{study.slug}/"
    assert client_of("asha").get(address).json()["unblinded_at"] is None

    client_of("chi").patch(address, {"are_raters_blind": False})
    back = client_of("chi").patch(address, {"are_raters_blind": True})

    assert (back.status_code, back.json()["code"]) == (409, "blindness_is_over")
    told = client_of("asha").get(address).json()
    assert (told["are_raters_blind"], told["unblinded_at"] is None) == (False, False)
    assert "raters by pseudonym alone: yes → no" in Entry.objects.values_list("text", flat=True)


def test_a_lead_who_never_set_a_password_does_not_count_as_the_other_lead(study: Study, client_of: Browser) -> None:
    add(client_of("chi"), "gil", "lead")
    lead = study.memberships.get(role="lead", user__username="chi")

    answer = client_of("chi").delete(f"/api/v1/studies/{study.slug}/members/{lead.pk}/")

    assert (answer.status_code, answer.json()["code"]) == (409, "latest_lead")


@pytest.mark.django_db(transaction=True)
def test_of_two_leads_who_remove_one_another_one_stays(
    study: Study, client_of: Browser, people: dict[str, User]
) -> None:
    services.add_member(study=study, username="dev", role="lead", actor=people["chi"], now=NOW)
    leads = {row.user.username: row.pk for row in study.memberships.filter(role="lead").select_related("user")}
    browsers = {"dev": client_of("chi"), "chi": client_of("dev")}

    def remove(name: str) -> Callable[[], Response]:
        return lambda: browsers[name].delete(f"/api/v1/studies/{study.slug}/members/{leads[name]}/")

    answers = statuses(at_once(remove("chi"), remove("dev")))

    assert answers[0] == 204
    assert answers[1] in {403, 404, 409}
    assert study.memberships.filter(role="lead").count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_sixteen_who_add_one_person_at_once_one_does(study: Study, client_of: Browser) -> None:
    browsers = [client_of("chi") for _ in range(16)]

    answers = statuses(at_once(*(lambda browser=browser: add(browser, "gil", "rater") for browser in browsers)))

    assert answers == [201, *[409] * 15]
    assert Membership.objects.filter(user__username="gil").count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_those_who_create_a_study_of_one_name_at_once_one_does(people: dict[str, User], client_of: Browser) -> None:
    User.objects.filter(username="dev").update(is_superuser=True)
    default_codebook_version(now=NOW)
    browsers = [client_of("dev") for _ in range(8)]

    answers = statuses(
        at_once(*(lambda browser=browser: browser.post("/api/v1/studies/", {"name": "Grief"}) for browser in browsers))
    )

    assert answers == [201, *[409] * 7]


def test_the_list_of_members_asks_the_database_as_often_for_twenty_as_for_two(
    study: Study, client_of: Browser, people: dict[str, User]
) -> None:
    def n_queries() -> int:
        browser = client_of("chi")
        with CaptureQueriesContext(connection) as asked:
            browser.get(f"/api/v1/studies/{study.slug}/members/")
            browser.get(f"/api/v1/studies/{study.slug}/raters/")
        return len(asked)

    before = n_queries()
    for number in range(20):
        services.add_member(study=study, username=f"p{number}", role="rater", actor=people["chi"], now=NOW)
    services.draw_numbers(study=study, actor=people["chi"], now=NOW)

    assert n_queries() == before


def test_studies_whose_blindness_ended_before_it_was_dated_get_the_date_of_the_log(
    study: Study, people: dict[str, User]
) -> None:
    text = "raters by pseudonym alone: yes → no"
    record(actor=people["chi"], action="study.changed", text=text, study=study, target=study, at=NOW)
    Study.objects.update(are_raters_blind=False)

    import_module("annotator.migrations.0013_people").date_the_end_of_blindness(apps, None)

    study.refresh_from_db()
    assert study.unblinded_at == NOW
