"""The long work on a study's consensus: what goes on at this moment."""

from annotator.jobs.models import Job, JobState
from annotator.studies.models import Study

COMPUTING = "compute_consensus"
ACCEPTING = "accept_consensus"
"""Adjudication's, which reads what computing replaces: one of both goes on at a time."""


def job_going_on(study: Study, *kinds: str) -> Job | None:
    """The study's job of one of these kinds that waits or runs."""
    going_on = Job.objects.filter(study=study, kind__in=kinds, state__in=[JobState.QUEUED, JobState.RUNNING])
    return going_on.select_related("started_by").order_by("-pk").first()
