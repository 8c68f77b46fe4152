"""Preparing a video: what is made of it, and that it may stop and begin again anywhere."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import av
import pytest
from rest_framework.response import Response
from rest_framework.test import APIClient

from annotator.corpus import execution, files, probing
from annotator.corpus.media import picture_reader
from annotator.corpus.models import Frame, Recording, Session
from annotator.jobs.models import Job, JobState
from annotator.jobs.registry import Cancelled

Browser = Callable[[str], APIClient]


class Watched:
    """A Progress that notes its steps and stops the work when it comes to one of them."""

    def __init__(self, *, stop_at: str = "") -> None:
        self.steps: list[str] = []
        self.fractions: list[float] = []
        self.lines: list[str] = []
        self._stop_at = stop_at

    def report(self, fraction: float, step: str) -> None:
        if step not in self.steps:
            self.steps.append(step)
        self.fractions.append(fraction)
        if self._stop_at and self._stop_at in step:
            raise Cancelled

    def log(self, line: str) -> None:
        self.lines.append(line)

    def is_cancelled(self) -> bool:
        return False


@pytest.fixture
def unprepared(film: Path, send: Callable[..., Response], confirm: Callable[..., Response]) -> Session:
    return Session.objects.get(pk=confirm(send(video=film)).json()["id"])


def test_an_import_with_video_starts_a_job_that_makes_the_session_ready(
    client_of: Browser, unprepared: Session, run_jobs: Callable[[], None]
) -> None:
    before = client_of("chi").get(f"/api/v1/sessions/{unprepared.pk}/").json()
    run_jobs()
    after = client_of("chi").get(f"/api/v1/sessions/{unprepared.pk}/").json()

    assert (before["state"], before["may_play"]) == ("preparing", False)
    assert (after["state"], after["may_play"], after["n_frames_missing"]) == ("ready", True, 0)
    assert Job.objects.get(uuid=after["job"]).result == {"frames": 2, "frames_missing": 0}
    assert after["recording"]["thumbnails"]["count"] == 4
    assert [turn["has_frame"] for turn in after["turns"]] == [False, True, False, True]


def test_each_client_turn_has_a_frame_shown_while_it_is_spoken(filmed: Session) -> None:
    for turn in filmed.turns.filter(role="client"):
        (frame,) = turn.shown_frames
        assert turn.start_ms <= frame.presentation_ms < turn.end_ms
        assert frame.face_box == [120, 90, 240, 180]
        assert files.absolute(frame.path).is_file()


@pytest.mark.parametrize("step", ["Reading", "Converting", "without sound", "frame for each"])
def test_work_that_stopped_anywhere_begins_again_and_ends_the_same(step: str, unprepared: Session) -> None:
    with pytest.raises(Cancelled):
        execution.prepare_session(Watched(stop_at=step), session_id=unprepared.pk)
    result = execution.prepare_session(Watched(), session_id=unprepared.pk)

    unprepared.refresh_from_db()
    folder = files.absolute(files.folder_of(unprepared.recording.original_path))
    assert unprepared.state == "ready"
    assert result == {"frames": 2, "frames_missing": 0}
    assert sorted(path.name for path in folder.iterdir()) == [
        "frame-table.z", "frames", "original", "picture.mp4", "proxy.mp4", "small.mp4", "thumbnails.jpg", "transcript",
        "waveform.bin",
    ]  # fmt: skip


def test_copies_made_again_have_the_same_bytes_or_it_is_said_why_not(filmed: Session) -> None:
    recording = filmed.recording
    made = recording.made_files
    files.absolute(recording.proxy_path).unlink()
    same = Watched()
    execution.prepare_session(same, session_id=filmed.pk)
    files.absolute(recording.small_path).unlink()
    recording.made_files = {"program": "ffmpeg version 1", "sha256": {**made["sha256"], "small.mp4": "of old"}}
    recording.save()
    other = Watched()
    execution.prepare_session(other, session_id=filmed.pk)

    recording.refresh_from_db()
    assert made["program"].startswith("ffmpeg version ")
    assert sorted(made["sha256"]) == ["proxy.mp4", "small.mp4", "thumbnails.jpg", "waveform.bin"]
    assert recording.made_files == made
    assert [line for line in same.lines if "bytes" in line] == []
    assert f"small.mp4: other bytes than before, made by {made['program']}, then by ffmpeg version 1" in other.lines


def test_where_nothing_changed_the_recording_is_neither_read_nor_decoded(
    filmed: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_arguments: Any, **_options: Any) -> None:
        raise AssertionError("the recording was gone through again")

    before = list(Frame.objects.order_by("pk").values())
    monkeypatch.setattr(probing, "probe", refuse)
    monkeypatch.setattr(picture_reader, "pictures_from_here", refuse)
    execution.prepare_session(Watched(), session_id=filmed.pk)

    assert list(Frame.objects.order_by("pk").values()) == before


def test_a_recording_of_an_earlier_version_is_given_what_it_lacks(filmed: Session) -> None:
    recording = filmed.recording
    for path in (recording.small_path, recording.waveform_path, recording.frame_table_path):
        files.absolute(path).unlink()
    recording.small_path = recording.waveform_path = recording.frame_table_path = ""
    recording.made_files = {}
    recording.save()

    execution.prepare_session(Watched(), session_id=filmed.pk)

    recording.refresh_from_db()
    for path in (recording.small_path, recording.waveform_path, recording.frame_table_path):
        assert files.absolute(path).is_file()


def test_what_a_killed_worker_left_half_made_is_cleared_away(unprepared: Session) -> None:
    folder = files.absolute(files.folder_of(unprepared.recording.original_path))
    (folder / ".making-x").mkdir()
    (folder / ".making-x" / "proxy.mp4").write_bytes(b"half")
    (folder / "frames" / ".making-y").mkdir(parents=True)
    (folder / "frames" / ".one.png.partial").write_bytes(b"half")

    execution.prepare_session(Watched(), session_id=unprepared.pk)

    assert [path for path in folder.rglob("*") if path.name.startswith(".")] == []


def test_sound_alone_becomes_a_session_without_frames(
    film: Path,
    tmp_path: Path,
    send: Callable[..., Response],
    confirm: Callable[..., Response],
    run_jobs: Callable[[], None],
    client_of: Browser,
) -> None:
    sound = tmp_path / "session.m4a"
    with av.open(str(film)) as source, av.open(str(sound), "w", format="ipod") as target:
        (heard,) = source.streams.audio
        track = target.add_stream_from_template(heard)
        for packet in source.demux(heard):
            if packet.dts is not None:
                packet.stream = track
                target.mux(packet)

    draft = send(video=sound, video_name="session.m4a")
    session_id = confirm(draft).json()["id"]
    run_jobs()
    session = client_of("chi").get(f"/api/v1/sessions/{session_id}/").json()

    assert (draft.json()["probe"]["video_codec"], draft.json()["probe"]["audio_codec"]) == (None, "aac")
    assert client_of("chi").get(f"/api/v1/drafts/{draft.json()['id']}/still/").status_code in {400, 404}
    assert (session["state"], session["may_play"], session["n_frames_missing"]) == ("ready", True, 2)
    recording = session["recording"]
    assert (recording["has_picture"], recording["has_small"], recording["thumbnails"]) == (False, False, None)
    assert (recording["has_sound"], recording["peaks_per_s"]) == (True, 100)
    assert session["turns"][1]["frame_missing"] == "The recording has no picture."
    assert client_of("chi").get(f"/api/v1/sessions/{session_id}/video/").status_code == 200
    for absent in ("picture", "thumbnails", "frame-table"):
        assert client_of("chi").get(f"/api/v1/sessions/{session_id}/{absent}/").status_code == 404


def test_progress_never_goes_back(unprepared: Session) -> None:
    watched = Watched()

    execution.prepare_session(watched, session_id=unprepared.pk)

    assert watched.fractions == sorted(watched.fractions)


def test_a_moved_region_chooses_the_frames_again_and_converts_nothing(
    client_of: Browser, filmed: Session, run_jobs: Callable[[], None]
) -> None:
    converted = files.absolute(filmed.recording.proxy_path).stat().st_mtime_ns
    region = {"x": 0, "y": 0, "w": 0.5, "h": 0.5}

    response = client_of("chi").patch(
        f"/api/v1/sessions/{filmed.pk}/", {"title": "Second", "client_region": region}, format="json"
    )
    run_jobs()

    assert (response.status_code, response.json()["title"]) == (200, "Second")
    assert {tuple(frame.face_box) for frame in Frame.objects.all()} == {(0, 0, 240, 180)}
    assert files.absolute(filmed.recording.proxy_path).stat().st_mtime_ns == converted


def test_a_session_whose_frames_are_of_a_former_region_is_not_ready(client_of: Browser, filmed: Session) -> None:
    chi, address = client_of("chi"), f"/api/v1/sessions/{filmed.pk}/"
    moved = chi.patch(address, {"client_region": {"x": 0, "y": 0, "w": 0.5, "h": 0.5}}, format="json").json()

    chi.post(f"/api/v1/jobs/{moved['job']}/cancel/")

    assert (moved["state"], chi.get(address).json()["state"]) == ("preparing", "cancelled")


@pytest.mark.parametrize("region", [{"x": 0.8, "y": 0, "w": 0.5, "h": 0.5}, {"x": 0, "y": 0, "w": 0, "h": 1}, {"x": 0}])
def test_a_region_outside_the_picture_is_refused(region: dict[str, Any], client_of: Browser, filmed: Session) -> None:
    response = client_of("chi").patch(f"/api/v1/sessions/{filmed.pk}/", {"client_region": region}, format="json")

    assert response.status_code == 400
    assert Recording.objects.get().client_region == {"x": 0.25, "y": 0.25, "w": 0.5, "h": 0.5}


def test_a_failed_preparation_says_so_and_can_be_started_again(
    client_of: Browser, unprepared: Session, run_jobs: Callable[[], None]
) -> None:
    original = files.absolute(unprepared.recording.original_path)
    whole = original.read_bytes()
    original.write_bytes(whole[:1000])
    run_jobs()

    failed = client_of("chi").get(f"/api/v1/sessions/{unprepared.pk}/").json()
    original.write_bytes(whole)
    again = client_of("chi").post(f"/api/v1/sessions/{unprepared.pk}/prepare/")
    twice = client_of("chi").post(f"/api/v1/sessions/{unprepared.pk}/prepare/")
    run_jobs()

    assert failed["state"] == "failed"
    job = Job.objects.filter(kind="prepare_session").first()
    assert job.state == JobState.FAILED
    assert "cut off" in job.error
    assert (again.status_code, twice.status_code) == (202, 202)
    assert again.json()["uuid"] == twice.json()["uuid"]
    assert client_of("chi").get(f"/api/v1/sessions/{unprepared.pk}/").json()["state"] == "ready"


@pytest.mark.parametrize(("who", "status"), [("asha", 404), ("sam", 403), ("dev", 404), ("chi", 200)])
def test_only_a_lead_changes_a_session(who: str, status: int, client_of: Browser, filmed: Session) -> None:
    response = client_of(who).patch(f"/api/v1/sessions/{filmed.pk}/", {"title": "Mine"}, format="json")

    assert response.status_code == status
    assert (Session.objects.get().title == "Mine") == (status == 200)
