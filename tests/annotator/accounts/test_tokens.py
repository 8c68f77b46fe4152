"""Tokens: shown once, kept as a digest, gone after their day."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.accounts import services, tokens
from annotator.accounts.models import ApiToken, User
from annotator.errors import DomainError

Browser = Callable[[str], APIClient]


def answer_with(token: str) -> int:
    script = APIClient()
    script.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    return int(script.get("/api/v1/studies/").status_code)


def make_token(client_of: Browser) -> str:
    answer = client_of("asha").post("/api/v1/tokens/", {"label": "notebook", "days": 30}, format="json")
    assert answer.status_code == 201
    return str(answer.json()["token"])


def test_a_script_works_with_a_token(client_of: Browser) -> None:
    assert answer_with(make_token(client_of)) == 200
    assert ApiToken.objects.get().latest_used_at is not None


def test_the_database_holds_no_token(client_of: Browser) -> None:
    token = make_token(client_of)

    assert token not in str(ApiToken.objects.values_list().get())
    assert "token" not in client_of("asha").get("/api/v1/tokens/").json()[0]


def test_an_expired_unknown_or_deleted_token_is_refused(client_of: Browser) -> None:
    token = make_token(client_of)

    assert answer_with("attune_invented") == 401
    ApiToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert answer_with(token) == 401
    ApiToken.objects.update(expires_at=timezone.now() + timedelta(days=1))
    client_of("asha").delete(f"/api/v1/tokens/{ApiToken.objects.get().pk}/")
    assert answer_with(token) == 401


def test_nobody_sees_or_ends_anothers_token(client_of: Browser) -> None:
    make_token(client_of)

    assert client_of("ben").get("/api/v1/tokens/").json() == []
    assert client_of("ben").delete(f"/api/v1/tokens/{ApiToken.objects.get().pk}/").status_code == 404
    assert ApiToken.objects.exists()


def test_the_token_of_a_person_who_left_stops(client_of: Browser, people: dict[str, User]) -> None:
    token = make_token(client_of)

    User.objects.filter(username="asha").update(is_active=False)

    assert answer_with(token) == 401


def test_a_token_makes_no_other_token(client_of: Browser) -> None:
    script = APIClient()
    script.credentials(HTTP_AUTHORIZATION=f"Bearer {make_token(client_of)}")

    assert script.post("/api/v1/tokens/", {"label": "another", "days": 1}, format="json").status_code == 403
    assert ApiToken.objects.count() == 1


def test_a_token_that_is_asked_for_while_the_password_is_changed_is_not_made(people: dict[str, User]) -> None:
    asking = User.objects.get(username="asha")  # As a request has her that began before.
    services.prepare_password(user=people["asha"], password="another quiet room", field="password")
    services.store_password(people["asha"])

    with pytest.raises(DomainError, match="Log in again"):
        tokens.make_token(user=asking, label="notebook", days=30, now=timezone.now())

    assert not ApiToken.objects.exists()
