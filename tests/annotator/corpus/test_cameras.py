"""Two cameras in one session: their offset, what is kept and made of both, and who sees the counsellor's picture."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from django.core.management import CommandError, call_command
from rest_framework.response import Response
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.annotations.models import Assignment
from annotator.audit.models import Entry
from annotator.corpus import consent, discarding, files
from annotator.corpus.models import BlurredView, CounsellorRecording, Draft, Person, RecordingUpload, Session
from annotator.jobs.models import Job
from annotator.studies.models import Study
from tests.annotator.conftest import NOW
from tests.annotator.corpus.conftest import TRANSCRIPT
from tests.cameras import camera_file, heard_from, run, speech

Browser = Callable[[str], APIClient]
OFFSET_MS = 1500


@pytest.fixture(scope="session")
def cameras(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The client's camera for 8 seconds, and the counsellor's, switched on 1.5 s later, for 7."""
    folder = tmp_path_factory.mktemp("cameras")
    world = speech(np.random.default_rng(3), 12)
    client = camera_file(folder / "client.mp4", heard_from(world, 0, 8), seconds=8)
    return client, camera_file(folder / "counsellor.mp4", heard_from(world, 1.5, 7), seconds=7, colour="navy")


@pytest.fixture(scope="session")
def mute(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return camera_file(tmp_path_factory.mktemp("mute") / "mute.mp4", None, seconds=6)


@pytest.fixture
def drafted(cameras: tuple[Path, Path], send: Callable[..., Response], run_jobs: Callable[[], None]) -> Response:
    """An import with both, after their sound was listened to."""
    draft = send(video=cameras[0], counsellor_video=cameras[1])
    run_jobs()
    return draft


@pytest.fixture
def both(drafted: Response, confirm: Callable[..., Response], run_jobs: Callable[[], None]) -> Session:
    """A session with both, prepared."""
    confirmed = confirm(drafted, camera_offset_ms=OFFSET_MS)
    assert confirmed.status_code == 201, confirmed.json()
    run_jobs()
    return Session.objects.get(pk=confirmed.json()["id"])


def second_camera(browser: APIClient, draft: Response) -> dict[str, Any]:
    told: dict[str, Any] = browser.get(f"/api/v1/drafts/{draft.json()['id']}/").json()["counsellor_video"]
    return told


def body(response: Any) -> bytes:
    return b"".join(response.streaming_content)


def brightness(data: bytes) -> float:
    with av.open(BytesIO(data)) as container:
        return float(next(container.decode(video=0)).to_ndarray(format="gray").mean())


def camera_of(session: Session) -> str:
    return f"/api/v1/sessions/{session.pk}/counsellor-recording/"


def give_pass(session: Session, user: User, pass_kind: str) -> Assignment:
    rater = session.study.raters.get(user=user)
    return Assignment.objects.create(rater=rater, session=session, pass_kind=pass_kind, created_at=NOW)


def test_the_sound_of_both_cameras_proposes_the_offset(
    cameras: tuple[Path, Path], send: Callable[..., Response], client_of: Browser, run_jobs: Callable[[], None]
) -> None:
    draft = send(video=cameras[0], counsellor_video=cameras[1])
    before = second_camera(client_of("chi"), draft)
    run_jobs()
    after = second_camera(client_of("chi"), draft)

    assert (before["name"], before["offset_ms"], before["sound_offset"]) == ("counsellor.mp4", None, None)
    assert before["job"] == str(Job.objects.get(kind="find_camera_offset").uuid)
    assert after["offset_ms"] == pytest.approx(OFFSET_MS, abs=10)
    assert (after["sound_offset"]["reason"], after["sound_offset"]["confidence"]) == ("", "sure")
    assert not RecordingUpload.objects.exists()


def test_what_a_person_has_said_is_not_overridden_by_the_sound(
    cameras: tuple[Path, Path], send: Callable[..., Response], client_of: Browser, run_jobs: Callable[[], None]
) -> None:
    draft = send(video=cameras[0], counsellor_video=cameras[1])
    address = f"/api/v1/drafts/{draft.json()['id']}/"
    client_of("chi").patch(address, {"camera_offset_ms": 1234}, format="json")
    run_jobs()

    told = second_camera(client_of("chi"), draft)

    assert told["offset_ms"] == 1234
    assert told["sound_offset"]["offset_ms"] == pytest.approx(OFFSET_MS, abs=10)


def test_without_sound_a_person_lays_them_by_hand(
    cameras: tuple[Path, Path], mute: Path, send: Callable[..., Response], client_of: Browser
) -> None:
    draft = send(video=cameras[0], counsellor_video=mute)

    told = second_camera(client_of("chi"), draft)

    assert (told["offset_ms"], told["sound_offset"]["reason"], told["job"]) == (None, "silent", None)
    assert not Job.objects.filter(kind="find_camera_offset").exists()


def test_an_import_thrown_away_leaves_its_job_nothing_to_do_and_no_file(
    cameras: tuple[Path, Path],
    send: Callable[..., Response],
    client_of: Browser,
    run_jobs: Callable[[], None],
    settings: Any,
) -> None:
    draft = send(video=cameras[0], counsellor_video=cameras[1])
    client_of("chi").delete(f"/api/v1/drafts/{draft.json()['id']}/")
    run_jobs()

    assert Job.objects.get(kind="find_camera_offset").state == "succeeded"
    assert not [path for path in (settings.MEDIA_DIR / "imports").rglob("*") if path.is_file()]


def test_recordings_that_are_no_two_cameras_are_refused_and_leave_no_import(
    cameras: tuple[Path, Path], film: Path, send: Callable[..., Response], tmp_path: Path
) -> None:

    sound = tmp_path / "sound.m4a"
    run("-i", str(cameras[1]), "-vn", "-c", "copy", str(sound))
    damaged = tmp_path / "damaged.mp4"
    damaged.write_bytes(cameras[1].read_bytes()[:40_000])

    refused = {
        "twice the same": send(video=cameras[0], counsellor_video=cameras[0]),
        "no client's": send(video=None, counsellor_video=cameras[1]),
        "no picture": send(video=cameras[0], counsellor_video=sound),
        "cut off": send(video=cameras[0], counsellor_video=damaged),
    }

    assert {name: answer.status_code for name, answer in refused.items()} == dict.fromkeys(refused, 400)
    assert all(list(answer.json()["fields"]) == ["counsellor_video"] for answer in refused.values())
    assert not Draft.objects.exists()


@pytest.mark.parametrize("offset_ms", [None, 8000, -7000])
def test_nobody_keeps_two_cameras_without_saying_how_they_lie(
    offset_ms: int | None, drafted: Response, confirm: Callable[..., Response]
) -> None:
    refused = confirm(drafted, camera_offset_ms=offset_ms)

    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["camera_offset_ms"])
    assert not Session.objects.exists()


def test_both_are_kept_and_prepared_and_frames_come_from_the_clients(both: Session) -> None:
    second = both.counsellor_recording
    folder = files.absolute(files.folder_of(second.original_path))

    assert (both.state, second.offset_ms, second.drift_ppm) == ("ready", OFFSET_MS, 0)
    assert folder.parent == files.absolute(files.folder_of(both.recording.original_path))
    made = {"original", "proxy.mp4", "picture.mp4", "thumbnails.jpg", "waveform.bin", "frame-table.z"}
    assert {path.name for path in folder.iterdir()} == made
    assert second.made_files["sha256"]["proxy.mp4"] != both.recording.made_files["sha256"]["proxy.mp4"]
    frames = [frame for turn in both.turns.filter(role="client") for frame in turn.shown_frames]
    assert len(frames) == 2
    # The counsellor's picture is dark blue all over; the test picture is not.
    for frame in frames:
        with av.open(str(files.absolute(frame.path))) as container:
            assert next(container.decode(video=0)).to_ndarray(format="gray").std() > 10


def test_files_of_both_cameras_outlive_the_sweep_of_orphans(both: Session) -> None:
    discarding.expire_drafts(now=NOW.replace(year=NOW.year + 9))

    assert files.absolute(both.counsellor_recording.proxy_path).is_file()


def test_the_session_tells_where_the_second_camera_lies_and_each_camera_is_played_by_itself(
    both: Session, client_of: Browser
) -> None:
    chi, address = client_of("chi"), f"/api/v1/sessions/{both.pk}"
    told = chi.get(f"{address}/").json()["counsellor_recording"]
    clients, counsellors = body(chi.get(f"{address}/video/")), body(chi.get(f"{address}/video/?camera=counsellor"))
    silent = body(chi.get(f"{address}/picture/?camera=counsellor"))

    assert told == {
        "duration_ms": both.counsellor_recording.duration_ms,
        "offset_ms": OFFSET_MS,
        "drift_ppm": 0,
        "has_sound": True,
        "sounds": [{"name": "track 1"}],
        "sound_track": None,
        "original_name": "counsellor.mp4",
        "is_ready": True,
    }
    assert brightness(counsellors) < 60 < brightness(clients)
    with av.open(BytesIO(silent)) as container:
        assert not container.streams.audio
    assert chi.get(f"{address}/thumbnails/?camera=counsellor").status_code == 200


def test_a_lead_moves_the_second_camera_and_the_log_tells_from_where_to_where(
    both: Session, people: dict[str, User], client_of: Browser
) -> None:
    asked = give_pass(both, people["asha"], "together")
    made_before = both.counsellor_recording.made_files

    moved = client_of("chi").patch(camera_of(both), {"offset_ms": -240}, format="json")
    client_of("chi").patch(camera_of(both), {"offset_ms": -240}, format="json")

    assert (moved.status_code, moved.json()["offset_ms"], moved.json()["is_ready"]) == (200, -240, True)
    seen = client_of("asha").get(f"/api/v1/assignments/{asked.pk}/workspace/").json()["media"]["counsellor"]
    assert seen["offset_ms"] == -240
    entry = Entry.objects.get(action="cameras.moved")
    assert entry.text == "Session S001, when the counsellor's camera began after the client's: 1.500 s → -0.240 s"
    assert entry.actor == people["chi"]
    both.counsellor_recording.refresh_from_db()
    assert both.counsellor_recording.made_files == made_before
    assert Job.objects.filter(kind="prepare_session").count() == 1


@pytest.mark.parametrize(("who", "status"), [("asha", 403), ("sam", 403), ("dev", 404)])
def test_only_a_lead_moves_the_second_camera(
    who: str, status: int, both: Session, people: dict[str, User], client_of: Browser
) -> None:
    give_pass(both, people["asha"], "together")

    refused = client_of(who).patch(camera_of(both), {"offset_ms": 10}, format="json")

    assert refused.status_code == status
    assert CounsellorRecording.objects.get().offset_ms == OFFSET_MS


@pytest.mark.parametrize("offset_ms", [8000, -7000, None, "soon"])
def test_the_second_camera_is_not_moved_to_where_both_share_no_moment(
    offset_ms: object, both: Session, client_of: Browser
) -> None:
    refused = client_of("chi").patch(camera_of(both), {"offset_ms": offset_ms}, format="json")

    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["offset_ms"])
    assert CounsellorRecording.objects.get().offset_ms == OFFSET_MS
    assert not Entry.objects.filter(action="cameras.moved").exists()


def test_nobody_moves_a_camera_that_was_not_there_or_that_they_may_not_see(
    both: Session, filmed: Session, people: dict[str, User], client_of: Browser
) -> None:
    none_there = client_of("chi").patch(camera_of(filmed), {"offset_ms": 10}, format="json")
    counsellor = Person.objects.get(pseudonym="T-01")
    consent.withdraw(person=counsellor, scopes=["view"], note="", actor=people["sam"], now=NOW)
    unseen = client_of("chi").patch(camera_of(both), {"offset_ms": 10}, format="json")

    assert (none_there.status_code, none_there.json()["code"]) == (409, "no_second_camera")
    assert unseen.status_code == 403
    assert CounsellorRecording.objects.get().offset_ms == OFFSET_MS


def test_a_session_of_one_camera_has_no_second(filmed: Session, client_of: Browser) -> None:
    address = f"/api/v1/sessions/{filmed.pk}"

    assert client_of("chi").get(f"{address}/").json()["counsellor_recording"] is None
    assert client_of("chi").get(f"{address}/video/?camera=counsellor").status_code == 404


@pytest.mark.parametrize(
    ("who", "pass_kind", "status"),
    [("asha", "together", 200), ("asha", "face", 403), ("asha", None, 404), ("dev", None, 404), ("sam", None, 200)],
)
def test_the_counsellors_picture_is_for_whoever_sees_both(
    who: str, pass_kind: str | None, status: int, both: Session, people: dict[str, User], client_of: Browser
) -> None:
    if pass_kind:
        give_pass(both, people[who], pass_kind)

    for address in ("video", "picture", "thumbnails"):
        answer = client_of(who).get(f"/api/v1/sessions/{both.pk}/{address}/?camera=counsellor")
        assert answer.status_code == status


def test_withdrawal_stops_both_cameras_at_once(both: Session, people: dict[str, User], client_of: Browser) -> None:
    counsellor = Person.objects.get(pseudonym="T-01")
    consent.withdraw(person=counsellor, scopes=["view"], note="", actor=people["sam"], now=NOW)

    for camera in ("client", "counsellor"):
        answer = client_of("chi").get(f"/api/v1/sessions/{both.pk}/picture/?camera={camera}")
        assert answer.status_code == 403


def test_the_page_of_a_pass_plays_both_and_hears_one(
    both: Session, people: dict[str, User], client_of: Browser
) -> None:
    together, face = (give_pass(both, people[who], kind) for who, kind in [("asha", "together"), ("ben", "face")])

    shown = client_of("asha").get(f"/api/v1/assignments/{together.pk}/workspace/").json()["media"]
    alone = client_of("ben").get(f"/api/v1/assignments/{face.pk}/workspace/").json()["media"]

    assert shown["has_sound"]
    assert shown["counsellor"] == {
        "video_url": f"/api/v1/sessions/{both.pk}/picture/?camera=counsellor",
        "why_not": "",
        "offset_ms": OFFSET_MS,
        "drift_ppm": 0,
        "duration_ms": both.counsellor_recording.duration_ms,
        "is_heard": False,
        "making": None,
    }
    assert client_of("asha").get(shown["counsellor"]["video_url"]).status_code == 200
    assert (alone["video_url"], alone["counsellor"]) == (f"/api/v1/sessions/{both.pk}/picture/", None)


def test_a_page_that_was_opened_before_the_second_camera_is_prepared_waits_for_it(
    both: Session, people: dict[str, User], client_of: Browser
) -> None:
    address = f"/api/v1/assignments/{give_pass(both, people['asha'], 'together').pk}/media/"
    made, job = both.counsellor_recording.picture_only_path, Job.objects.filter(kind="prepare_session")
    CounsellorRecording.objects.update(picture_only_path="")
    job.update(state="running", progress=0.7, step="Converting the video for browsers")

    waiting = client_of("asha").get(address).json()
    job.update(state="failed")
    failed = client_of("asha").get(address).json()
    CounsellorRecording.objects.update(picture_only_path=made)
    there = client_of("asha").get(address).json()

    assert waiting["video_url"] == failed["video_url"] == f"/api/v1/sessions/{both.pk}/video/"
    assert (waiting["making"], waiting["counsellor"]["video_url"]) == (None, None)
    assert waiting["counsellor"]["making"] == {"progress": 0.7, "step": "Converting the video for browsers"}
    assert waiting["counsellor"]["why_not"] == "The video is still being prepared."
    assert (failed["counsellor"]["video_url"], failed["counsellor"]["making"]) == (None, None)
    assert "could not be prepared" in failed["counsellor"]["why_not"]
    assert there["counsellor"]["video_url"] == f"/api/v1/sessions/{both.pk}/picture/?camera=counsellor"


def test_where_the_clients_camera_is_mute_the_counsellors_is_heard(
    cameras: tuple[Path, Path],
    mute: Path,
    send: Callable[..., Response],
    confirm: Callable[..., Response],
    run_jobs: Callable[[], None],
    people: dict[str, User],
    client_of: Browser,
) -> None:
    confirmed = confirm(send(video=mute, counsellor_video=cameras[1]), camera_offset_ms=-200)
    run_jobs()
    session = Session.objects.get(pk=confirmed.json()["id"])
    asked = give_pass(session, people["asha"], "together")

    shown = client_of("asha").get(f"/api/v1/assignments/{asked.pk}/workspace/").json()["media"]["counsellor"]

    assert (shown["is_heard"], shown["offset_ms"]) == (True, -200)
    with av.open(BytesIO(body(client_of("asha").get(shown["video_url"])))) as container:
        assert container.streams.audio


def test_whoever_gets_blurred_faces_gets_both_blurred(
    both: Session, study: Study, people: dict[str, User], client_of: Browser, run_jobs: Callable[[], None]
) -> None:
    give_pass(both, people["asha"], "together")
    client_of("chi").patch(f"/api/v1/studies/{study.slug}/", {"blurred_roles": ["rater"]}, format="json")
    address = f"/api/v1/sessions/{both.pk}/video/?camera=counsellor"
    too_early = client_of("asha").get(address)
    run_jobs()
    blurred, clear = body(client_of("asha").get(address)), body(client_of("chi").get(address))

    view = BlurredView.objects.get(counsellor_recording__session=both)
    assert too_early.status_code == 403
    assert blurred == files.absolute(view.video_path).read_bytes() != clear
    assert Path(view.video_path).parts[-3] == "counsellor"
    assert CounsellorRecording.objects.get().blurred_view == view


def test_the_command_line_imports_both_where_their_sound_is_sure(
    cameras: tuple[Path, Path], mute: Path, study: Study, tmp_path: Path
) -> None:
    (tmp_path / "talk.vtt").write_text(TRANSCRIPT)
    files_of = {"study": study.slug, "transcript": tmp_path / "talk.vtt", "roles": "Therapist=counsellor,Client=client"}

    with pytest.raises(CommandError, match="--camera-offset-ms"):
        call_command("import_session", **files_of, video=cameras[0], counsellor_video=mute)
    assert not Draft.objects.exists()
    call_command("import_session", **files_of, video=cameras[0], counsellor_video=cameras[1])

    session = Session.objects.get()
    assert (session.state, Job.objects.exists()) == ("ready", False)
    assert session.counsellor_recording.offset_ms == pytest.approx(OFFSET_MS, abs=10)
    assert session.counsellor_recording.proxy_path
