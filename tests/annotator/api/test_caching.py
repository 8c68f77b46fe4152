"""No answer of the API is kept by a browser, refusals among them."""

from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from annotator.studies.models import Study


@pytest.mark.parametrize(
    "address", ["me/", "studies/couples-pilot/disagreements/", "studies/couples-pilot/persons/", "nowhere/"]
)
def test_no_answer_of_the_api_is_stored(address: str, study: Study, client_of: Callable[[str], APIClient]) -> None:
    assert client_of("chi").get(f"/api/v1/{address}")["Cache-Control"] == "no-store"
