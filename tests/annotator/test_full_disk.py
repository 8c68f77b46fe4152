"""A full disk is called what it is, by jobs, runs and backups, and nothing half-written is taken for whole."""

import errno
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import ffmpeg
import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.corpus.media.ffmpeg import Limits, run_ffmpeg
from annotator.disk import full_disk
from annotator.jobs import execution, registry
from annotator.jobs.models import Job, JobState
from annotator.releases.models import Release
from annotator.runs.child import ProgressLine
from annotator.runs.execution import _why
from annotator.runs.models import Run
from tests.full_disk import tiny_disk
from training.disk import FULL_STATUS

FULL = "disk for"


@pytest.fixture
def tiny(tmp_path: Path) -> Iterator[Path]:
    with tiny_disk(tmp_path / "tiny", size="32k") as folder:
        yield folder


@pytest.fixture
def failed_with() -> Iterator[Callable[[Callable[[], object]], Job]]:
    """The job whose work was this."""

    def do(act: Callable[[], object]) -> Job:
        registry.work("filling", queue="default")(lambda _progress: act())  # type: ignore[arg-type, return-value]
        job = Job.objects.create(kind="filling", title="Filling", created_at=timezone.now())
        execution.run(job_id=job.pk)
        job.refresh_from_db()
        return job

    yield do
    del registry._works["filling"]


@pytest.mark.django_db
def test_a_job_that_fills_the_disk_says_which_and_what_to_do(
    failed_with: Callable[..., Job], tiny: Path, settings: Any
) -> None:
    settings.RUNS_DIR = tiny

    job = failed_with(lambda: (tiny / "much").write_bytes(b"x" * 100_000))

    assert job.state == JobState.FAILED
    assert "The server’s disk for runs is full" in job.error
    assert "0 bytes left" in job.error
    assert "then start this again" in job.error


@pytest.mark.django_db
@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.EDQUOT, "Disk quota exceeded"),
        OperationalError("database or disk is full"),
        OperationalError('could not extend file "base/1/2": No space left on device'),
    ],
)
def test_quotas_and_databases_without_room_are_full_disks_too(
    error: Exception, failed_with: Callable[..., Job], monkeypatch: pytest.MonkeyPatch
) -> None:
    def act() -> None:
        raise error

    assert FULL in failed_with(act).error


@pytest.mark.django_db
def test_another_error_is_not_called_a_full_disk(failed_with: Callable[..., Job]) -> None:
    def act() -> None:
        raise OSError(errno.EIO, "Input/output error")

    assert failed_with(act).error == execution.BUG


def test_a_refusal_that_a_full_disk_led_to_is_a_full_disk() -> None:
    refusal = ValueError("the file became shorter")
    refusal.__cause__ = OSError(errno.ENOSPC, "No space left on device")

    assert full_disk(refusal, doing="try again") is not None
    assert full_disk(ValueError("no"), doing="try again") is None


def test_a_release_that_finds_no_room_leaves_nothing_and_is_not_frozen(
    client_of: Callable[[str], APIClient], frozen: int, study: Any, tmp_path: Path, settings: Any, run_jobs: Any
) -> None:
    with tiny_disk(tmp_path / "releases", size="16k") as folder:
        settings.RELEASES_DIR = folder
        wish = {"holdout_share": 0.5, "seed": 1, "note": ""}
        answer = client_of("chi").post(f"/api/v1/studies/{study.slug}/releases/", wish, format="json")
        assert answer.status_code in (201, 202), answer.content
        run_jobs()

        job = Job.objects.filter(kind="freeze_release").latest("pk")
        assert (job.state, FULL in job.error) == (JobState.FAILED, True)
        assert Release.objects.latest("number").state != Release.State.FROZEN
        assert [path for path in folder.rglob("*") if path.is_file()] == []


@pytest.mark.django_db(transaction=True)
def test_a_backup_without_room_says_how_much_is_missing_and_leaves_no_file(tiny: Path, settings: Any) -> None:
    media = Path(settings.MEDIA_DIR)
    media.mkdir(parents=True)
    (media / "film.mp4").write_bytes(b"x" * 300_000)

    with pytest.raises(CommandError) as refused:
        call_command("backup", tiny / "all.tar")

    assert "There is no room for the backup" in str(refused.value)
    assert "293.0 KB, so about 2" in str(refused.value)
    assert list(tiny.iterdir()) == []


def test_a_run_whose_folder_has_no_room_failed_and_can_be_resumed(
    approved: int, client_of: Callable[[str], APIClient], tmp_path: Path, settings: Any, run_jobs: Any
) -> None:
    wish = {"preset": "tiny", "ablations": ["none"], "seed": 4}
    (started,) = client_of("finn").post(f"/api/v1/releases/{approved}/runs/", wish).json()
    with tiny_disk(tmp_path / "runs", size="16k") as folder:
        settings.RUNS_DIR = folder
        out = Run.objects.get(pk=started["id"]).folder
        out.mkdir(parents=True)
        with pytest.raises(OSError, match="No space"):
            (folder / "filler").write_bytes(b"x" * 100_000)

        run_jobs()

        page = client_of("finn").get(f"/api/v1/runs/{started['id']}/").json()
        assert page["state"] == "failed"
        assert "The server’s disk for runs is full" in page["error"]
        assert "resume the run" in page["error"]
        assert not page["has_adapter"]


def test_a_training_process_that_ends_for_want_of_room_is_told_by_its_exit_status() -> None:
    process: Any = SimpleNamespace(returncode=FULL_STATUS)

    assert FULL in _why(process, ProgressLine(stage="training", message="training"))


def test_a_conversion_that_fills_the_disk_is_no_fault_of_the_video(tiny: Path) -> None:
    endless = ffmpeg.input("testsrc=duration=5:size=640x480:rate=30", f="lavfi")

    with pytest.raises(OSError) as full:
        run_ffmpeg(
            [endless.output(str(tiny / "film.nut"), vcodec="rawvideo")],
            bench=tiny,
            duration_ms=5000,
            limits=Limits(largest_bytes=10**9, longest_s=60),
            on_progress=lambda _share: None,
        )

    assert full.value.errno == errno.ENOSPC
