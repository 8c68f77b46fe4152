"""Computing the figures of a pass, as a job: nobody's request waits for it."""

from django.db import transaction
from django.utils import timezone

from annotator.agreement import comparing
from annotator.agreement.constructs import measured_in
from annotator.agreement.models import AgreementFigures
from annotator.agreement.outputs import OVERVIEW, SHAPE, DetailFigures, OverviewFigures
from annotator.agreement.ratings import PassRatings
from annotator.agreement.state import state_of
from annotator.agreement.votes import begun_in, cannot_judge_share
from annotator.jobs.registry import Progress
from annotator.studies.models import Study
from annotator.studies.services import lock_study

READING = 0.2


def compute_agreement(progress: Progress, *, study_id: int, pass_kind: str) -> None:
    """Put the figures of the annotations as they are now in the place of those that are kept, all at once.

    What is saved meanwhile is not waited for: the state was asked before the votes were read, so figures that hold a
    part of it count as older than it.
    """
    study = Study.objects.get(pk=study_id)
    now = timezone.now()
    state = state_of(study, pass_kind)
    progress.report(0, "Reading what raters said")
    found = PassRatings(study, pass_kind)
    begun = begun_in(study, pass_kind)
    measured = measured_in(study, pass_kind)
    details = []
    for number, each in enumerate(measured):
        done = READING + (1 - READING) * number / len(measured)
        progress.report(done, f"{each.label} ({number + 1} of {len(measured)})")
        share = cannot_judge_share(study, pass_kind, construct=each.key)
        details.append(comparing.detail(found.of(each), each, begun=begun, cannot_judge_share=share, now=now))
    overview = comparing.overview(details, found, begun=begun, pass_kind=pass_kind, now=now)
    kept = {OVERVIEW: OverviewFigures(overview).data} | {
        detail.construct.key: DetailFigures(detail).data for detail in details
    }
    rows = [
        AgreementFigures(
            study=study, pass_kind=pass_kind, page=page, shape=SHAPE, figures=figures, state=state.to_json(), as_of=now
        )
        for page, figures in kept.items()
    ]
    with transaction.atomic():
        lock_study(study)
        AgreementFigures.objects.filter(study=study, pass_kind=pass_kind).delete()
        AgreementFigures.objects.bulk_create(rows)
