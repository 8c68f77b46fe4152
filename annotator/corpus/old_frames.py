"""Frames that an earlier version of a rule chose, where the present one may choose others: found, and chosen again."""

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from annotator.accounts.models import User
from annotator.audit.services import record
from annotator.corpus.media.frame_rules import RULE_VERSIONS
from annotator.corpus.models import Frame, Session
from annotator.corpus.preparing import have_prepared
from annotator.corpus.standing import to_rate
from annotator.corpus.turn_frames import frame_rule
from annotator.corpus.unseen import shows_nobody
from annotator.jobs.models import Job
from annotator.locks import lock
from annotator.studies.models import Study
from annotator.wording import counted


def sessions_with_old_frames(study: Study) -> QuerySet[Session]:
    """Prepared sessions with frames that an earlier version chose of turns without an end.

    Of all other turns the versions choose the same. What a person chose stays.
    """
    old = Frame.objects.filter(
        to_rate(),
        turn__session=OuterRef("pk"),
        turn__start_ms__isnull=False,
        turn__end_ms__isnull=True,
        rule=study.frame_rule,
        rule_version__lt=RULE_VERSIONS[frame_rule(study)],
    )
    return Session.objects.filter(Exists(old), ~shows_nobody(), study=study, state=Session.State.READY)


@transaction.atomic
def choose_old_frames_again(*, study: Study, actor: User, now: datetime) -> list[Job]:
    """Prepare these sessions again; the jobs that do it. Where there are none, nothing happens."""
    sessions = lock(Session.objects.filter(pk__in=list(sessions_with_old_frames(study).values_list("pk", flat=True))))
    jobs = [have_prepared(session, actor=actor, now=now) for session in sessions.order_by("pk")]
    if jobs:
        text = f"Frames of {counted(len(jobs), 'session')} are chosen again, by the present rule"
        record(actor=actor, action="frames.renewed", text=text, study=study, target=study, at=now)
    return jobs
