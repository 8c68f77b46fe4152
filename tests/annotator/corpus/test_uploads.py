"""Sending a recording by the tus protocol: it may break off anywhere and goes on from what has arrived."""

import hashlib
import os
from base64 import b64encode
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from django.utils.http import parse_http_date
from rest_framework.response import Response
from rest_framework.test import APIClient

from annotator.corpus import files, tasks, uploads
from annotator.corpus.models import Draft, Recording, RecordingUpload
from annotator.jobs.models import Job, JobState
from annotator.studies.models import Study
from tests.annotator.corpus.conftest import TRANSCRIPT, look_through_what_was_sent

Browser = Callable[[str], APIClient]
TUS = {"Tus-Resumable": "1.0.0"}
BODY = "application/offset+octet-stream"


class Sender:
    """A browser that sends a recording."""

    def __init__(self, browser: APIClient, study: Study) -> None:
        self.browser = browser
        self.address = f"/api/v1/studies/{study.slug}/uploads/"

    def begin(self, n_bytes: int | str, *, name: str = "session.mp4", **headers: str) -> Response:
        told = {"Upload-Length": str(n_bytes), "Upload-Metadata": f"filename {b64encode(name.encode()).decode()}"}
        return self.browser.post(self.address, headers={**TUS, **told, **headers})

    def begun(self, n_bytes: int, *, name: str = "session.mp4") -> str:
        location: str = self.begin(n_bytes, name=name)["Location"]
        return location

    def patch(self, location: str, data: bytes, *, offset: int, content_type: str = BODY, **headers: str) -> Response:
        told = {**TUS, "Upload-Offset": str(offset), **headers}
        return self.browser.generic("PATCH", location, data, content_type=content_type, headers=told)

    def arrived(self, location: str) -> int:
        return int(self.browser.head(location, headers=TUS)["Upload-Offset"])


@pytest.fixture
def sender(client_of: Browser, study: Study) -> Sender:
    return Sender(client_of("chi"), study)


@pytest.fixture
def sent(sender: Sender, film: Path) -> str:
    """Where the film was sent to, whole."""
    location = sender.begun(film.stat().st_size)
    sender.patch(location, film.read_bytes(), offset=0)
    return location


def import_of(sent: str, study: Study, browser: APIClient, transcript: str = TRANSCRIPT) -> Response:
    look_through_what_was_sent()
    form = {"transcript": SimpleUploadedFile("session.vtt", transcript.encode()), "upload": sent.split("/")[-2]}
    return browser.post(f"/api/v1/studies/{study.slug}/drafts/", form, format="multipart")


def test_what_is_supported_and_the_most_are_told_before_a_file_is_chosen(
    sender: Sender, settings: LazySettings
) -> None:
    settings.MAX_UPLOAD_BYTES = 5_000_000

    answer = sender.browser.options(sender.address)

    assert answer.status_code == 204
    assert (answer["Tus-Version"], answer["Tus-Resumable"]) == ("1.0.0", "1.0.0")
    assert answer["Tus-Extension"] == "creation,expiration,checksum,termination"
    assert answer["Tus-Checksum-Algorithm"] == "sha1,sha256"
    assert answer["Tus-Max-Size"] == "5000000"
    assert sender.browser.get("/api/v1/import-limits/").json()["max_video_bytes"] == 5_000_000


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("first\n\r\u2028hour.mp4", "firsthour.mp4"),
        ("hour\u202e4pm.exe", "hour4pm.exe"),
        ("\u061c\u2066ساعة\u2069\u200f.mp4", "ساعة.mp4"),
        ("Ma\u0308rz 👩\u200d🦰 1.mp4", "Ma\u0308rz 👩\u200d🦰 1.mp4"),
        ("\u202e\n", "recording"),
    ],
)
def test_a_name_keeps_its_line_and_its_direction(sender: Sender, name: str, kept: str) -> None:
    sender.begin(1000, name=name)

    assert RecordingUpload.objects.get().name == kept


def test_a_recording_is_sent_in_pieces_and_becomes_a_session_s(
    sender: Sender, study: Study, film: Path, confirm: Callable[..., Response], run_jobs: Callable[[], None]
) -> None:
    data = film.read_bytes()
    begun = sender.begin(len(data), name="C:\\films\\über.mp4")
    location = begun["Location"]
    half = sender.patch(location, data[:10_000], offset=0)
    rest = sender.patch(location, data[10_000:], offset=10_000)
    draft = import_of(location, study, sender.browser)
    confirmed = confirm(draft)
    run_jobs()

    assert [(answer.status_code, answer["Upload-Offset"]) for answer in (begun, half, rest)] == [
        (201, "0"),
        (204, "10000"),
        (204, str(len(data))),
    ]
    assert draft.json()["video_name"] == "über.mp4"
    assert confirmed.status_code == 201
    recording = Recording.objects.get()
    assert recording.original_sha256 == hashlib.sha256(data).hexdigest()
    assert files.absolute(recording.original_path).read_bytes() == data
    assert not RecordingUpload.objects.exists()
    assert len(list(files.absolute("imports").iterdir())) == 1


def test_head_tells_what_has_arrived_and_when_it_expires(sender: Sender) -> None:
    location = sender.begun(1000)
    sender.patch(location, b"x" * 300, offset=0)

    answer = sender.browser.head(location, headers=TUS)

    assert answer.status_code == 200
    assert (answer["Upload-Offset"], answer["Upload-Length"], answer["Cache-Control"]) == ("300", "1000", "no-store")
    in_seconds = parse_http_date(answer["Upload-Expires"]) - timezone.now().timestamp()
    assert in_seconds == pytest.approx(uploads.KEPT_FOR.total_seconds(), abs=60)


def test_after_a_browser_crash_the_page_finds_what_was_on_its_way(sender: Sender) -> None:
    location = sender.begun(1000, name="hour 3.mov")
    sender.patch(location, b"x" * 300, offset=0)

    (found,) = sender.browser.get(sender.address).json()

    assert (found["name"], found["bytes"], found["arrived_bytes"]) == ("hour 3.mov", 1000, 300)
    assert found["id"] in location


class BrokenLine:
    """A connection that ends after some bytes, as a server that is killed sees it."""

    def __init__(self, data: bytes, *, ends: Exception | None = None) -> None:
        self._data, self._ends = BytesIO(data), ends

    def read(self, size: int, /) -> bytes:
        piece = self._data.read(min(size, 100))
        if not piece and self._ends:
            raise self._ends
        return piece


@pytest.mark.parametrize("ends", [None, OSError("the line broke")])
def test_what_came_before_the_line_broke_is_kept(sender: Sender, ends: Exception | None) -> None:
    location = sender.begun(1000)
    upload = RecordingUpload.objects.get()

    try:
        uploads.append(upload=upload, offset=0, source=BrokenLine(b"a" * 450, ends=ends), n_bytes=1000)
    except OSError as error:
        assert error is ends
    went_on = sender.patch(location, b"b" * 550, offset=sender.arrived(location))

    assert went_on["Upload-Offset"] == "1000"
    assert files.absolute(upload.path).read_bytes() == b"a" * 450 + b"b" * 550


@pytest.mark.parametrize("offset", [0, 299, 301, 1000])
def test_bytes_for_another_place_are_refused(offset: int, sender: Sender) -> None:
    location = sender.begun(1000)
    sender.patch(location, b"x" * 300, offset=0)

    answer = sender.patch(location, b"y" * 10, offset=offset)

    assert (answer.status_code, answer.json()["code"]) == (409, "offset_missed")
    assert sender.arrived(location) == 300


def test_of_two_windows_that_send_at_once_one_is_refused_and_no_byte_stands_twice(sender: Sender) -> None:
    data = bytes(range(256)) * 12_000
    location = sender.begun(len(data))
    upload = RecordingUpload.objects.get()

    class Second:
        """In the middle of the first window's request the second one sends what has not arrived."""

        def __init__(self) -> None:
            self._first, self._has_sent = BytesIO(data), False

        def read(self, size: int, /) -> bytes:
            piece = self._first.read(size)
            if self._first.tell() > 1_500_000 and not self._has_sent:
                self._has_sent = True
                at = sender.arrived(location)
                assert 0 < at < len(data)
                sender.patch(location, data[at:], offset=at)
            return piece

    with pytest.raises(uploads.OffsetMissed, match="Another window"):
        uploads.append(upload=upload, offset=0, source=Second(), n_bytes=len(data))

    assert files.absolute(upload.path).read_bytes() == data


@pytest.mark.parametrize("algorithm", ["sha1", "sha256"])
def test_bytes_with_a_checksum_are_kept_whole_or_not_at_all(algorithm: str, sender: Sender) -> None:
    location = sender.begun(1000)
    data = b"x" * 300
    digest = b64encode(hashlib.new(algorithm, data).digest()).decode()

    changed = sender.patch(location, b"x" * 299 + b"y", offset=0, **{"Upload-Checksum": f"{algorithm} {digest}"})
    after_change = sender.arrived(location)
    right = sender.patch(location, data, offset=0, **{"Upload-Checksum": f"{algorithm} {digest}"})

    assert (changed.status_code, changed.json()["code"], after_change) == (460, "checksum_missed", 0)
    assert (right.status_code, sender.arrived(location)) == (204, 300)
    assert len(list(files.absolute(RecordingUpload.objects.get().path).parent.iterdir())) == 1


def test_more_than_was_told_is_refused_and_nothing_of_it_kept(sender: Sender) -> None:
    location = sender.begun(1000)

    answer = sender.patch(location, b"x" * 1001, offset=0)

    assert (answer.status_code, sender.arrived(location)) == (413, 0)


def test_no_room_is_told_at_the_beginning(sender: Sender, settings: LazySettings) -> None:
    settings.MAX_UPLOAD_BYTES = 5_000_000

    refused = sender.begin(5_000_001)

    assert (refused.status_code, refused.json()["code"]) == (413, "too_large")
    assert "5 MB" in refused.json()["message"]
    assert not RecordingUpload.objects.exists()


def test_the_room_that_others_were_promised_is_not_promised_again(
    sender: Sender, monkeypatch: pytest.MonkeyPatch
) -> None:
    gigabyte = 1_000_000_000
    usage = type("Usage", (), {"free": 4 * gigabyte})
    monkeypatch.setattr(uploads.shutil, "disk_usage", lambda _folder: usage)

    first = sender.begin(2 * gigabyte)
    second = sender.begin(2 * gigabyte)

    assert (first.status_code, second.status_code) == (201, 413)
    assert "1000 MB" in second.json()["message"]


@pytest.mark.parametrize(
    ("length", "headers", "status"),
    [
        ("0", {}, 400),
        ("", {}, 400),
        ("-5", {}, 400),
        ("many", {}, 400),
        ("1000", {"Tus-Resumable": "0.2.2"}, 412),
        ("1000", {"Upload-Metadata": "filename ***"}, 400),
        ("1000", {"Upload-Metadata": "filename /w=="}, 400),
    ],
)
def test_what_can_not_be_understood_is_refused(
    length: str, headers: dict[str, str], status: int, sender: Sender
) -> None:
    answer = sender.begin(length, **headers)

    assert answer.status_code == status
    assert answer["Tus-Version"] == "1.0.0"
    assert not RecordingUpload.objects.exists()


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"content_type": "application/json"}, 415),
        ({"Upload-Offset": "x"}, 400),
        ({"Upload-Checksum": "md4 eA=="}, 400),
        ({"Upload-Checksum": "sha256 *"}, 400),
        ({"Tus-Resumable": "2.0.0"}, 412),
    ],
)
def test_bytes_that_can_not_be_placed_are_refused(changes: dict[str, Any], status: int, sender: Sender) -> None:
    location = sender.begun(1000)

    answer = sender.patch(location, b"x" * 300, offset=0, **changes)

    assert (answer.status_code, sender.arrived(location)) == (status, 0)


@pytest.mark.parametrize(
    ("who", "status"), [("chi", 201), ("asha", 403), ("eve", 403), ("finn", 403), ("sam", 403), ("dev", 404)]
)
def test_only_a_lead_sends_recordings(who: str, status: int, client_of: Browser, study: Study) -> None:
    assert Sender(client_of(who), study).begin(1000).status_code == status
    assert RecordingUpload.objects.exists() == (status == 201)


def test_nobody_finds_another_lead_s_upload(
    sender: Sender, sent: str, client_of: Browser, study: Study, people: dict[str, Any]
) -> None:
    study.memberships.create(user=people["ben"], role="lead", created_at=timezone.now())
    ben = Sender(client_of("ben"), study)

    assert ben.browser.head(sent, headers=TUS).status_code == 404
    assert ben.patch(sent, b"x", offset=0).status_code == 404
    assert ben.browser.delete(sent, headers=TUS).status_code == 404
    assert ben.browser.get(ben.address).json() == []
    assert import_of(sent, study, ben.browser).status_code == 404
    assert RecordingUpload.objects.exists()


def test_who_is_a_lead_no_more_goes_on_with_nothing(sender: Sender, study: Study, people: dict[str, Any]) -> None:
    location = sender.begun(1000)
    study.memberships.filter(user=people["chi"]).update(role="rater")

    assert sender.patch(location, b"x", offset=0).status_code == 404


def test_an_upload_that_is_given_up_leaves_nothing(sender: Sender, settings: LazySettings) -> None:
    location = sender.begun(1000)
    sender.patch(location, b"x" * 300, offset=0)

    assert sender.browser.delete(location, headers=TUS).status_code == 204
    assert sender.browser.head(location, headers=TUS).status_code == 404
    assert [path for path in Path(settings.MEDIA_DIR).rglob("*") if path.is_file()] == []


def test_an_upload_that_nobody_went_on_with_expires_and_one_that_moves_stays(
    sender: Sender, settings: LazySettings
) -> None:
    forgotten, moving = sender.begun(1000), sender.begun(1000)
    sender.patch(moving, b"x", offset=0)
    for upload in RecordingUpload.objects.all():
        folder = files.absolute(upload.path).parent
        long_ago = (timezone.now() - uploads.KEPT_FOR - timedelta(minutes=1)).timestamp()
        os.utime(folder, (long_ago, long_ago))
        if str(upload.pk) in forgotten:
            os.utime(files.absolute(upload.path), (long_ago, long_ago))

    tasks.expire_drafts()

    assert sender.browser.head(forgotten, headers=TUS).status_code == 404
    assert sender.arrived(moving) == 1
    assert len(list(files.absolute("imports").iterdir())) == 1


def test_a_recording_outlives_a_transcript_that_is_refused(sent: str, sender: Sender, study: Study) -> None:
    refused = import_of(sent, study, sender.browser, transcript="WEBVTT\n\n")
    mended = import_of(sent, study, sender.browser)

    assert (refused.status_code, refused.json()["fields"].keys()) == (400, {"transcript"})
    assert mended.status_code == 201


def test_a_file_that_is_no_recording_is_refused_and_nothing_of_it_stays(sender: Sender, study: Study) -> None:
    location = sender.begun(1000)
    sender.patch(location, b"x" * 1000, offset=0)

    answer = import_of(location, study, sender.browser)

    assert (answer.status_code, answer.json()["code"]) == (400, "media_refused")
    assert not RecordingUpload.objects.exists()
    assert list(files.absolute("imports").iterdir()) == []


def test_a_recording_is_used_once(sent: str, sender: Sender, study: Study) -> None:
    upload = RecordingUpload.objects.get()
    import_of(sent, study, sender.browser)

    with pytest.raises(uploads.UploadGone):
        uploads.take_upload(upload)
    assert import_of(sent, study, sender.browser).status_code == 404
    assert Draft.objects.count() == 1


def test_no_request_waits_for_a_recording_to_be_looked_through(
    sent: str, sender: Sender, study: Study, film: Path
) -> None:
    chi, form = sender.browser, {"upload": sent.split("/")[-2]}
    transcript = SimpleUploadedFile("session.vtt", TRANSCRIPT.encode())
    draft = chi.post(f"/api/v1/studies/{study.slug}/drafts/", {"transcript": transcript, **form}, format="multipart")
    waiting = chi.post(f"{sent}inspection/").json()
    beside = f"/api/v1/drafts/{draft.json()['id']}/recording/"
    early = chi.post(beside, form, format="json")
    look_through_what_was_sent()
    late = chi.post(beside, form, format="json")

    assert (draft.status_code, draft.json()["upload"]["id"], draft.json()["probe"]) == (201, form["upload"], None)
    assert (waiting["state"], waiting["queue"]) == ("queued", "default")
    assert (early.status_code, early.json()["code"]) == (409, "recording_not_looked_through")
    assert Job.objects.get().state == JobState.SUCCEEDED
    assert (late.json()["upload"], late.json()["probe"]["duration_ms"]) == (None, 4000)
    assert Draft.objects.get().video_sha256 == hashlib.sha256(film.read_bytes()).hexdigest()


def test_looking_through_is_cancelled_and_gone_on_with(sent: str, sender: Sender, study: Study) -> None:
    first = sender.browser.post(f"{sent}inspection/").json()
    sender.browser.post(f"/api/v1/jobs/{first['uuid']}/cancel/")
    second = sender.browser.post(f"{sent}inspection/").json()
    look_through_what_was_sent()
    third = sender.browser.post(f"{sent}inspection/").json()

    assert second["uuid"] != first["uuid"]
    assert (third["uuid"], third["state"], third["progress"]) == (second["uuid"], "succeeded", 1.0)
    assert import_of(sent, study, sender.browser).status_code == 201


def test_a_part_of_a_recording_is_not_looked_through(sender: Sender) -> None:
    location = sender.begun(1000)
    sender.patch(location, b"x" * 300, offset=0)

    assert sender.browser.post(f"{location}inspection/").json()["code"] == "upload_unfinished"
    assert not Job.objects.exists()


def test_what_is_thrown_away_is_not_looked_through(sent: str, sender: Sender) -> None:
    sender.browser.delete(sent, headers=TUS)
    look_through_what_was_sent()

    assert [job.state for job in Job.objects.all()] == [JobState.CANCELLED]


def test_why_a_recording_is_of_no_use_is_told_by_the_job_too(sender: Sender, study: Study) -> None:
    location = sender.begun(9)
    sender.patch(location, b"no video!", offset=0)
    look_through_what_was_sent()
    job = sender.browser.post(f"{location}inspection/").json()

    assert (job["state"], "no video in a format" in job["error"]) == ("failed", True)
