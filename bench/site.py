"""A throw-away Attune: SQLite as on a laptop, one study, one rater with a session of 789 client turns to rate."""

import atexit
import os
import random
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from time import perf_counter, process_time
from typing import TYPE_CHECKING
from uuid import UUID

if TYPE_CHECKING:
    from annotator.accounts.models import User
    from annotator.annotations.models import Assignment

CLIENT_TURNS = 789
_CSRF = "b" * 32


@dataclass(frozen=True)
class Spent:
    """What a row of requests took the server."""

    cpu_s: float
    wall_s: float


class Site:
    """The web application without a socket, asked as the rater's browser would ask it."""

    def __init__(self, assignment: "Assignment", session_key: str, lead_session_key: str) -> None:
        from django.core.wsgi import get_wsgi_application

        self.assignment = assignment
        self.csrf_token = _CSRF
        self.lead_cookies = f"sessionid={lead_session_key}; csrftoken={_CSRF}"
        self._application = get_wsgi_application()
        self.cookies = f"sessionid={session_key}; csrftoken={_CSRF}"

    def ask(self, method: str, path: str, body: bytes = b"", *, cookies: str = "") -> bytes:
        """Send one request, as the rater unless other `cookies` are given, and return the answer's body.

        Raises RuntimeError unless it went well.
        """
        status: list[str] = []
        environ = {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "8000",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "127.0.0.1",
            "HTTP_COOKIE": cookies or self.cookies,
            "HTTP_X_CSRFTOKEN": _CSRF,
            "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(body),
        }

        def start_response(line: str, _headers: object, _error: object = None, /) -> Callable[[bytes], object]:
            status.append(line)
            return answer.append

        answer: list[bytes] = []
        response = self._application(environ, start_response)
        answer += response
        response.close()
        if status[0][0] != "2":
            raise RuntimeError(f"{method} {path}: {status[0]} {answer}")
        return b"".join(answer)

    def ask_all(self, requests: list[tuple[str, str, bytes]]) -> Spent:
        """Send the requests one after the other."""
        wall, cpu = perf_counter(), process_time()
        for request in requests:
            self.ask(*request)
        return Spent(process_time() - cpu, perf_counter() - wall)


@cache
def throwaway_site() -> Site:
    """Set Django up, which a process can do once, on a folder that goes when the process ends."""
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    database = os.environ.get("BENCH_DATABASE_URL", f"sqlite:///{folder.name}/attune.sqlite3")
    os.environ |= {"DATA_DIR": folder.name, "DATABASE_URL": database}
    os.environ["DJANGO_SETTINGS_MODULE"] = "annotator.settings"
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    return _furnished()


def _furnished() -> Site:
    from django.conf import settings
    from django.utils import timezone

    from annotator.accounts.models import User
    from annotator.annotations.services import assign
    from annotator.codebooks.models import PassKind
    from annotator.codebooks.services import default_codebook_version
    from annotator.corpus.drafts import start_draft
    from annotator.corpus.files import Upload
    from annotator.corpus.models import Recording
    from annotator.corpus.services import ConsentGiven, ImportPlan, confirm_draft
    from annotator.studies.services import add_member, create_study, draw_numbers

    settings.ROOT_URLCONF = "bench.urls"
    now = timezone.now()
    chi, asha = (User.objects.create_user(username=name) for name in ("chi", "asha"))
    study = create_study(name="Bench", codebook_version=default_codebook_version(now=now), creator=chi, now=now)
    add_member(study=study, username="asha", role="rater", actor=chi, now=now)
    draw_numbers(study=study, actor=chi, now=now)
    draft = start_draft(
        study=study, transcript=Upload("session.csv", [_transcript().encode()]), video=None, actor=chi, now=now
    )
    consent = ConsentGiven(("view", "annotate"))
    roles = {"T": "counsellor", "C": "client"}
    plan = ImportPlan(roles=roles, client="C-01", counsellor="T-01", client_consent=consent, counsellor_consent=consent)
    session = confirm_draft(draft=draft, plan=plan, actor=chi, now=now)
    # A row alone: of whom nobody is seen, nobody is asked about a face.
    Recording.objects.create(session=session, bytes=1, duration_ms=3_600_000, probe={"video_codec": "h264"})
    raters = [study.raters.get(user=asha)]
    (assignment,) = assign(
        study=study, sessions=[session], raters=raters, pass_kind=PassKind.TOGETHER, actor=chi, now=now
    )
    return Site(assignment, log_in(asha), log_in(chi))


def log_in(person: "User") -> str:
    """Begin a login of the person, and return its key."""
    from django.test import Client

    browser = Client()
    browser.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    return browser.session.session_key or ""


def _transcript() -> str:
    """Turns of 4 to 30 words from a vocabulary of 2,000, common words more often, as in speech."""
    rng = random.Random(0)
    vocabulary = ["".join(rng.choices("etaoinshrdlucmfwyp", k=rng.randint(2, 9))) for _ in range(2000)]
    weights = [1 / rank for rank in range(1, 2001)]
    rows = ["speaker,text"]
    for position in range(2 * CLIENT_TURNS):
        words = rng.choices(vocabulary, weights, k=rng.randint(4, 30))
        rows.append(f"{'TC'[position % 2]},{' '.join(words)}.")
    return "\n".join(rows)


def client_turn_ids(assignment: "Assignment") -> list[UUID]:
    """The turns that the rater rates, in order."""
    turns = assignment.session.turns.filter(role="client").order_by("position")
    return list(turns.values_list("pk", flat=True))
