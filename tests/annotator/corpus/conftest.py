"""A four-second recording with sound, its transcript, and the steps of an import."""

import shutil
from base64 import b64encode
from collections.abc import Callable
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import override_settings
from rest_framework.response import Response
from rest_framework.test import APIClient

from annotator.corpus.media.copies import Copies, make_copies
from annotator.corpus.media.face_detectors import HaarDetector, face_detector
from annotator.corpus.media.faces import Face, FaceDetector, Seen
from annotator.corpus.media.files import sha256_of
from annotator.corpus.media.probe import Probe
from annotator.corpus.media.progress import Progress
from annotator.corpus.models import Session
from annotator.jobs import execution
from annotator.jobs.models import Job, JobState
from annotator.studies.models import Study

MakeCopies = Callable[..., Copies]

TRANSCRIPT = (
    "WEBVTT\n\n"
    "00:00.000 --> 00:01.000\n<v Therapist>How was your week?\n\n"
    "00:01.200 --> 00:02.000\n<v Client>Fine, really.\n\n"
    "00:02.200 --> 00:02.800\n<v Therapist>Fine?\n\n"
    "00:03.000 --> 00:03.900\n<v Client>I slept a little.\n"
)
TUS = {"Tus-Resumable": "1.0.0"}
PLAN: dict[str, Any] = {
    "title": "First hour",
    "roles": {"Therapist": "counsellor", "Client": "client"},
    "client": "C-01",
    "counsellor": "T-01",
    "consent": {
        "client": {"scopes": ["view", "annotate", "train"], "basis": "form 3"},
        "counsellor": {"scopes": ["view", "annotate", "train"], "basis": "contract"},
    },
    "client_region": {"x": 0.25, "y": 0.25, "w": 0.5, "h": 0.5},
}


@pytest.fixture(scope="session")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """40 pictures at 10 a second, each a little brighter, with a hum."""
    path = tmp_path_factory.mktemp("film") / "session.mp4"
    with av.open(str(path), "w") as container:
        picture = container.add_stream("libx264", rate=10)
        picture.width, picture.height, picture.pix_fmt = 480, 360, "yuv420p"
        sound = container.add_stream("aac", rate=16000)
        for number in range(40):
            grey = np.full((120, 160, 3), 50 + 4 * number, np.uint8)
            grey[40:80, 60:100] = np.arange(40, dtype=np.uint8)[:, None, None] * 6
            frame = av.VideoFrame.from_ndarray(grey.repeat(3, 0).repeat(3, 1), format="rgb24")
            frame.pts, frame.time_base = number, Fraction(1, 10)
            container.mux(picture.encode(frame))
        hum = np.sin(np.arange(4 * 16000) * 2 * np.pi * 220 / 16000).astype(np.float32)
        for start in range(0, len(hum), 1024):
            heard = av.AudioFrame.from_ndarray(hum[None, start : start + 1024], format="fltp", layout="mono")
            heard.sample_rate, heard.pts = 16000, start
            container.mux(sound.encode(heard))
        container.mux(picture.encode(None))
        container.mux(sound.encode(None))
    return path


@pytest.fixture(scope="session")
def copies_made(tmp_path_factory: pytest.TempPathFactory) -> MakeCopies:
    """`make_copies`, which converts a recording once and hands out what it made whenever it is sent again.

    That a second conversion makes the same bytes has tests of its own.
    """
    made: dict[tuple[object, ...], tuple[Path, Copies]] = {}

    def once(source: Path, folder: Path, *, found: Probe, on_progress: Progress) -> Copies:
        key = (sha256_of(source), found.audio)
        if key not in made:
            kept = tmp_path_factory.mktemp("copies")
            made[key] = kept, make_copies(source, kept, found=found, on_progress=on_progress)
        kept, copies = made[key]
        for name in copies.sha256:
            shutil.copyfile(kept / name, folder / name)
        on_progress(1.0)
        return copies

    return once


@pytest.fixture(scope="session")
def remembering_detector() -> Callable[[Path | None], FaceDetector]:
    """`face_detector`, whose cascade looks at a picture once and tells again what it saw whenever that comes again."""
    seen: dict[bytes, list[Face]] = {}

    class Remembering(HaarDetector):
        def find_all(self, picture: Seen) -> list[Face]:
            grey = picture.grey
            key = sha256(repr(grey.shape).encode() + grey.tobytes()).digest()
            if key not in seen:
                seen[key] = super().find_all(picture)
            return list(seen[key])

    return lambda model: face_detector(model) if model else Remembering()


@pytest.fixture(autouse=True)
def _works_once(
    copies_made: MakeCopies,
    remembering_detector: Callable[[Path | None], FaceDetector],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("annotator.corpus.execution.make_copies", copies_made)
    monkeypatch.setattr("annotator.corpus.media.face_detectors.face_detector", remembering_detector)


def send_recording(browser: APIClient, study: Study, data: bytes, *, name: str) -> Response:
    """Send a recording by the tus protocol, whole at once."""
    told = {"Upload-Length": str(len(data)), "Upload-Metadata": f"filename {b64encode(name.encode()).decode()}"}
    begun = browser.post(f"/api/v1/studies/{study.slug}/uploads/", headers={**TUS, **told})
    if begun.status_code != 201:
        return begun
    sent = browser.generic(
        "PATCH",
        begun["Location"],
        data,
        content_type="application/offset+octet-stream",
        headers={**TUS, "Upload-Offset": "0"},
    )
    look_through_what_was_sent()
    return sent


def look_through_what_was_sent() -> None:
    """Do the jobs that look through recordings, and no others, as a worker would, but without a second thread's beat.

    That thread would wait for the test's open transaction.
    """
    with override_settings(JOB_SILENCE_S=3600):
        for job in Job.objects.filter(kind="look_through_recording", state=JobState.QUEUED):
            execution.run(job_id=job.pk)


@pytest.fixture
def send(study: Study, client_of: Callable[[str], APIClient]) -> Callable[..., Response]:
    """Send a transcript, and before it a video if there is one, as Chi or as somebody else.

    The answer is that of the first step that was refused, or else the draft.
    """

    def send(
        transcript: str | bytes = TRANSCRIPT,
        *,
        name: str = "session.vtt",
        video: Path | bytes | None = None,
        video_name: str = "session.mp4",
        counsellor_video: Path | None = None,
        who: str = "chi",
    ) -> Response:
        data = transcript.encode() if isinstance(transcript, str) else transcript
        form: dict[str, Any] = {"transcript": SimpleUploadedFile(name, data)}
        if video is not None:
            film = video.read_bytes() if isinstance(video, Path) else video
            sent = send_recording(client_of(who), study, film, name=video_name)
            if sent.status_code != 204:
                return sent
            form["upload"] = sent.wsgi_request.path.split("/")[-2]
        if counsellor_video is not None:
            sent = send_recording(client_of(who), study, counsellor_video.read_bytes(), name="counsellor.mp4")
            form["counsellor_upload"] = sent.wsgi_request.path.split("/")[-2]
        return client_of(who).post(f"/api/v1/studies/{study.slug}/drafts/", form, format="multipart")

    return send


@pytest.fixture
def confirm(client_of: Callable[[str], APIClient]) -> Callable[..., Response]:
    """Confirm a draft by the plan above, with changes."""

    def confirm(draft: Response, *, who: str = "chi", **changes: Any) -> Response:
        plan = {**PLAN, **changes}
        return client_of(who).post(f"/api/v1/drafts/{draft.json()['id']}/confirm/", plan, format="json")

    return confirm


@pytest.fixture
def filmed(
    film: Path, send: Callable[..., Response], confirm: Callable[..., Response], run_jobs: Callable[[], None]
) -> Session:
    """A session with video, imported and prepared."""
    confirmed = confirm(send(video=film))
    run_jobs()
    return Session.objects.get(pk=confirmed.json()["id"])
