"""However many clients are slow, nobody else waits for them: a real server, and clients that are a socket each."""

import json
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import IncompleteRead
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import LazySettings
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.annotations.models import Annotation, Assignment
from annotator.annotations.services import assign
from annotator.corpus import uploads
from annotator.corpus.models import Recording, Session
from annotator.serving.bodies import ANYBODYS_BYTES
from annotator.studies.models import Study
from tests.annotator.conftest import NOW, AddSession
from tests.annotator.serving.conftest import WebServer, running_web_server

pytestmark = pytest.mark.django_db(transaction=True)

MANY = 40  # Five times the threads that answer.
ARRIVED_S = 1  # By then, whatever takes a thread for a slow client has taken it.
VIDEO_BYTES = 60_000_000
LATEST_S = 3.0  # A save waits for nobody; what it takes on a busy machine is measured by the benchmarks.


@pytest.fixture
def session(study: Study, add_session: AddSession, settings: LazySettings, web_server: WebServer) -> Session:
    """A session with a recording that no line holds whole."""
    session = add_session(study)
    video = Path(settings.MEDIA_DIR) / "imports" / "proxy.mp4"
    video.parent.mkdir(parents=True, exist_ok=True)
    with video.open("wb") as file:
        file.truncate(VIDEO_BYTES)
    Recording.objects.filter(session=session).update(bytes=VIDEO_BYTES, proxy_path="imports/proxy.mp4")
    return session


@pytest.fixture
def assignment(session: Session, people: dict[str, User]) -> Assignment:
    study = session.study
    (assignment,) = assign(
        study=study,
        sessions=[session],
        raters=[study.raters.get(user=people["asha"])],
        pass_kind="together",
        actor=people["chi"],
        now=NOW,
    )
    return assignment


class Person:
    """Somebody's browser, on real lines."""

    def __init__(self, browser: APIClient) -> None:
        token = "c" * 32
        self.headers = {
            "Cookie": f"sessionid={browser.cookies['sessionid'].value}; csrftoken={token}",
            "X-CSRFToken": token,
        }

    @property
    def head(self) -> str:
        return "".join(f"\n{name}: {value}" for name, value in {"Host": "127.0.0.1", **self.headers}.items())


@pytest.fixture
def person(client_of: Callable[[str], APIClient]) -> Callable[[str], Person]:
    return lambda name: Person(client_of(name))


def _save(server: WebServer, asha: Person, assignment: Assignment) -> float:
    """Save one answer, and return how many seconds it took to be acknowledged."""
    turn = assignment.session.turns.filter(role="client").order_by("position")[0]
    found = Annotation.objects.filter(turn=turn).first()
    change = {"client_key": str(uuid4()), "construct": "engagement", "value": 4}
    body = json.dumps({"version": found.version if found else 0, "changes": [change]}).encode()
    began = time.monotonic()
    answer = server.ask(
        "PATCH",
        f"/api/v1/assignments/{assignment.pk}/turns/{turn.pk}/annotation/",
        body,
        **asha.headers,
        **{"Content-Type": "application/json"},
    )
    assert answer.status == 200, answer.body
    return time.monotonic() - began


@contextmanager
def _stalled_readers(server: WebServer, session: Session, person: Person) -> Iterator[list[socket.socket]]:
    """Many who open the video and stop reading, once their answers have begun."""
    with ExitStack() as lines:
        readers = [
            lines.enter_context(server.open(f"GET /api/v1/sessions/{session.pk}/video/ HTTP/1.1{person.head}"))
            for _ in range(MANY)
        ]
        assert all(reader.recv(12).startswith(b"HTTP/1.1 20") for reader in readers)
        yield readers


def test_a_save_waits_for_nobody_who_stopped_reading_a_video(
    web_server: WebServer, session: Session, assignment: Assignment, person: Callable[[str], Person]
) -> None:
    asha = person("asha")
    _save(web_server, asha, assignment)

    with _stalled_readers(web_server, session, person("chi")):
        assert _save(web_server, asha, assignment) < LATEST_S


@pytest.mark.parametrize(
    ("first_line", "n_bytes"),
    [
        ("POST /api/v1/log-in/ HTTP/1.1", 60),
        ("PATCH /api/v1/uploads/8b0f8b30-4b8b-4d0c-9b56-6f2f2a3f4c11/ HTTP/1.1\nTus-Resumable: 1.0.0", 50_000_000),
        ("POST /api/v1/studies/couples-pilot/drafts/ HTTP/1.1", 15_000_000),
        ("POST / HTTP/1.1", 60),
    ],
)
def test_a_save_waits_for_nobody_who_sends_a_body_byte_by_byte(
    first_line: str, n_bytes: int, web_server: WebServer, assignment: Assignment, person: Callable[[str], Person]
) -> None:
    asha = person("asha")

    with ExitStack() as lines:
        for _ in range(MANY):
            head = f"{first_line}\nHost: 127.0.0.1\nCookie: csrftoken={'c' * 32}\nContent-Length: {n_bytes}"
            head += "\nContent-Type: application/x-www-form-urlencoded"  # Whose body is read for its token.
            lines.enter_context(web_server.open(head, b"{"))
        time.sleep(ARRIVED_S)

        assert _save(web_server, asha, assignment) < LATEST_S


def test_however_many_recordings_arrive_slowly_a_save_does_not_wait(
    web_server: WebServer,
    assignment: Assignment,
    study: Study,
    people: dict[str, User],
    person: Callable[[str], Person],
) -> None:
    asha, chi = person("asha"), person("chi")

    with ExitStack() as lines:
        for n in range(MANY):
            upload = uploads.begin_upload(study=study, name=f"{n}.mp4", n_bytes=1_000_000, actor=people["chi"], now=NOW)
            head = f"PATCH /api/v1/uploads/{upload.pk}/ HTTP/1.1{chi.head}\nTus-Resumable: 1.0.0\nUpload-Offset: 0"
            head += "\nContent-Type: application/offset+octet-stream\nContent-Length: 1000000"
            lines.enter_context(web_server.open(head, b"f"))
        time.sleep(ARRIVED_S)

        assert _save(web_server, asha, assignment) < LATEST_S


def test_what_arrived_of_a_recording_before_its_line_broke_is_kept(
    web_server: WebServer, study: Study, people: dict[str, User], person: Callable[[str], Person]
) -> None:
    chi = person("chi")
    upload = uploads.begin_upload(study=study, name="a.mp4", n_bytes=3_000_000, actor=people["chi"], now=NOW)
    head = f"PATCH /api/v1/uploads/{upload.pk}/ HTTP/1.1{chi.head}\nTus-Resumable: 1.0.0\nUpload-Offset: 0"
    head += "\nContent-Type: application/offset+octet-stream\nContent-Length: 3000000"

    web_server.open(head, b"f" * 1_500_000).close()

    deadline = time.monotonic() + 10
    while uploads.arrived(upload) < 1_500_000 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert uploads.arrived(upload) == 1_500_000


@pytest.mark.parametrize(
    ("first_line", "n_bytes", "status"),
    [
        ("POST /api/v1/studies/couples-pilot/drafts/ HTTP/1.1", ANYBODYS_BYTES + 1, 401),
        ("POST /api/v1/studies/couples-pilot/drafts/ HTTP/1.1", 22_000_000, 413),
        ("PATCH /api/v1/uploads/8b0f8b30-4b8b-4d0c-9b56-6f2f2a3f4c11/ HTTP/1.1\nTus-Resumable: 1.0.0", 1000, 401),
        ("PATCH /api/v1/turns/8b0f8b30-4b8b-4d0c-9b56-6f2f2a3f4c11/ HTTP/1.1", 3_000_000, 413),
        ("POST /api/v1/log-in/ HTTP/1.1\nTransfer-Encoding: chunked", None, 411),
        ("POST /api/v1/log-in/ HTTP/1.1", "1e3", 400),
    ],
)
def test_a_body_that_nobody_may_send_is_refused_before_it_is_read(
    first_line: str, n_bytes: int | str | None, status: int, web_server: WebServer
) -> None:
    length = "" if n_bytes is None else f"\nContent-Length: {n_bytes}"

    with web_server.open(f"{first_line}\nHost: 127.0.0.1\nContent-Type: application/json{length}") as line:
        answer = line.recv(4096).decode()

    assert answer.startswith(f"HTTP/1.1 {status} ")
    if n_bytes != "1e3":  # That one is the server's own refusal.
        assert set(json.loads(answer.partition("\r\n\r\n")[2])) >= {"code", "message"}


def test_whoever_is_logged_in_may_send_more(
    web_server: WebServer, study: Study, people: dict[str, User], person: Callable[[str], Person]
) -> None:
    form = b"x" * (ANYBODYS_BYTES + 1)

    answer = web_server.ask("POST", f"/api/v1/studies/{study.slug}/drafts/", form, **person("chi").headers)

    assert answer.status == 415  # It was read, and is no form.


def test_an_answer_that_is_being_sent_ends_with_the_consent(
    web_server: WebServer, session: Session, person: Callable[[str], Person]
) -> None:
    with web_server.asking("GET", f"/api/v1/sessions/{session.pk}/video/", **person("chi").headers) as answer:
        assert answer.read(1_000) == bytes(1_000)

        session.client.consents.update(withdrawn_at=NOW)

        with pytest.raises(IncompleteRead):
            answer.read()


def test_a_range_is_sent_as_it_is_asked_for(
    web_server: WebServer, session: Session, person: Callable[[str], Person]
) -> None:
    answer = web_server.ask(
        "GET", f"/api/v1/sessions/{session.pk}/video/", Range="bytes=1000000-3999999", **person("chi").headers
    )

    assert (answer.status, answer.headers["Content-Range"]) == (206, f"bytes 1000000-3999999/{VIDEO_BYTES}")
    assert len(answer.body) == 3_000_000


def test_the_server_ends_at_once_whoever_has_stopped_reading(
    server_folder: Path, session: Session, person: Callable[[str], Person]
) -> None:
    with running_web_server(server_folder) as server, _stalled_readers(server, session, person("chi")):
        server.process.send_signal(signal.SIGTERM)

        assert server.process.wait(timeout=10) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the children of a process")
def test_two_processes_serve_behind_nginx_and_one_that_is_killed_is_started_again(
    server_folder: Path, session: Session, person: Callable[[str], Person]
) -> None:
    chi, address = person("chi"), f"/api/v1/sessions/{session.pk}/video/"
    with running_web_server(server_folder, WEB_WORKERS="2", X_ACCEL_PREFIX="/protected/") as server:
        before = _children_of(server.process.pid)
        assert len(before) == 2
        answer = server.ask("GET", address, **chi.headers)
        assert (answer.headers["X-Accel-Redirect"], answer.body) == ("/protected/imports/proxy.mp4", b"")

        os.kill(before[0], signal.SIGKILL)

        deadline = time.monotonic() + 60
        while (after := _children_of(server.process.pid)) == before or len(after) < 2:
            with suppress(ConnectionError):  # A line that was the killed one's is cut; the other one answers meanwhile.
                assert server.ask("GET", address, **chi.headers).status == 200
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert server.ask("GET", address, **chi.headers).status == 200


def _children_of(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
