"""Logging in: throttled, protected, and silent about who exists."""

from collections.abc import Callable

import pytest
from axes.models import AccessAttempt
from django.conf import LazySettings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.accounts.links import make_link
from annotator.accounts.models import ApiToken, PasswordLink, User
from annotator.accounts.tokens import make_token
from annotator.audit.models import Entry
from tests.annotator.conftest import PASSWORD


def log_in(client: APIClient, password: str = PASSWORD, **headers: str) -> int:
    answer = client.post("/api/v1/log-in/", {"username": "asha", "password": password}, format="json", **headers)
    return int(answer.status_code)


def test_a_person_logs_in_and_out_and_the_log_says_so(people: dict[str, User]) -> None:
    browser = APIClient()

    assert log_in(browser) == 200
    assert browser.get("/api/v1/me/").json()["user"]["name"] == "Asha"
    assert browser.post("/api/v1/log-out/").status_code == 204

    assert browser.get("/api/v1/me/").json()["user"] is None
    assert list(Entry.objects.order_by("pk").values_list("action", flat=True)) == ["login.begun", "login.ended"]


def test_a_wrong_password_and_an_unknown_name_are_answered_alike(people: dict[str, User]) -> None:
    browser = APIClient()

    wrong = browser.post("/api/v1/log-in/", {"username": "asha", "password": "no"}, format="json")
    unknown = browser.post("/api/v1/log-in/", {"username": "nobody", "password": "no"}, format="json")

    assert wrong.status_code == unknown.status_code == 400
    assert wrong.json() == unknown.json()


def test_guessing_locks_the_name_even_for_the_right_password(people: dict[str, User]) -> None:
    browser = APIClient()

    answers = [log_in(browser, password="guess") for _ in range(8)]

    assert answers[0] == 400
    assert log_in(browser) == 429
    told = browser.post("/api/v1/log-in/", {"username": "asha", "password": "guess"}).json()
    assert (told["code"], told["message"]) == (
        "locked_out",
        "Too many wrong passwords. Wait 15 minutes and try again.",
    )


def test_a_demo_log_in_answers_on_loopback_only(people: dict[str, User]) -> None:
    User.objects.filter(username="asha").update(is_demo=True)

    assert log_in(APIClient(), REMOTE_ADDR="192.0.2.7") == 403
    assert log_in(APIClient(), HTTP_X_FORWARDED_FOR="192.0.2.7") == 403
    assert log_in(APIClient()) == 200


def test_a_write_without_the_token_of_the_cookie_is_refused(people: dict[str, User]) -> None:
    browser = Client(enforce_csrf_checks=True)

    answer = browser.post(
        "/api/v1/log-in/", {"username": "asha", "password": PASSWORD}, content_type="application/json"
    )

    assert answer.status_code == 403


@pytest.mark.parametrize(
    ("old", "new", "status"),
    [(PASSWORD, "another quiet room", 204), ("wrong", "another quiet room", 400), (PASSWORD, "short", 400)],
)
def test_a_password_is_changed_by_whoever_knows_it(
    old: str, new: str, status: int, client_of: Callable[[str], APIClient], people: dict[str, User]
) -> None:
    browser = client_of("asha")

    answer = browser.post("/api/v1/password/", {"old_password": old, "new_password": new}, format="json")

    assert answer.status_code == status
    people["asha"].refresh_from_db()
    assert people["asha"].check_password(new if status == 204 else PASSWORD)
    assert browser.get("/api/v1/tokens/").status_code == 200


def test_guessing_through_the_proxy_locks_one_address_and_nobody_else(
    people: dict[str, User], settings: LazySettings
) -> None:
    settings.TRUSTED_PROXIES = 2  # nginx, and what ends TLS in front of it.
    guesser = {"REMOTE_ADDR": "172.18.0.9", "HTTP_X_FORWARDED_FOR": "198.51.100.7, 172.18.0.1"}
    asha = {"REMOTE_ADDR": "172.18.0.9", "HTTP_X_FORWARDED_FOR": "203.0.113.5, 172.18.0.1"}
    browser = APIClient()

    for _ in range(8):
        log_in(browser, password="guess", **guesser)

    assert log_in(browser, **guesser) == 429
    # What the guesser writes in front does not make another address of it.
    guesser["HTTP_X_FORWARDED_FOR"] = f"203.0.113.77, {guesser['HTTP_X_FORWARDED_FOR']}"
    assert log_in(browser, **guesser) == 429
    assert log_in(browser, **asha) == 200


def test_trying_again_while_locked_out_does_not_begin_the_wait_anew(people: dict[str, User]) -> None:
    browser = APIClient()
    for _ in range(8):
        log_in(browser, password="guess")
    began = AccessAttempt.objects.get().attempt_time

    assert log_in(browser, password="guess") == 429

    assert AccessAttempt.objects.get().attempt_time == began


def test_the_present_password_is_guessed_as_seldom_as_at_the_log_in(
    client_of: Callable[[str], APIClient],
) -> None:
    browser = client_of("asha")
    body = {"old_password": "guess", "new_password": "another quiet room"}

    answers = [browser.post("/api/v1/password/", body).status_code for _ in range(8)]
    right = browser.post("/api/v1/password/", {**body, "old_password": PASSWORD})

    assert answers[:7] == [400] * 7
    assert (right.status_code, right.json()["code"]) == (429, "locked_out")


def test_tokens_other_logins_and_an_open_link_end_with_a_change_of_the_password(
    client_of: Callable[[str], APIClient], people: dict[str, User]
) -> None:
    browser, other = client_of("asha"), client_of("asha")
    make_token(user=people["asha"], label="notebook", days=30, now=timezone.now())
    make_link(user=people["asha"], actor=None, now=timezone.now())

    browser.post("/api/v1/password/", {"old_password": PASSWORD, "new_password": "another quiet room"})

    assert browser.get("/api/v1/me/").json()["user"]["username"] == "asha"
    assert other.get("/api/v1/me/").json()["user"] is None
    assert not ApiToken.objects.exists()
    assert not PasswordLink.objects.exists()


@pytest.mark.parametrize(
    ("password", "is_fit"),
    [
        ("emekaemeka", False),
        ("EmekaEmeka1", False),
        ("obi-obi-obi", False),
        ("my okafor 77", False),
        ("a quiet room 7", True),
        ("obliged robins", True),
    ],
)
def test_a_password_is_not_made_of_the_persons_name(password: str, is_fit: bool, db: None) -> None:
    user = User(username="emeka", display_name="Obi Okafor")

    if is_fit:
        validate_password(password, user)
    else:
        with pytest.raises(ValidationError):
            validate_password(password, user)
