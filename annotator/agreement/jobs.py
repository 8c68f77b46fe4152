"""The long work on a study's consensus and figures: what goes on now, and at most one job of a pass at a time."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from annotator.accounts.models import User
from annotator.codebooks.models import PassKind
from annotator.jobs.models import UNDER_WAY, Job
from annotator.jobs.services import start_job
from annotator.studies.models import Study
from annotator.studies.services import lock_study

COMPUTING = "compute_consensus"
ACCEPTING = "accept_consensus"
"""Adjudication's, which reads what computing replaces: one of both goes on at a time."""
FREEZING = "freeze_release"
"""The releases', which reads the labels that accepting makes: one of both goes on at a time."""
COMPUTE_AGREEMENT = "compute_agreement"
_TITLES: dict[str, str] = {
    PassKind.TOGETHER: "Computing agreement",
    PassKind.WORDS: "Computing agreement on words alone",
    PassKind.FACE: "Computing agreement on the face alone",
}


@transaction.atomic
def begin_agreement(*, study: Study, pass_kind: str, actor: User, now: datetime) -> Job:
    """Have the figures of a pass computed anew; where that is begun already, it is that job."""
    lock_study(study)
    going_on = jobs_of(study, pass_kind).filter(state__in=UNDER_WAY).first()
    return going_on or start_job(
        kind=COMPUTE_AGREEMENT,
        arguments={"study_id": study.pk, "pass_kind": pass_kind},
        title=_TITLES[pass_kind],
        study=study,
        started_by=actor,
        now=now,
    )


def jobs_of(study: Study, pass_kind: str) -> QuerySet[Job]:
    """The jobs that computed the figures of a pass or are to, the newest first."""
    return Job.objects.filter(study=study, kind=COMPUTE_AGREEMENT, arguments__pass_kind=pass_kind).order_by("-pk")


def job_going_on(study: Study, *kinds: str) -> Job | None:
    """The study's job of one of these kinds that waits or runs."""
    going_on = Job.objects.filter(study=study, kind__in=kinds, state__in=UNDER_WAY)
    return going_on.select_related("started_by").order_by("-pk").first()
