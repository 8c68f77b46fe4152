"""Lists of releases and runs: as many queries at twenty rows as at two, and nothing large is read for them."""

from collections.abc import Callable
from dataclasses import asdict

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.corpus.models import Person
from annotator.evaluations.models import Evaluation
from annotator.jobs.services import start_job
from annotator.releases.models import Approval, Release, ReleaseTurn
from annotator.runs.models import Run
from annotator.runs.presets import preset_config

Browser = Callable[[str], APIClient]
LARGE = ("manifest", "figures", "record", "log_tail")


@pytest.fixture
def add_rows(approved: int, client_of: Browser) -> Callable[[int], None]:
    """Releases as the approved one, half of them waiting for approval, each with a run that has ended; one withdrew."""
    first = Release.objects.get(pk=approved)
    turns = list(first.turns.values_list("turn", "session", "split"))
    client_of("sam").post(f"/api/v1/persons/{Person.objects.get(pseudonym='C-01').pk}/withdraw/", {}, format="json")

    def add(n: int) -> None:
        for _ in range(n):
            number = Release.objects.count() + 1
            job = start_job(
                kind="execute_run", arguments={"run_id": 1}, title="A job", now=timezone.now(), study=first.study
            )
            told = {"manifest": first.manifest, "counts": first.counts, "frozen_by": first.frozen_by, "job": job}
            release = Release.objects.create(
                study=first.study,
                number=number,
                state=Release.State.APPROVED if number % 2 else Release.State.FROZEN,
                seed=1,
                holdout_share=0.2,
                frozen_at=timezone.now(),
                **told,
            )
            ReleaseTurn.objects.bulk_create(
                ReleaseTurn(release=release, turn_id=turn, session_id=session, split=split)
                for turn, session, split in turns
            )
            if number % 2:
                Approval.objects.create(
                    release=release, approved_by_name="sam", role="steward", is_alone=False, approved_at=timezone.now()
                )
            run = Run.objects.create(
                release=release,
                number=number,
                name="tiny",
                config=asdict(preset_config("tiny")),
                state=Run.State.SUCCEEDED,
                record={},
                job=job,
                created_at=timezone.now(),
            )
            Evaluation.objects.create(run=run, figures={}, headline={}, created_at=timezone.now())

    return add


@pytest.mark.parametrize("what", ["releases", "runs"])
def test_a_list_takes_no_query_a_row_and_reads_nothing_large(
    what: str, add_rows: Callable[[int], None], client_of: Browser
) -> None:
    asked: list[list[str]] = []
    for more in (2, 18):
        add_rows(more)
        browser = client_of("finn")
        with CaptureQueriesContext(
            connection,
        ) as queries:
            rows = browser.get(f"/api/v1/studies/couples-pilot/{what}/").json()["results"]
        asked.append([query["sql"] for query in queries])

    assert len(rows) == 20 + (what == "releases")
    assert {row["withdrawn"] for row in rows} == {8}
    assert len(asked[0]) == len(asked[1])
    read = " ".join(asked[1])
    assert [name for name in LARGE if f'"{name}"' in read] == []


def test_the_page_of_a_release_has_its_manifest(approved: int, client_of: Browser) -> None:
    shown = client_of("finn").get(f"/api/v1/releases/{approved}/").json()

    assert shown["counts"] == shown["manifest"]["counts"]
    assert shown["runs"] == 0
