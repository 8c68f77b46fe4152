"""Links with which people set their own passwords: once, for a while, and for nobody with more rights."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from rest_framework.response import Response
from rest_framework.test import APIClient

from annotator.accounts.links import make_link
from annotator.accounts.models import ApiToken, PasswordLink, User
from annotator.accounts.tokens import make_token
from annotator.audit.models import Entry
from annotator.codebooks.services import default_codebook_version
from annotator.studies.models import Membership, Study
from annotator.studies.services import add_member, create_study
from tests.annotator.at_once import at_once, statuses
from tests.annotator.conftest import NOW, PASSWORD

Browser = Callable[[str], APIClient]
NEW = "another quiet room"


def use(token: str, password: str = NEW) -> Response:
    answer: Response = APIClient().post("/api/v1/password-link/password/", {"token": token, "password": password})
    return answer


def log_in(username: str, password: str) -> int:
    answer = APIClient().post("/api/v1/log-in/", {"username": username, "password": password})
    return int(answer.status_code)


def add(browser: APIClient, username: str, role: str = "rater") -> Any:
    return browser.post("/api/v1/studies/couples-pilot/members/", {"username": username, "role": role})


@pytest.fixture
def invited(study: Study, client_of: Browser) -> str:
    """The token of gil's link, who is new in the study."""
    return str(add(client_of("chi"), "gil").json()["link"]["token"])


def test_a_new_person_sets_their_own_password_and_is_in(invited: str) -> None:
    assert not User.objects.get(username="gil").has_usable_password()
    looked = APIClient().post("/api/v1/password-link/", {"token": invited})
    assert (looked.json()["username"], looked.json()["is_invitation"]) == ("gil", True)

    answer = use(invited)

    assert answer.json()["user"]["username"] == "gil"
    assert log_in("gil", NEW) == 200
    assert not PasswordLink.objects.exists()
    assert set(Entry.objects.filter(actor_name="gil").values_list("action", flat=True)) == {
        "password.changed",
        "login.begun",
    }


def test_a_link_works_once(invited: str) -> None:
    use(invited)

    again = use(invited, "a third quiet room")

    assert (again.status_code, again.json()["code"]) == (410, "link_not_valid")
    assert log_in("gil", "a third quiet room") == 400


def test_an_unfit_password_leaves_the_link(invited: str) -> None:
    refused = use(invited, "gilgilgilgil")

    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["password"])
    assert use(invited).status_code == 200


def test_an_expired_revoked_replaced_or_invented_link_is_refused(
    invited: str, study: Study, client_of: Browser
) -> None:
    address = f"/api/v1/studies/{study.slug}/members/{Membership.objects.get(user__username='gil').pk}/link/"

    newer = client_of("chi").post(address).json()["token"]
    assert use(invited).status_code == 410
    PasswordLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert use(newer).status_code == 410
    PasswordLink.objects.update(expires_at=timezone.now() + timedelta(days=1))
    assert client_of("chi").delete(address).status_code == 204
    assert use(newer).status_code == 410
    assert use("invented").status_code == 410
    assert Entry.objects.filter(action="password_link.revoked").count() == 1


def test_the_database_holds_no_token(invited: str) -> None:
    assert invited not in str(list(PasswordLink.objects.values_list()))
    assert invited not in str(list(Entry.objects.values_list()))


def test_a_link_is_used_with_the_token_of_the_cookie_only(invited: str) -> None:
    browser = Client(enforce_csrf_checks=True)
    body = {"token": invited, "password": NEW}

    assert browser.post("/api/v1/password-link/password/", body, "application/json").status_code == 403


def test_a_forgotten_password_is_replaced_and_all_that_was_open_ends(
    study: Study, client_of: Browser, people: dict[str, User]
) -> None:
    hers = client_of("asha")
    make_token(user=people["asha"], label="notebook", days=30, now=timezone.now())
    member = Membership.objects.get(user=people["asha"])

    token = client_of("chi").post(f"/api/v1/studies/{study.slug}/members/{member.pk}/link/").json()["token"]
    assert log_in("asha", PASSWORD) == 200
    use(token)

    assert (log_in("asha", PASSWORD), log_in("asha", NEW)) == (400, 200)
    assert hers.get("/api/v1/me/").json()["user"] is None
    assert not ApiToken.objects.exists()


@pytest.mark.parametrize(
    ("who", "whose", "status"),
    [
        *[("chi", name, 201) for name in ("asha", "eve", "finn")],
        ("chi", "sam", 403),  # The steward watches over the lead.
        ("chi", "chi", 403),
        ("chi", "dev", 403),  # Another lead: with both log-ins, one person would be two.
        ("chi", "ben", 403),  # He is a rater here, and leads another study.
        ("sam", "asha", 403),
        ("sam", "ada", 403),  # A steward too, who has logged in.
        ("sam", "chi", 403),
        ("asha", "ben", 403),
    ],
)
def test_a_lead_makes_links_for_whoever_has_no_more_rights(
    who: str, whose: str, status: int, study: Study, client_of: Browser, people: dict[str, User]
) -> None:
    add_member(study=study, username="dev", role="lead", actor=people["chi"], now=NOW)
    people["ada"] = User.objects.create_user(username="ada", password=PASSWORD)
    add_member(study=study, username="ada", role="steward", actor=people["sam"], now=NOW)
    version = default_codebook_version(now=NOW)
    create_study(name="Grief", codebook_version=version, creator=people["ben"], now=NOW)
    member = study.memberships.get(user=people[whose])

    answer = client_of(who).post(f"/api/v1/studies/{study.slug}/members/{member.pk}/link/")

    assert answer.status_code == status
    assert PasswordLink.objects.exists() == (status == 201)


def test_no_lead_makes_a_link_for_whoever_looks_after_the_installation(
    study: Study, client_of: Browser, people: dict[str, User]
) -> None:
    User.objects.filter(username="asha").update(is_superuser=True)
    member = study.memberships.get(user=people["asha"])

    shown = client_of("chi").get(f"/api/v1/studies/{study.slug}/members/").json()
    answer = client_of("chi").post(f"/api/v1/studies/{study.slug}/members/{member.pk}/link/")

    assert answer.status_code == 403
    assert {row["username"] for row in shown if row["why_no_link"]} == {"asha", "chi", "sam"}


def test_whoever_was_invited_elsewhere_is_added_once_they_have_logged_in(
    invited: str, people: dict[str, User], client_of: Browser
) -> None:
    """Else the lead who holds their link would come in as them."""
    version = default_codebook_version(now=NOW)
    create_study(name="Grief", codebook_version=version, creator=people["dev"], now=NOW)
    body = {"username": "gil", "role": "expert"}

    refused = client_of("dev").post("/api/v1/studies/grief/members/", body)
    use(invited)
    added = client_of("dev").post("/api/v1/studies/grief/members/", body)

    assert (refused.status_code, refused.json()["code"]) == (409, "invited_elsewhere")
    assert (added.status_code, added.json()["link"]) == (201, None)


def test_a_link_ends_with_the_invitation(invited: str, study: Study, client_of: Browser) -> None:
    member = Membership.objects.get(user__username="gil")

    client_of("chi").delete(f"/api/v1/studies/{study.slug}/members/{member.pk}/")

    assert use(invited).status_code == 410


def test_an_open_link_ends_when_its_person_gets_another_role(
    study: Study, client_of: Browser, people: dict[str, User]
) -> None:
    """Else whoever made it would come in to another study as them."""
    member = study.memberships.get(user=people["asha"])
    token = client_of("chi").post(f"/api/v1/studies/{study.slug}/members/{member.pk}/link/").json()["token"]

    create_study(name="Grief", codebook_version=study.codebook_version, creator=people["asha"], now=NOW)

    assert use(token).status_code == 410


def test_links_end_with_the_role_of_the_lead_who_made_them(
    invited: str, study: Study, client_of: Browser, people: dict[str, User]
) -> None:
    add_member(study=study, username="dev", role="lead", actor=people["chi"], now=NOW)
    kept = add(client_of("dev"), "hal").json()["link"]["token"]
    chi = study.memberships.get(user=people["chi"])

    client_of("dev").delete(f"/api/v1/studies/{study.slug}/members/{chi.pk}/")

    assert (use(invited).status_code, use(kept).status_code) == (410, 200)


def command(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def token_in(told: str) -> str:
    return told.strip().rpartition("#")[2]


def test_the_first_person_of_an_installation_is_invited_by_a_command(db: None) -> None:
    told = command("invite", "gil", "--may-create-studies", "--site", "https://attune.example.org/")

    assert "\nhttps://attune.example.org/set-password#" in told
    assert use(token_in(told)).json()["user"]["may_create_studies"] is True


def test_the_administrator_appoints_a_steward_by_a_command(study: Study) -> None:
    told = command("invite", "ada", "--study", study.slug, "--role", "steward")

    assert use(token_in(told)).json()["memberships"][0]["roles"] == ["steward"]
    assert "password" not in command("invite", "dev", "--study", study.slug, "--role", "steward")
    with pytest.raises(CommandError, match="can't be lead and steward"):
        command("invite", "chi", "--study", study.slug, "--role", "steward")
    with pytest.raises(CommandError, match="has a log-in already"):
        command("invite", "chi")


def test_a_command_makes_a_link_for_who_forgot_and_none_sets_anothers_password(people: dict[str, User]) -> None:
    assert use(token_in(command("password_link", "sam"))).json()["user"]["username"] == "sam"

    with pytest.raises(CommandError, match="Nobody has the user name"):
        command("password_link", "nobody")
    with pytest.raises(CommandError, match="People set their own passwords"):
        command("changepassword", "sam")


@pytest.mark.django_db(transaction=True)
def test_of_two_who_use_one_link_at_once_one_is_in(people: dict[str, User]) -> None:
    link = make_link(user=people["asha"], actor=None, now=timezone.now())

    answers = at_once(*(lambda n=n: use(link.token, f"a quiet room of {n}") for n in ("one", "two")))

    assert statuses(answers) == [200, 410]
    assert sorted(log_in("asha", f"a quiet room of {n}") for n in ("one", "two")) == [200, 400]


@pytest.mark.django_db
def test_the_link_names_the_lab_servers_own_address(settings: LazySettings) -> None:
    settings.HTTPS = True
    settings.ALLOWED_HOSTS = ["127.0.0.1", "localhost", "[::1]", "attune.lab.example"]
    out = StringIO()

    call_command("invite", "gil", stdout=out)

    assert "\nhttps://attune.lab.example/set-password#" in out.getvalue()
