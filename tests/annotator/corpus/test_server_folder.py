"""Recordings that lie on the server: each study's own, copied so that a death of the worker costs nothing."""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.response import Response
from rest_framework.test import APIClient

from annotator.corpus import server_folder, tasks, uploads
from annotator.corpus.models import Recording, RecordingUpload
from annotator.jobs.models import Job
from annotator.studies.models import Study
from tests.annotator.corpus.conftest import TRANSCRIPT
from tests.cameras import camera_file

Browser = Callable[[str], APIClient]


@pytest.fixture
def folder(settings: LazySettings, tmp_path: Path, study: Study) -> Path:
    """The study's folder on the server."""
    settings.IMPORT_DIR = tmp_path / "recordings"
    path: Path = settings.IMPORT_DIR / study.slug
    path.mkdir(parents=True)
    return path


@pytest.fixture
def address(study: Study) -> str:
    return f"/api/v1/studies/{study.slug}/server-folder/"


def take(browser: APIClient, address: str, name: str) -> Response:
    return browser.post(address, {"name": name}, format="json")


class Unheard:
    """Progress that nobody follows, or that a worker's death ends at its `dies_at`-th report."""

    def __init__(self, dies_at: int = 0) -> None:
        self.dies_in = dies_at

    def report(self, fraction: float, step: str) -> None:
        self.dies_in -= 1
        if self.dies_in == 0:
            raise KeyboardInterrupt

    def log(self, line: str) -> None: ...

    def is_cancelled(self) -> bool:
        return False


def test_a_recording_on_the_server_becomes_a_session_like_any_other(
    client_of: Browser, folder: Path, address: str, film: Path, run_jobs: Callable[[], None],
    confirm: Callable[..., Response], study: Study,
) -> None:  # fmt: skip
    (folder / "march").mkdir()
    (folder / "march/first.mp4").write_bytes(film.read_bytes())
    chi = client_of("chi")

    upload = take(chi, address, "march/first.mp4").json()
    first = chi.post(f"/api/v1/uploads/{upload['id']}/inspection/").json()
    run_jobs()
    waiting = chi.post(f"/api/v1/uploads/{upload['id']}/inspection/").json()
    draft = chi.post(
        f"/api/v1/studies/{study.slug}/drafts/",
        {"transcript": SimpleUploadedFile("session.vtt", TRANSCRIPT.encode()), "upload": upload["id"]},
        format="multipart",
    )
    confirm(draft)

    recording = Recording.objects.get()
    assert (upload["is_copied"], first["kind"], first["state"]) == (True, "copy_recording", "queued")
    assert (waiting["uuid"], waiting["state"]) == (first["uuid"], "succeeded")
    assert (upload["name"], upload["bytes"]) == ("first.mp4", film.stat().st_size)
    assert recording.original_name == "first.mp4"
    assert (folder / "march/first.mp4").is_file()
    assert not RecordingUpload.objects.exists()


def test_both_cameras_recordings_are_taken_from_the_server(
    client_of: Browser, folder: Path, address: str, film: Path, run_jobs: Callable[[], None], study: Study
) -> None:
    (folder / "client.mp4").write_bytes(film.read_bytes())
    camera_file(folder / "counsellor.mp4", None, seconds=2, colour="navy")
    chi = client_of("chi")
    sent = {
        field: take(chi, address, name).json()["id"]
        for field, name in {"upload": "client.mp4", "counsellor_upload": "counsellor.mp4"}.items()
    }

    def begin() -> Response:
        transcript = SimpleUploadedFile("session.vtt", TRANSCRIPT.encode())
        return chi.post(f"/api/v1/studies/{study.slug}/drafts/", {"transcript": transcript, **sent}, format="multipart")

    too_early = begin()
    run_jobs()
    draft = begin()

    assert (too_early.status_code, too_early.json()["code"]) == (409, "upload_unfinished")
    assert draft.status_code == 201
    assert (draft.json()["video_name"], draft.json()["counsellor_video"]["name"]) == ("client.mp4", "counsellor.mp4")
    assert not RecordingUpload.objects.exists()


def test_the_name_of_a_recording_on_the_server_keeps_its_line_and_its_direction(
    client_of: Browser, folder: Path, address: str
) -> None:
    (folder / "first\n\u202ehour.mp4").write_bytes(b"12345")

    take(client_of("chi"), address, "first\n\u202ehour.mp4")

    assert RecordingUpload.objects.get().name == "firsthour.mp4"


def test_the_list_shows_recordings_only_the_newest_first_and_can_be_searched(
    client_of: Browser, folder: Path, address: str
) -> None:
    (folder / ".hidden").mkdir()
    for age, name in enumerate(["b.mp4", "a.MOV", "notes.txt", ".part.mp4", ".hidden/c.mp4"]):
        (folder / name).write_bytes(b"12345")
        os.utime(folder / name, (1_700_000_000 - age, 1_700_000_000 - age))
    (folder / "elsewhere.mp4").symlink_to("/etc/hostname")

    shown = client_of("chi").get(address).json()
    found = client_of("chi").get(address, {"search": "A.m"}).json()

    assert [each["name"] for each in shown["recordings"]] == ["b.mp4", "a.MOV"]
    assert shown["recordings"][0] == {"name": "b.mp4", "bytes": 5, "modified_at": "2023-11-14T22:13:20Z"}
    assert (found["n_recordings"], found["recordings"][0]["name"]) == (1, "a.MOV")


def test_a_study_without_a_folder_is_told_so(client_of: Browser, address: str, settings: LazySettings) -> None:
    nowhere = client_of("chi").get(address).json()
    settings.IMPORT_DIR = None
    switched_off = client_of("chi").get(address).json()

    assert nowhere == switched_off == {"is_there": False, "n_recordings": 0, "recordings": []}


@pytest.mark.parametrize(
    "name", ["../other/x.mp4", "/etc/hostname", "link.mp4", "sub", "none.mp4", "a\0.mp4", "..", f"{'a' * 300}.mp4"]
)
def test_nothing_outside_the_folder_can_be_taken(
    client_of: Browser, folder: Path, address: str, tmp_path: Path, name: str
) -> None:
    (folder / "sub").mkdir()
    (tmp_path / "recordings/other").mkdir()
    (tmp_path / "recordings/other/x.mp4").write_bytes(b"of another study")
    (folder / "link.mp4").symlink_to(tmp_path / "recordings/other/x.mp4")

    refused = take(client_of("chi"), address, name)

    assert refused.status_code in {400, 404}
    assert not RecordingUpload.objects.exists()
    assert not Job.objects.exists()


def test_a_folder_that_is_a_link_leads_nowhere_either(
    client_of: Browser, folder: Path, address: str, tmp_path: Path
) -> None:
    (tmp_path / "recordings/other").mkdir()
    (tmp_path / "recordings/other/x.mp4").write_bytes(b"of another study")
    (folder / "way").symlink_to(tmp_path / "recordings/other", target_is_directory=True)

    assert take(client_of("chi"), address, "way/x.mp4").status_code == 404
    assert client_of("chi").get(address).json()["recordings"] == []


def test_a_copy_goes_on_where_a_killed_worker_ended(
    client_of: Browser, folder: Path, address: str, film: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_folder, "_BYTES_BETWEEN_REPORTS", 1000)
    data = film.read_bytes()
    (folder / "long.mp4").write_bytes(data)
    take(client_of("chi"), address, "long.mp4")
    upload, arguments = RecordingUpload.objects.get(), Job.objects.get().arguments

    with pytest.raises(KeyboardInterrupt):
        tasks.copy_recording(Unheard(dies_at=3), **arguments)
    halfway = uploads.arrived(upload)
    tasks.copy_recording(Unheard(), **arguments)

    upload.refresh_from_db()
    assert halfway == 2000
    assert (upload.sha256, upload.probe["duration_ms"]) == (hashlib.sha256(data).hexdigest(), 4000)
    assert uploads.files.absolute(upload.path).read_bytes() == data


def test_a_copy_that_was_cancelled_goes_on_when_it_is_asked_for_again(
    client_of: Browser, folder: Path, address: str, film: Path, run_jobs: Callable[[], None]
) -> None:
    (folder / "long.mp4").write_bytes(film.read_bytes())
    inspection = f"/api/v1/uploads/{take(client_of('chi'), address, 'long.mp4').json()['id']}/inspection/"
    client_of("chi").post(f"/api/v1/jobs/{Job.objects.get().uuid}/cancel/")
    run_jobs()

    again = client_of("chi").post(inspection).json()
    run_jobs()

    assert [job.state for job in Job.objects.order_by("pk")] == ["cancelled", "succeeded"]
    assert again["kind"] == "copy_recording"
    assert RecordingUpload.objects.get().probe["duration_ms"] == 4000


def test_a_recording_that_is_still_written_is_not_taken_half(client_of: Browser, folder: Path, address: str) -> None:
    (folder / "growing.mp4").write_bytes(b"first half")
    take(client_of("chi"), address, "growing.mp4")
    (folder / "growing.mp4").write_bytes(b"first half, second half")

    with pytest.raises(server_folder.FileChanged, match="choose it again"):
        tasks.copy_recording(Unheard(), **Job.objects.get().arguments)

    assert uploads.arrived(RecordingUpload.objects.get()) == 0


def test_an_import_that_was_thrown_away_is_copied_no_further(
    client_of: Browser, folder: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "long.mp4").write_bytes(b"1234567")
    location = take(client_of("chi"), address, "long.mp4").json()["id"]
    arguments = Job.objects.get().arguments
    client_of("chi").delete(f"/api/v1/uploads/{location}/", headers={"Tus-Resumable": "1.0.0"})

    with pytest.raises(server_folder.Cancelled):
        tasks.copy_recording(Unheard(), **arguments)


def test_the_job_names_no_file_for_people_name_recordings_after_clients(
    client_of: Browser, folder: Path, address: str
) -> None:
    (folder / "mary.mp4").write_bytes(b"1234567")

    take(client_of("chi"), address, "mary.mp4")

    assert Job.objects.get().title == "Copying a recording of 1 MB"
