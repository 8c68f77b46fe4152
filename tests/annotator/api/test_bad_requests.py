"""Requests that no page of ours makes: refused in the one shape of errors, never a server error."""

from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from annotator.studies.models import Study

Browser = Callable[[str], APIClient]
LONG_NUMBER = "9" * 5000


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ('{"session_ids": ', 400, "parse_error"),
        ("[" * 100_000, 400, "parse_error"),
        (f'{{"session_ids": [{LONG_NUMBER}]}}', 400, "parse_error"),
        (f'{{"session_ids": [{10**30}], "raters": ["R1"], "pass_kind": "together"}}', 400, "invalid"),
        ('{"session_ids": [1], "raters": ["\\ud800"], "pass_kind": "together"}', 400, "parse_error"),
        ('{"\\u0000": 1}', 400, "parse_error"),
        (f'"{"x" * 2_700_000}"', 413, "too_large"),
        ("[1]", 400, "invalid"),
        ("null", 400, "invalid"),
    ],
)
def test_a_body_that_says_nothing_sensible_is_refused_in_words(
    body: str, status: int, code: str, client_of: Browser, study: Study
) -> None:
    response = client_of("chi").post(
        f"/api/v1/studies/{study.slug}/assignments/", body, content_type="application/json"
    )

    assert (response.status_code, response.json()["code"]) == (status, code)
    assert response.json()["message"]


@pytest.mark.parametrize("address", ["assignments/?rater=%00", "sessions/?search=a%00", "log/?search=%00"])
def test_a_nul_in_an_address_is_refused_in_words(address: str, client_of: Browser, study: Study) -> None:
    response = client_of("chi").get(f"/api/v1/studies/{study.slug}/{address}")

    assert (response.status_code, response.json()["code"]) == (400, "parse_error")


@pytest.mark.parametrize("address", ["assignments/?session=", "sessions/?search=S"])
@pytest.mark.parametrize("number", [LONG_NUMBER, "9" * 30, "x"])
def test_a_number_that_nothing_has_finds_nothing(address: str, number: str, client_of: Browser, study: Study) -> None:
    response = client_of("chi").get(f"/api/v1/studies/{study.slug}/{address}{number}")

    assert (response.status_code, response.json()["results"]) == (200, [])
