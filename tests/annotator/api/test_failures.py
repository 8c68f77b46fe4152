"""Whatever goes wrong, the answer has the API's shape, and the log holds nobody's words."""

import logging
from collections.abc import Callable

import pytest
from django.conf import LazySettings
from django.core.exceptions import TooManyFieldsSent
from django.db import IntegrityError, transaction
from django.http import HttpResponse, UnreadablePostError
from django.test import Client
from rest_framework.test import APIClient

from annotator.corpus.models import Turn
from annotator.logs import WordlessFormatter
from annotator.studies.models import Study
from tests.annotator.conftest import AddSession

Browser = Callable[[str], APIClient]


def _told(response: HttpResponse) -> tuple[int, str]:
    body = response.json()  # type: ignore[attr-defined]  # The test client gives it.
    assert body["message"]
    assert set(body) <= {"code", "message", "fields"}
    return response.status_code, body["code"]


@pytest.mark.parametrize("address", ["/api/v1/nowhere/", "/api/v2/me/", "/api/", "/api/v1/studies/a b/"])
def test_an_address_that_is_none_is_told_in_json(address: str, client_of: Browser) -> None:
    assert _told(client_of("chi").get(address)) == (404, "not_found")


def test_a_method_that_an_address_has_not_is_told_in_json(client_of: Browser) -> None:
    assert _told(client_of("chi").delete("/api/v1/me/")) == (405, "method_not_allowed")


def test_a_host_that_is_not_ours_is_told_in_json(client_of: Browser) -> None:
    assert _told(client_of("chi").get("/api/v1/me/", headers={"Host": "elsewhere.example"})) == (400, "parse_error")


@pytest.mark.parametrize(
    ("page", "content_type", "body"),
    [
        ("assignments", "application/json", b"{"),
        ("assignments", "application/json", b"\xff\xfe"),
        ("drafts", "multipart/form-data; boundary=x", b"--x\r\nno header"),
        ("drafts", "multipart/form-data", b"no boundary"),
    ],
)
def test_a_body_that_is_broken_is_told_in_json(
    page: str, content_type: str, body: bytes, study: Study, client_of: Browser
) -> None:
    answer = client_of("chi").generic("POST", f"/api/v1/studies/{study.slug}/{page}/", body, content_type=content_type)

    assert _told(answer)[0] == 400


def test_a_body_of_an_unknown_kind_is_told_in_json(study: Study, client_of: Browser) -> None:
    answer = client_of("chi").generic("POST", f"/api/v1/studies/{study.slug}/assignments/", b"x", "text/x-unknown")

    assert _told(answer) == (415, "unsupported_media_type")


def test_a_form_of_too_many_fields_is_told_in_json(study: Study, client_of: Browser, settings: LazySettings) -> None:
    settings.DATA_UPLOAD_MAX_NUMBER_FIELDS = 2
    form = {f"field{number}": "x" for number in range(5)}

    assert _told(client_of("chi").post(f"/api/v1/studies/{study.slug}/drafts/", form, format="multipart"))[0] == 400


def test_a_log_in_without_its_cookie_is_told_in_json(db: None) -> None:
    browser = Client(enforce_csrf_checks=True)
    answer = browser.post("/api/v1/log-in/", {"username": "chi", "password": "x"}, content_type="application/json")

    assert _told(answer) == (403, "csrf_failed")


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (KeyError("I'm fine, really."), (500, "server_error")),
        (TooManyFieldsSent("too many"), (400, "parse_error")),
        (UnreadablePostError("gone"), (400, "parse_error")),
    ],
)
def test_a_bug_is_told_in_json(
    error: Exception, told: tuple[int, str], study: Study, client_of: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object, **_options: object) -> None:
        raise error

    chi = client_of("chi")
    chi.raise_request_exception = False
    monkeypatch.setattr(Study, "save", fail)

    assert _told(chi.patch(f"/api/v1/studies/{study.slug}/", {"description": "x"}, format="json")) == told


def test_the_log_of_an_error_says_where_and_what_kind_and_no_words(study: Study, add_session: AddSession) -> None:
    turn = add_session(study).turns.get(position=0)
    try:
        with transaction.atomic():
            Turn.objects.filter(pk=turn.pk).update(role="cook")
    except IntegrityError as error:
        caught = error
    record = logging.LogRecord("annotator", logging.ERROR, __file__, 1, "It failed", (), (type(caught), caught, None))

    text = WordlessFormatter("{message}", style="{").format(record)

    assert "I'm fine" not in text
    assert "cook" not in text
    assert "django.db.utils.IntegrityError" in text
    assert "test_failures.py" in text
    assert "23514" in text or "SQLITE_CONSTRAINT_CHECK" in text
