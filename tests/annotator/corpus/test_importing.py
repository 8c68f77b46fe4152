"""From two files to a session: previewed, confirmed, or refused whole."""

import sys
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.utils import timezone
from rest_framework.response import Response
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.corpus import discarding, files, services
from annotator.corpus.models import Consent, Draft, Person, Session, TranscriptRevision
from annotator.studies.models import Study
from tests.annotator.corpus.conftest import PLAN, TRANSCRIPT

Send = Callable[..., Response]
Confirm = Callable[..., Response]
Browser = Callable[[str], APIClient]


def kept_files(settings: LazySettings) -> list[Path]:
    return [path for path in Path(settings.MEDIA_DIR).rglob("*") if path.is_file()]


def test_a_draft_shows_what_would_be_imported(send: Send, film: Path) -> None:
    draft = send(video=film).json()

    assert [turn["text"] for turn in draft["reading"]["turns"]][1] == "Fine, really."
    assert [(each["name"], each["guessed_role"], each["n_turns"]) for each in draft["reading"]["speakers"]] == [
        ("Therapist", "counsellor", 2),
        ("Client", "client", 2),
    ]
    assert (draft["probe"]["width"], draft["probe"]["video_codec"], draft["probe"]["rate_mode"]) == (
        480,
        "h264",
        "constant",
    )
    assert draft["probe"]["duration_ms"] == pytest.approx(4000, abs=100)
    assert not Session.objects.exists()


@pytest.mark.parametrize(
    ("who", "status"), [("chi", 201), ("asha", 403), ("eve", 403), ("finn", 403), ("sam", 403), ("dev", 404)]
)
def test_only_a_lead_imports(who: str, status: int, send: Send, settings: LazySettings) -> None:
    assert send(who=who).status_code == status
    assert Draft.objects.exists() == (status == 201)
    assert bool(kept_files(settings)) == (status == 201)


@pytest.mark.parametrize(
    ("transcript", "video", "code", "field"),
    [
        (b"", None, "empty_file", "transcript"),
        (b"PK\x03\x04 a document", None, "transcript_refused", "transcript"),
        (b"WEBVTT\n\n", None, "transcript_refused", "transcript"),
        (TRANSCRIPT.encode(), b"", "empty_file", "video"),
        (TRANSCRIPT.encode(), b"not a video at all", "media_refused", "video"),
        (TRANSCRIPT.encode(), b"#EXTM3U\nhttp://elsewhere/x.ts\n", "media_refused", "video"),
    ],
)
def test_a_bad_file_is_refused_and_nothing_stays(
    transcript: bytes, video: bytes | None, code: str, field: str, send: Send, settings: LazySettings
) -> None:
    response = send(transcript, video=video)

    assert response.status_code == 400
    assert response.json()["code"] == code
    assert response.json()["fields"].keys() == {field}
    assert not Draft.objects.exists()
    assert kept_files(settings) == []


def test_half_a_video_is_refused_and_nothing_stays(send: Send, film: Path, settings: LazySettings) -> None:
    whole = film.read_bytes()

    response = send(video=whole[: len(whole) // 2])

    assert response.json()["code"] == "media_refused"
    assert kept_files(settings) == []


def test_too_large_is_told_before_sending_and_again_when_sent(
    client_of: Browser, study: Study, send: Send, film: Path, settings: LazySettings
) -> None:
    settings.MAX_UPLOAD_BYTES = 1000

    limits = client_of("chi").get("/api/v1/import-limits/").json()
    response = send(video=film)

    assert limits["max_video_bytes"] == 1000 < limits["room_bytes"]
    assert (response.status_code, response.json()["code"]) == (413, "too_large")
    assert kept_files(settings) == []


def test_a_body_that_says_it_is_too_large_is_not_even_read(client_of: Browser, study: Study) -> None:
    class Unread(BytesIO):
        def read(self, _size: int | None = -1) -> bytes:
            raise AssertionError("The body was read.")

    browser = client_of("chi")
    browser.handler.enforce_csrf_checks = True  # That check would read the form, in search of its token.
    response = browser.generic(
        "POST",
        f"/api/v1/studies/{study.slug}/drafts/",
        content_type="multipart/form-data; boundary=x",
        CONTENT_LENGTH=str(10**12),
        **{"wsgi.input": Unread()},
    )

    assert response.json()["code"] == "too_large"


def test_a_confirmed_draft_is_a_session_with_persons_consents_turns_and_its_raw_file(
    send: Send, confirm: Confirm
) -> None:
    response = confirm(send())

    assert response.status_code == 201
    assert response.json() | {"id": 0, "created_at": ""} == {
        "id": 0,
        "number": 1,
        "key": "S001",
        "title": "First hour",
        "state": "ready",
        "client": "C-01",
        "counsellor": "T-01",
        "duration_ms": None,
        "n_turns": 4,
        "n_client_turns": 2,
        "n_frames_missing": 2,
        "has_video": False,
        "has_picture": False,
        "consent": {"view": True, "annotate": True, "train": True},
        "job": None,
        "created_at": "",
    }
    revision = TranscriptRevision.objects.get()
    assert files.absolute(revision.raw_path).read_bytes() == TRANSCRIPT.encode()
    assert revision.raw_sha256 == sha256(TRANSCRIPT.encode()).hexdigest()
    assert not Draft.objects.exists()


def test_turns_before_the_recording_are_kept_and_remarked(send: Send, confirm: Confirm) -> None:
    session = Session.objects.get(pk=confirm(send(), offset_ms=-1500).json()["id"])

    assert list(session.turns.values_list("start_ms", "end_ms")) == [(None, None), (0, 500), (700, 1300), (1500, 2400)]
    revision = session.revisions.get()
    assert revision.offset_ms == -1500
    assert [remark["where"] for remark in revision.remarks if "before the recording" in remark["message"]] == [
        "turn 1",
        "turn 2",
    ]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"roles": {"Therapist": "counsellor"}}, "role_missing"),
        ({"roles": {"Therapist": "counsellor", "Client": "other"}}, "no_client"),
        ({"roles": {"Therapist": "client", "Client": "client"}}, "two_clients"),
        ({"counsellor": None}, "no_counsellor"),
        ({"counsellor": "C-01"}, "pseudonym_taken"),
    ],
)
def test_a_plan_that_does_not_fit_is_refused_and_the_draft_stays(
    changes: dict[str, Any], code: str, send: Send, confirm: Confirm
) -> None:
    draft = send()

    response = confirm(draft, **changes)

    assert (response.status_code, response.json()["code"]) == (400, code)
    assert not Session.objects.exists()
    assert not Person.objects.exists()
    assert confirm(draft).status_code == 201


def test_two_spellings_of_one_client_can_be_one_person(send: Send, confirm: Confirm) -> None:
    draft = send(TRANSCRIPT.replace("Client>I", "CLIENT>I"))
    roles = {"Therapist": "counsellor", "Client": "client", "CLIENT": "client"}

    assert any("One name" in remark["message"] for remark in draft.json()["reading"]["remarks"])
    assert confirm(draft, roles=roles).json()["code"] == "two_clients"
    assert confirm(draft, roles=roles, two_clients_are_one=True).json()["n_client_turns"] == 2


def test_a_pseudonym_keeps_its_role(send: Send, confirm: Confirm) -> None:
    confirm(send())

    response = confirm(send(), client="T-01", counsellor="T-02")

    assert response.json()["code"] == "pseudonym_taken"
    assert set(Person.objects.values_list("pseudonym", flat=True)) == {"C-01", "T-01"}


def test_the_same_person_keeps_one_id_and_one_consent_over_sessions(send: Send, confirm: Confirm) -> None:
    confirm(send())
    second = confirm(send())

    assert second.json()["number"] == 2
    assert Person.objects.count() == 2
    assert Consent.objects.filter(withdrawn_at=None, replaced_at=None).count() == 6


@pytest.mark.parametrize(
    "pseudonym", ["c-01", "C\N{EN DASH}01", "C-01\N{LEFT-TO-RIGHT MARK}", "\N{FULLWIDTH LATIN CAPITAL LETTER C}-01"]
)
def test_a_pseudonym_in_another_spelling_is_asked_about(pseudonym: str, send: Send, confirm: Confirm) -> None:
    confirm(send())

    refused = confirm(send(), client=pseudonym)

    assert (refused.status_code, refused.json()["code"]) == (400, "pseudonym_alike")
    assert "C-01 is in this study already" in refused.json()["message"]
    assert set(Person.objects.values_list("pseudonym", flat=True)) == {"C-01", "T-01"}


def test_a_recording_that_the_study_has_already_is_remarked(send: Send, confirm: Confirm, film: Path) -> None:
    first = send(video=film)
    confirm(first)

    again = send(video=film)

    said = "This very recording is in the study already, as session S001."
    assert not any(said in remark["message"] for remark in first.json()["probe"]["remarks"])
    assert any(said in remark["message"] for remark in again.json()["probe"]["remarks"])


def test_an_offset_moves_every_time(send: Send, confirm: Confirm) -> None:
    confirm(send(), offset_ms=5000)

    assert list(Session.objects.get().turns.values_list("start_ms", flat=True)) == [5000, 6200, 7200, 8000]


def test_turns_after_the_end_of_the_video_are_remarked_and_untimed(send: Send, confirm: Confirm, film: Path) -> None:
    draft = send(TRANSCRIPT.replace("00:03", "00:33"), video=film)
    confirm(draft)

    remark = draft.json()["reading"]["remarks"][-1]["message"]
    assert "1 of 4 turns begin after the end of the recording" in remark
    assert "their times are left out" in remark
    assert list(Session.objects.get().turns.values_list("start_ms", flat=True)) == [0, 1200, 2200, None]
    assert "after the end" in TranscriptRevision.objects.get().remarks[-1]["message"]


def test_a_transcript_without_times_is_labelled_without_video(send: Send, confirm: Confirm) -> None:
    draft = send('speaker,text\nT,How are you?\nC,"fine\nI think"\n', name="talk.csv")
    response = confirm(draft, roles={"T": "counsellor", "C": "client"})

    assert any("no times" in remark["message"] for remark in draft.json()["reading"]["remarks"])
    assert response.json()["n_turns"] == 2
    assert Session.objects.get().turns.get(role="client").text == "fine\nI think"


def test_a_discarded_draft_leaves_no_file(client_of: Browser, send: Send, film: Path, settings: LazySettings) -> None:
    draft = send(video=film)

    assert client_of("chi").delete(f"/api/v1/drafts/{draft.json()['id']}/").status_code == 204
    assert kept_files(settings) == []


def test_a_draft_that_nobody_confirms_is_gone_after_a_day(send: Send, settings: LazySettings) -> None:
    send()

    discarding.expire_drafts(now=timezone.now() + timedelta(hours=23))
    assert Draft.objects.count() == 1

    discarding.expire_drafts(now=timezone.now() + timedelta(hours=25))
    assert not Draft.objects.exists()
    assert kept_files(settings) == []


def test_expiry_leaves_sessions_alone(send: Send, confirm: Confirm, settings: LazySettings) -> None:
    confirm(send())

    discarding.expire_drafts(now=timezone.now() + timedelta(days=400))

    assert len(kept_files(settings)) == 1


def test_a_still_shows_the_video_to_draw_on(client_of: Browser, send: Send, film: Path) -> None:
    draft = send(video=film).json()

    shown = client_of("chi").get(f"/api/v1/drafts/{draft['id']}/still/?at_ms=2000")
    after = client_of("chi").get(f"/api/v1/drafts/{draft['id']}/still/?at_ms=9000")

    assert shown.content[:2] == b"\xff\xd8"
    assert after.status_code == 400


@pytest.mark.parametrize(("part", "status"), [("still", 400), ("sound", 200), ("faces", 200)])
@pytest.mark.parametrize("at_ms", [9_300_000_000_000_000, 999_999_999_999_999_999])
def test_a_moment_past_all_recordings_breaks_nothing(
    part: str, status: int, at_ms: int, client_of: Browser, send: Send, film: Path
) -> None:
    draft = send(video=film).json()

    assert client_of("chi").get(f"/api/v1/drafts/{draft['id']}/{part}/?at_ms={at_ms}").status_code == status


def test_the_video_plays_as_it_was_sent_for_who_brought_it_alone(
    client_of: Browser, send: Send, film: Path, study: Study, people: dict[str, User]
) -> None:
    address = f"/api/v1/drafts/{send(video=film, video_name='walk.MOV').json()['id']}/video/"
    study.memberships.create(user=people["asha"], role="lead", created_at=timezone.now())

    part = client_of("chi").get(address, headers={"Range": "bytes=10-99"})

    assert (part.status_code, part["Content-Type"], part["Cache-Control"]) == (206, "video/mp4", "no-store")
    assert b"".join(part.streaming_content) == film.read_bytes()[10:100]  # type: ignore[attr-defined]
    assert client_of("chi").get(address, headers={"Range": f"bytes={10**9}-"}).status_code == 416
    for other in ("asha", "sam", "dev"):
        assert client_of(other).get(address).status_code in {403, 404}
    assert client_of("chi").get(f"/api/v1/drafts/{send().json()['id']}/video/").status_code == 404


def test_an_import_discarded_while_it_is_confirmed_keeps_the_sessions_files(
    send: Send, confirm: Confirm, film: Path, settings: LazySettings
) -> None:
    sent = send(video=film)
    seen_by_the_other_tab = Draft.objects.get(pk=sent.json()["id"])
    confirm(sent)
    files_of_the_session = kept_files(settings)

    with pytest.raises(discarding.DraftGone):
        discarding.discard_draft(draft=seen_by_the_other_tab, actor=None, now=timezone.now())

    assert kept_files(settings) == files_of_the_session != []


@pytest.mark.skipif(sys.platform != "linux", reason="/sys, into which nobody can write, is Linux's")
def test_a_disk_that_takes_nothing_is_told_in_words(send: Send, settings: LazySettings) -> None:
    settings.MEDIA_DIR = Path("/sys/attune")

    response = send()

    assert (response.status_code, response.json()["code"]) == (503, "out_of_order")
    assert not Draft.objects.exists()


def test_a_confirmation_sent_twice_makes_one_session(send: Send, confirm: Confirm) -> None:
    draft = send()
    row = Draft.objects.get()
    confirm(draft)

    with pytest.raises(discarding.DraftGone):
        services.confirm_draft(
            draft=row, plan=services.ImportPlan(roles={}, client="C-02"), actor=None, now=timezone.now()
        )

    again = confirm(draft)
    assert (again.status_code, again.json()["code"]) == (409, "draft_gone")
    assert again.json()["message"] == "This import was confirmed or discarded already. Look at the list of sessions."
    assert Session.objects.count() == 1


@pytest.mark.parametrize(("who", "status"), [("chi", 409), ("sam", 404), ("asha", 404), ("dev", 404)])
def test_that_an_import_was_confirmed_already_is_told_to_leads_of_its_study_alone(
    who: str, status: int, send: Send, confirm: Confirm, client_of: Browser
) -> None:
    draft = send()
    confirm(draft)

    again = client_of(who).post(f"/api/v1/drafts/{draft.json()['id']}/confirm/", PLAN, format="json")

    assert again.status_code == status
    assert client_of(who).post("/api/v1/drafts/999999/confirm/", PLAN, format="json").status_code == 404
