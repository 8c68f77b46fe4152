"""Names of speakers and files are for leads and stewards; everybody else meets pseudonyms, keys and roles."""

from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from annotator.annotations.models import Assignment
from annotator.jobs.models import Job
from annotator.studies.models import Study
from tests.annotator.perception.conftest import NAMES, WORDS, World
from tests.annotator.perception.walk import leaks

Browser = Callable[[str], APIClient]


@pytest.mark.parametrize("who", ["asha", "ben", "eve", "finn"])
def test_raters_experts_and_engineers_meet_no_name_of_a_speaker_or_file_at_any_address(
    who: str, study: Study, world: World, client_of: Browser, give_pass: Callable[..., Assignment]
) -> None:
    study.engineers_see_frames = True
    study.save()
    give_pass("together")
    give_pass("together", who="ben")

    found = leaks(client_of(who), world.ids, {**NAMES, **WORDS})

    assert {leak.what for leak in found} == {*WORDS}  # They read what was said, so they were let in.


@pytest.mark.parametrize(
    ("who", "speakers"),
    [
        ("asha", {"client": "C-77", "counsellor": "T-77", "other": ""}),
        ("chi", {"client": "Karl Ott", "counsellor": "Dr. Meier", "other": "Ida Meier"}),
    ],
)
def test_turns_name_their_speakers_by_pseudonym_where_names_are_withheld(
    who: str, speakers: dict[str, str], world: World, client_of: Browser, give_pass: Callable[..., Assignment]
) -> None:
    give_pass("together")

    page = client_of(who).get(f"/api/v1/sessions/{world.session.pk}/").json()

    assert {turn["role"]: turn["speaker"] for turn in page["turns"]} == speakers
    heard = {each["role"]: each["speaker"] for turn in page["turns"] for each in turn["backchannels"]}
    assert heard == {"counsellor": speakers["counsellor"]}


def test_an_engineer_sees_the_work_on_releases_and_runs_and_none_on_files(
    study: Study, world: World, client_of: Browser
) -> None:
    def kinds(who: str) -> set[str]:
        rows = client_of(who).get(f"/api/v1/studies/{study.slug}/jobs/").json()["results"]
        return {row["kind"] for row in rows}

    import_job = Job.objects.get(kind="look_through_recording")

    assert kinds("finn") == {"freeze_release"}
    assert kinds("chi") >= {"freeze_release", "look_through_recording"}
    assert client_of("finn").get(f"/api/v1/jobs/{import_job.uuid}/").status_code == 404
    assert client_of("chi").get(f"/api/v1/jobs/{import_job.uuid}/").status_code == 200
