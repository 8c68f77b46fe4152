"""The demo study's sessions: filmed, then imported and prepared as any recording is."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from django.utils import timezone

from annotator.accounts.models import User
from annotator.corpus import drafts, execution, services
from annotator.corpus.files import Upload
from annotator.corpus.models import Session
from annotator.studies.models import Study
from demo.film import FilmedSession, film
from demo.script import Script

_WORKERS = 2
_FPS = 6  # Enough for a drawn face; every frame costs drawing, encoding and decoding.
_CONSENT = services.ConsentGiven(("view", "annotate", "train"), basis="drawn, not recorded")

Tell = Callable[[str], None]


class Unheard:
    """Progress that nobody follows."""

    def report(self, fraction: float, step: str) -> None: ...

    def log(self, line: str) -> None: ...

    def is_cancelled(self) -> bool:
        return False


def record_sessions(study: Study, scripts: Sequence[Script], *, lead: User) -> Iterator[Session]:
    """Film and import the scripts whose session is not there yet, prepare the video of all that are not ready.

    Each session is given as soon as it is ready; whatever the caller does with it, the next are filmed meanwhile.
    """
    there = set(study.sessions.values_list("title", flat=True))
    missing = [script for script in scripts if script.name not in there]
    with TemporaryDirectory() as folder, ThreadPoolExecutor(_WORKERS) as crews:
        # The next sessions are filmed while this thread, the only one at the database, prepares one.
        for filmed in crews.map(partial(film, folder=Path(folder), fps=_FPS), missing):
            session = _import(study, filmed, lead=lead, now=timezone.now())
            execution.prepare_session(Unheard(), session_id=session.pk)
            yield session
    for session in study.sessions.exclude(state=Session.State.READY):
        execution.prepare_session(Unheard(), session_id=session.pk)
        yield session


def _import(study: Study, filmed: FilmedSession, *, lead: User, now: datetime) -> Session:
    draft = drafts.start_draft(
        study=study, transcript=Upload.of(filmed.transcript_vtt), video=Upload.of(filmed.video), actor=lead, now=now
    )
    region = filmed.client_region
    plan = services.ImportPlan(
        roles={each["name"]: each["guessed_role"] for each in draft.reading["speakers"]},
        client=filmed.script.client.pseudonym,
        counsellor=filmed.script.counsellor.pseudonym,
        title=filmed.script.name,
        client_consent=_CONSENT,
        counsellor_consent=_CONSENT,
        client_region={"x": region.x, "y": region.y, "w": region.width, "h": region.height},
    )
    return services.confirm_draft(draft=draft, plan=plan, actor=lead, now=now, prepare=False)
