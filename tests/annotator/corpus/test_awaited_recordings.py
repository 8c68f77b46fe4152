"""A transcript is read while its recording is still on its way; then the recording is put beside it."""

import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.response import Response
from rest_framework.test import APIClient

from annotator.corpus import discarding, files, tasks, uploads
from annotator.corpus.models import Draft, Recording, RecordingUpload, Session
from annotator.studies.models import Study
from tests.annotator.corpus.conftest import look_through_what_was_sent
from tests.annotator.corpus.test_uploads import TUS, Sender, import_of

Browser = Callable[[str], APIClient]


@pytest.fixture
def sender(client_of: Browser, study: Study) -> Sender:
    return Sender(client_of("chi"), study)


@pytest.fixture
def half_sent(sender: Sender, film: Path) -> str:
    """Where the film is being sent to; its first half has arrived."""
    location = sender.begun(film.stat().st_size)
    sender.patch(location, film.read_bytes()[:10_000], offset=0)
    return location


def rest(sender: Sender, location: str, film: Path) -> None:
    sender.patch(location, film.read_bytes()[10_000:], offset=10_000)
    look_through_what_was_sent()


def add(browser: APIClient, draft: Any, location: str) -> Response:
    address = f"/api/v1/drafts/{draft['id']}/recording/"
    return browser.post(address, {"upload": location.split("/")[-2]}, format="json")


def test_the_transcript_is_read_at_once_and_the_recording_put_beside_it_when_it_is_here(
    sender: Sender,
    half_sent: str,
    study: Study,
    film: Path,
    confirm: Callable[..., Response],
    run_jobs: Callable[[], None],
) -> None:
    begun = import_of(half_sent, study, sender.browser)
    early = add(sender.browser, begun.json(), half_sent)
    refused = confirm(begun)
    rest(sender, half_sent, film)
    whole = add(sender.browser, begun.json(), half_sent)
    again = add(sender.browser, begun.json(), half_sent)
    confirmed = confirm(whole)
    run_jobs()

    assert (begun.status_code, len(begun.json()["reading"]["turns"]), begun.json()["probe"]) == (201, 4, None)
    assert begun.json()["upload"]["arrived_bytes"] == 10_000
    assert (early.status_code, early.json()["code"]) == (409, "upload_unfinished")
    assert (refused.status_code, refused.json()["code"]) == (400, "recording_on_its_way")
    assert (whole.status_code, whole.json()["upload"], whole.json()["probe"]["duration_ms"]) == (200, None, 4000)
    assert again.status_code == 404
    assert confirmed.status_code == 201
    recording = Recording.objects.get()
    assert files.absolute(recording.original_path).read_bytes() == film.read_bytes()
    assert Session.objects.get().state == "ready"
    assert len(list(files.absolute("imports").iterdir())) == 1


def test_what_was_chosen_meanwhile_stands_when_the_recording_is_here(
    sender: Sender, half_sent: str, study: Study, film: Path
) -> None:
    draft = import_of(half_sent, study, sender.browser).json()
    address = f"/api/v1/drafts/{draft['id']}/"
    sender.browser.patch(address, {"options": {"gap_ms": 0}, "offset_ms": 3500}, format="json")
    rest(sender, half_sent, film)

    whole = add(sender.browser, draft, half_sent).json()

    assert (whole["options"]["gap_ms"], whole["offset_ms"]) == (0, 3500)
    assert whole["reading"]["facts"]["n_past_end"] == 3


def test_an_import_goes_on_without_its_recording_which_stays_for_another(
    sender: Sender, half_sent: str, study: Study, confirm: Callable[..., Response]
) -> None:
    begun = import_of(half_sent, study, sender.browser)

    alone = sender.browser.delete(f"/api/v1/drafts/{begun.json()['id']}/recording/")

    assert (alone.status_code, alone.json()["upload"]) == (200, None)
    assert confirm(begun, client_region=None).status_code == 201
    assert sender.arrived(half_sent) == 10_000


def test_of_two_imports_the_latest_waits_for_the_recording(
    sender: Sender, half_sent: str, study: Study, film: Path
) -> None:
    first, second = (import_of(half_sent, study, sender.browser).json() for _ in range(2))
    rest(sender, half_sent, film)

    whole = add(sender.browser, second, half_sent).json()

    former = sender.browser.get(f"/api/v1/drafts/{first['id']}/").json()
    assert (former["upload"], former["probe"]) == (None, None)
    assert whole["probe"]["duration_ms"] == 4000


def test_a_recording_that_can_t_be_read_leaves_the_transcript(sender: Sender, study: Study) -> None:
    location = sender.begun(1000)
    draft = import_of(location, study, sender.browser).json()
    sender.patch(location, b"x" * 1000, offset=0)
    look_through_what_was_sent()

    answer = add(sender.browser, draft, location)

    assert (answer.status_code, answer.json()["code"]) == (400, "media_refused")
    shown = sender.browser.get(f"/api/v1/drafts/{draft['id']}/").json()
    assert (shown["upload"], shown["probe"], len(shown["reading"]["turns"])) == (None, None, 4)
    assert not RecordingUpload.objects.exists()
    kept = files.absolute(Draft.objects.get().transcript_path)
    assert [path for path in files.absolute("imports").rglob("*") if path.is_file()] == [kept]


def test_a_recording_that_is_given_up_leaves_the_transcript(sender: Sender, half_sent: str, study: Study) -> None:
    draft = import_of(half_sent, study, sender.browser).json()

    sender.browser.delete(half_sent, headers=TUS)

    assert sender.browser.get(f"/api/v1/drafts/{draft['id']}/").json()["upload"] is None


def test_a_transcript_waits_as_long_as_its_recording_is_kept(sender: Sender, half_sent: str, study: Study) -> None:
    import_of(half_sent, study, sender.browser)
    long_ago = timezone.now() - discarding.KEPT_FOR - timedelta(minutes=1)
    Draft.objects.update(created_at=long_ago)

    tasks.expire_drafts()
    waits = Draft.objects.count()
    stamp = (timezone.now() - uploads.KEPT_FOR - timedelta(minutes=1)).timestamp()
    upload = files.absolute(RecordingUpload.objects.get().path)
    for path in (upload, upload.parent):
        os.utime(path, (stamp, stamp))
    tasks.expire_drafts()
    tasks.expire_drafts()

    assert (waits, Draft.objects.count()) == (1, 0)


def test_one_lead_s_recording_is_nothing_to_another(
    sender: Sender, half_sent: str, study: Study, client_of: Browser, people: dict[str, Any], film: Path
) -> None:
    study.memberships.create(user=people["ben"], role="lead", created_at=timezone.now())
    draft = import_of(half_sent, study, sender.browser).json()
    rest(sender, half_sent, film)

    assert add(client_of("ben"), draft, half_sent).status_code == 404
    assert Draft.objects.get().video_path == ""
