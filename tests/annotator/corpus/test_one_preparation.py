"""A session is prepared by one job at a time, whatever is changed meanwhile; a conversion that runs goes on."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import connections
from rest_framework.response import Response
from rest_framework.test import APIClient

from annotator.corpus import execution, files, turn_frames
from annotator.corpus.media import copies
from annotator.corpus.models import Frame, Session, Turn
from annotator.jobs import execution as jobs
from annotator.jobs.models import Job, JobState
from annotator.studies.models import Study
from tests.annotator.at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)

Browser = Callable[[str], APIClient]
WAIT_S = 60
REGION = {"x": 0, "y": 0, "w": 0.5, "h": 0.5}


@pytest.fixture
def unprepared(film: Path, send: Callable[..., Response], confirm: Callable[..., Response]) -> Session:
    return Session.objects.get(pk=confirm(send(video=film)).json()["id"])


class Halted:
    """A conversion that stops in its middle, with its files half made, until it is told to go on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.n_conversions = 0
        self.began, self.goes_on = threading.Event(), threading.Event()
        draw_sheet = copies.draw_sheet

        def halt(*arguments: Any) -> Any:
            self.n_conversions += 1
            self.began.set()
            assert self.goes_on.wait(WAIT_S)
            return draw_sheet(*arguments)

        monkeypatch.setattr(copies, "draw_sheet", halt)
        monkeypatch.setattr(execution, "make_copies", copies.make_copies)

    @contextmanager
    def run(self, *jobs_run: Job) -> Iterator[None]:
        """The jobs in threads, as workers do them; the first is in the middle of its conversion."""
        threads = [threading.Thread(target=_work, args=[job]) for job in jobs_run]
        threads[0].start()
        try:
            assert self.began.wait(WAIT_S)
            for thread in threads[1:]:
                thread.start()
            yield
        finally:
            self.goes_on.set()
            for thread in threads:
                thread.join(WAIT_S)


def _work(job: Job) -> None:
    try:
        jobs.run(job_id=job.pk)
    finally:
        connections.close_all()


@pytest.fixture
def halted(monkeypatch: pytest.MonkeyPatch) -> Halted:
    return Halted(monkeypatch)


def _jobs() -> list[Job]:
    return list(Job.objects.filter(kind="prepare_session").order_by("pk"))


def _frames() -> list[tuple[Turn, Frame]]:
    return [(frame.turn, frame) for frame in Frame.objects.filter(turn__role="client").select_related("turn")]


def _edit(chi: APIClient, session: Session) -> None:
    """Split a turn, move a time, move the client's region."""
    first, second = session.turns.filter(role="client").order_by("position")
    split = chi.post(f"/api/v1/turns/{first.pk}/split/", {"version": 1, "at": 5, "at_ms": 1600})
    moved = chi.patch(f"/api/v1/turns/{second.pk}/", {"version": 2, "start_ms": 3300})
    region = chi.patch(f"/api/v1/sessions/{session.pk}/", {"client_region": REGION})
    assert [split.status_code, moved.status_code, region.status_code] == [200, 200, 200]


def test_what_is_changed_during_a_conversion_is_done_by_the_job_that_runs(
    unprepared: Session, client_of: Browser, halted: Halted
) -> None:
    (job,) = _jobs()

    with halted.run(job):
        _edit(client_of("chi"), unprepared)
        again = client_of("chi").post(f"/api/v1/sessions/{unprepared.pk}/prepare/")
        assert len(_jobs()) == 1

    job.refresh_from_db()
    assert (again.status_code, again.json()["uuid"]) == (202, str(job.uuid))
    assert (job.state, job.attempt, halted.n_conversions) == (JobState.SUCCEEDED, 1, 1)
    assert Session.objects.get().state == Session.State.READY
    assert len(_frames()) == 3
    for turn, frame in _frames():
        assert turn.start_ms <= frame.presentation_ms < turn.end_ms  # type: ignore[operator]
        assert frame.face_box == [0, 0, 240, 180]


def test_a_job_that_is_started_while_another_is_being_cancelled_waits_for_its_end(
    unprepared: Session, client_of: Browser, halted: Halted
) -> None:
    chi = client_of("chi")
    (first,) = _jobs()
    folder = files.absolute(files.folder_of(unprepared.recording.original_path))

    with halted.run(first):
        assert chi.post(f"/api/v1/jobs/{first.uuid}/cancel/").status_code == 202
        _edit(chi, unprepared)
        second = _jobs()[1]
        waiting = threading.Thread(target=_work, args=[second])
        waiting.start()
        _wait_until(lambda: Job.objects.get(pk=second.pk).step == execution.WAITING)
        assert list(folder.glob(".making-*")) != []
    waiting.join(WAIT_S)

    assert [job.state for job in _jobs()] == [JobState.CANCELLED, JobState.SUCCEEDED]
    assert Session.objects.get().state == Session.State.READY
    assert {frame.missing_reason for _, frame in _frames()} == {""}


@pytest.mark.parametrize("when", ["before it is ready", "when it is ready"])
def test_a_turn_that_is_changed_as_the_job_ends_gets_its_frame_all_the_same(
    when: str, unprepared: Session, client_of: Browser, run_jobs: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the choice of frames and the session's readiness, or between that and the end of the job."""
    turn = unprepared.turns.get(position=3)
    place, name = (execution, "choose_frames") if when == "before it is ready" else (jobs.ClaimedProgress, "log")
    goes_on, n_calls = getattr(place, name), 0

    def and_an_edit(*args: Any, **told: Any) -> Any:
        nonlocal n_calls
        n_calls += 1
        done = goes_on(*args, **told)
        if n_calls == 1:
            said = {"version": 1, "start_ms": 2900, "end_ms": 3200}
            assert client_of("chi").patch(f"/api/v1/turns/{turn.pk}/", said).status_code == 200
        return done

    monkeypatch.setattr(place, name, and_an_edit)
    run_jobs()

    assert [job.state for job in _jobs()] == [JobState.SUCCEEDED] * (1 if when == "before it is ready" else 2)
    assert Session.objects.get().state == Session.State.READY
    assert 2900 <= (Frame.objects.get(turn=turn).presentation_ms or 0) < 3200


def test_a_study_that_is_changed_as_the_job_ends_has_frames_by_its_new_rule(
    study: Study, unprepared: Session, client_of: Browser, run_jobs: Callable[[], None]
) -> None:
    run_jobs()
    for rule in ["midpoint", "onset_sharpest"] * 2:
        client_of("chi").patch(f"/api/v1/sessions/{unprepared.pk}/", {"client_region": REGION})
        job = Job.objects.filter(state=JobState.QUEUED).get()

        at_once(
            lambda job=job: jobs.run(job_id=job.pk),  # type: ignore[misc]
            lambda rule=rule: client_of("chi").patch(f"/api/v1/studies/{study.slug}/", {"frame_rule": rule}),  # type: ignore[misc]
        )
        run_jobs()

        assert Session.objects.get().state == Session.State.READY
        assert {frame.rule for _, frame in _frames()} == {rule}


def test_a_moved_time_renews_its_own_frame_and_no_other(
    unprepared: Session, client_of: Browser, run_jobs: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    run_jobs()
    moved, other = unprepared.turns.filter(role="client").order_by("position")
    before = Frame.objects.filter(turn=other).values().get()
    written = files.absolute(before["path"]).stat().st_mtime_ns
    saved = []
    save = Frame.save
    monkeypatch.setattr(Frame, "save", lambda frame, **told: (saved.append(frame.turn_id), save(frame, **told)))

    client_of("chi").patch(f"/api/v1/turns/{moved.pk}/", {"version": 1, "end_ms": 1700})
    assert Frame.objects.get(turn=moved).missing_reason == turn_frames.BEING_MADE
    run_jobs()

    assert (Frame.objects.get(turn=moved).presentation_ms or 9999) < 1700
    assert Frame.objects.filter(turn=other).values().get() == before
    assert files.absolute(before["path"]).stat().st_mtime_ns == written
    assert saved == [moved.pk]


def _wait_until(is_so: Callable[[], bool]) -> None:
    over = threading.Event()
    for _ in range(10 * WAIT_S):
        if is_so():
            return
        over.wait(0.1)
    raise AssertionError("It never was so.")
