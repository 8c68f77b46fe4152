"""Several sound tracks in one recording: which is heard is chosen at the import, and later by the lead."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from rest_framework.response import Response
from rest_framework.test import APIClient

from annotator.annotations.models import Assignment
from annotator.audit.models import Entry
from annotator.corpus import files
from annotator.corpus.models import Draft, Session
from annotator.jobs.models import Job
from annotator.studies.models import Study
from tests.annotator.conftest import NOW
from tests.annotator.corpus.conftest import TRANSCRIPT
from tests.cameras import run
from tests.tones import tones_of

Browser = Callable[[str], APIClient]


@pytest.fixture(scope="session")
def two_tracks(film: Path) -> Path:
    """The film with two people's microphones: 440 Hz called Counsellor, and 880 Hz."""
    path = film.with_name("two_tracks.mp4")
    tones = [part for hz in (440, 880) for part in ("-f", "lavfi", "-i", f"sine=frequency={hz}:duration=4")]
    maps = ("-map", "0:v", "-map", "1", "-map", "2", "-c:v", "copy", "-c:a", "aac")
    run("-i", str(film), *tones, *maps, "-metadata:s:a:0", "title=Counsellor", str(path))
    return path


@pytest.fixture
def drafted(two_tracks: Path, send: Callable[..., Response]) -> Response:
    return send(video=two_tracks)


def draft_of(drafted: Response) -> str:
    return f"/api/v1/drafts/{drafted.json()['id']}/"


def heard(path: str) -> set[int]:
    return tones_of(files.absolute(path)).heard


def test_the_import_names_the_tracks_and_lets_each_be_heard(
    drafted: Response, client_of: Browser, tmp_path: Path
) -> None:
    probe, chi = drafted.json()["probe"], client_of("chi")
    heard_hz = {}
    for asked in ("", "?track=0", "?track=1&at_ms=1000"):
        (tmp_path / "heard.wav").write_bytes(chi.get(f"{draft_of(drafted)}sound/{asked}").content)
        heard_hz[asked] = tones_of(tmp_path / "heard.wav").heard

    assert [sound["name"] for sound in probe["sounds"]] == ["track 1, “Counsellor”", "track 2"]
    assert probe["sound_track"] is None
    assert heard_hz == {"": {440, 880}, "?track=0": {440}, "?track=1&at_ms=1000": {880}}
    assert chi.get(f"{draft_of(drafted)}sound/?track=2").status_code == 400
    assert chi.get(f"{draft_of(drafted)}sound/?track=first").status_code == 400


def test_the_track_that_was_chosen_is_heard_in_all_copies_and_told(
    drafted: Response, client_of: Browser, confirm: Callable[..., Response], run_jobs: Callable[[], None]
) -> None:
    changed = client_of("chi").patch(draft_of(drafted), {"sound_track": 1}, format="json")
    confirmed = confirm(drafted)
    run_jobs()

    session = Session.objects.get(pk=confirmed.json()["id"])
    (remark,) = [each["message"] for each in changed.json()["probe"]["remarks"] if "sound track" in each["message"]]
    assert remark == "The recording has 2 sound tracks; this one alone is heard: track 2."
    assert remark in [each["message"] for each in session.revisions.get().remarks]
    assert session.recording.sound_track == 1
    assert heard(session.recording.proxy_path) == heard(session.recording.small_path) == {880}


@pytest.mark.parametrize("track", [2, 63, -1, "all"])
def test_a_track_that_is_not_there_is_refused(drafted: Response, client_of: Browser, track: Any) -> None:
    refused = client_of("chi").patch(draft_of(drafted), {"sound_track": track}, format="json")

    assert refused.status_code == 400
    assert "sound_track" in refused.json()["fields"]
    assert Draft.objects.get().sound_track is None


def test_a_track_is_not_chosen_where_another_wish_is_refused(drafted: Response, client_of: Browser) -> None:
    wishes = {"sound_track": 1, "options": {"columns": {"text": 900}}}

    assert client_of("chi").patch(draft_of(drafted), wishes, format="json").status_code == 400
    assert Draft.objects.get().sound_track is None


def test_without_a_recording_there_is_no_track_to_choose(send: Callable[..., Response], client_of: Browser) -> None:
    drafted = send()

    assert client_of("chi").patch(draft_of(drafted), {"sound_track": 0}, format="json").status_code == 400


def test_a_lead_chooses_anew_on_the_sessions_page_and_it_is_prepared_again(
    drafted: Response,
    study: Study,
    client_of: Browser,
    confirm: Callable[..., Response],
    run_jobs: Callable[[], None],
) -> None:
    study.blurred_roles = ["rater"]
    study.is_pitch_shifted = True
    study.save()
    address = f"/api/v1/sessions/{confirm(drafted).json()['id']}/"
    run_jobs()
    session = Session.objects.get()
    mixed, mixed_view = session.recording.proxy_path, session.recording.blurred_view.video_path
    before = heard(mixed)

    refused = client_of("asha").patch(address, {"sound_track": 0}, format="json")
    changed = client_of("chi").patch(address, {"sound_track": 0}, format="json")
    run_jobs()

    session = Session.objects.get()
    recording = session.recording
    shown = client_of("chi").get(address).json()["recording"]
    assert (refused.status_code, changed.status_code, changed.json()["state"]) == (404, 200, "preparing")
    assert (session.state, before, heard(recording.proxy_path)) == ("ready", {440, 880}, {440})
    assert tones_of(files.absolute(recording.blurred_view.video_path)).at(880) < 0.001
    assert recording.blurred_view.video_path != mixed_view
    assert not files.absolute(mixed).exists()
    assert [each["name"] for each in shown["sounds"]] == ["track 1, “Counsellor”", "track 2"]
    assert shown["sound_track"] == 0
    (entry,) = Entry.objects.filter(action="session.changed")
    assert "all sound tracks together → track 1, “Counsellor”" in entry.text

    client_of("chi").patch(address, {"sound_track": None}, format="json")
    run_jobs()

    recording.refresh_from_db()
    assert heard(recording.proxy_path) == {440, 880}
    assert sorted(each.name for each in files.absolute(files.folder_of(recording.proxy_path)).glob("sound-1/*")) == []


def test_no_copy_with_another_sound_stays_where_a_worker_was_killed_before_it_removed_it(
    drafted: Response, client_of: Browser, confirm: Callable[..., Response], run_jobs: Callable[[], None]
) -> None:
    address = f"/api/v1/sessions/{confirm(drafted).json()['id']}/"
    run_jobs()
    mixed = files.absolute(Session.objects.get().recording.proxy_path)
    left = mixed.read_bytes()
    client_of("chi").patch(address, {"sound_track": 0}, format="json")
    run_jobs()
    mixed.write_bytes(left)

    client_of("chi").post(f"{address}prepare/")
    run_jobs()

    assert not mixed.exists()
    assert heard(Session.objects.get().recording.proxy_path) == {440}


def test_the_same_choice_once_more_prepares_nothing(
    drafted: Response, client_of: Browser, confirm: Callable[..., Response], run_jobs: Callable[[], None]
) -> None:
    address = f"/api/v1/sessions/{confirm(drafted).json()['id']}/"
    run_jobs()
    n_jobs = Job.objects.count()

    client_of("chi").patch(address, {"sound_track": None}, format="json")

    assert Job.objects.count() == n_jobs
    assert client_of("chi").patch(address, {"sound_track": 2}, format="json").status_code == 400
    assert (
        client_of("chi").patch(address, {"camera_sound_track": 0}, format="json").json()["code"] == "no_second_camera"
    )


def test_raters_are_not_told_what_the_file_calls_its_tracks(
    drafted: Response,
    study: Study,
    client_of: Browser,
    confirm: Callable[..., Response],
    run_jobs: Callable[[], None],
) -> None:
    address = f"/api/v1/sessions/{confirm(drafted).json()['id']}/"
    run_jobs()

    session = Session.objects.get()
    rater = study.raters.get(user__username="asha")
    Assignment.objects.create(rater=rater, session=session, pass_kind="together", created_at=NOW)

    assert client_of("asha").get(address).json()["recording"]["sounds"] == []


def test_another_choice_has_two_cameras_laid_over_each_other_anew(
    two_tracks: Path,
    send: Callable[..., Response],
    client_of: Browser,
    confirm: Callable[..., Response],
    run_jobs: Callable[[], None],
    film: Path,
) -> None:
    drafted = send(video=film, counsellor_video=two_tracks)
    run_jobs()
    client_of("chi").patch(draft_of(drafted), {"camera_offset_ms": 120}, format="json")

    changed = client_of("chi").patch(draft_of(drafted), {"camera_sound_track": 1}, format="json").json()
    while_listened = changed["counsellor_video"]["sound_offset"]
    run_jobs()
    told = client_of("chi").get(draft_of(drafted)).json()["counsellor_video"]
    confirm(drafted, camera_offset_ms=120)
    run_jobs()

    assert (while_listened, Job.objects.filter(kind="find_camera_offset").count()) == (None, 2)
    assert (told["probe"]["sound_track"], told["offset_ms"]) == (1, 120)
    assert told["sound_offset"] is not None
    second = Session.objects.get().counsellor_recording
    assert (second.sound_track, heard(second.proxy_path)) == (1, {880})


@pytest.mark.parametrize(("told", "heard_hz"), [(["--sound-track", "2"], {880}), ([], {440, 880})])
def test_a_track_is_chosen_on_the_command_line(
    told: list[str], heard_hz: set[int], study: Study, two_tracks: Path, tmp_path: Path, capsys: Any
) -> None:
    (tmp_path / "talk.vtt").write_text(TRANSCRIPT)
    given = [f"--study={study.slug}", f"--transcript={tmp_path / 'talk.vtt'}", f"--video={two_tracks}", "--json"]

    call_command("import_session", *given, *told)

    session = Session.objects.get()
    assert heard(session.recording.proxy_path) == heard_hz
    assert any("sound tracks" in each["message"] for each in json.loads(capsys.readouterr().out)["remarks"])


@pytest.mark.parametrize("told", ["3", "0", "second"])
def test_the_command_line_refuses_a_track_that_is_not_there(
    told: str, study: Study, two_tracks: Path, tmp_path: Path
) -> None:
    (tmp_path / "talk.vtt").write_text(TRANSCRIPT)
    given = [f"--study={study.slug}", f"--transcript={tmp_path / 'talk.vtt'}", f"--video={two_tracks}"]

    with pytest.raises(CommandError, match="track"):
        call_command("import_session", *given, "--sound-track", told)

    assert not Session.objects.exists()
    assert not Draft.objects.exists()
