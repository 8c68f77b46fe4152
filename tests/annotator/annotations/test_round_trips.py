"""How often a save goes to PostgreSQL and back, which is most of what a rater waits for beside the disk."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import connection
from rest_framework.test import APIClient

from annotator.annotations.models import Assignment
from annotator.corpus.models import Turn
from tests.annotator.annotations.conftest import save


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite is asked within this process")
@pytest.mark.django_db(transaction=True)
def test_a_save_goes_to_postgresql_and_back_five_times(
    client_of: Callable[[str], APIClient], ashas: Assignment, turn: Turn, tmp_path: Path
) -> None:
    """The log-in, the person, the pass and its lock, what stands there, and what is written to the disk."""
    asha = client_of("asha")
    save(asha, ashas, turn, incongruence="none")
    save(asha, ashas, turn, version=1, confidence=2)  # Statements are prepared now.
    trace = os.open(tmp_path / "trace", os.O_WRONLY | os.O_CREAT)

    connection.connection.pgconn.trace(trace)
    try:
        response = save(asha, ashas, turn, version=2, engagement=3)
    finally:
        connection.connection.pgconn.untrace()
        os.close(trace)

    assert response.status_code == 200
    said = (tmp_path / "trace").read_text()
    assert said.count("ReadyForQuery") == 5
    assert "Parse\t" not in said
