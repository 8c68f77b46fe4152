"""A study at a glance: how much there is of everything. Counts only; each page has its own words."""

from django.db.models import Count

from annotator.adjudication.disputes import disputes_of
from annotator.adjudication.models import GoldLabel, ReviewItem
from annotator.agreement.constructs import INCONGRUENCE
from annotator.annotations.models import Annotation, Assignment
from annotator.corpus.models import Session, Turn
from annotator.corpus.standing import to_rate
from annotator.releases.models import Release
from annotator.runs.models import Run
from annotator.studies.models import Study


def study_counts(study: Study) -> dict[str, int]:
    """How many of each thing the study has. `annotations_expected` counts one per client turn of each assignment."""
    assignments = Assignment.objects.filter(session__study=study)
    client_turns = Count("session__turns", filter=to_rate("session__turns"))
    return {
        "sessions": study.sessions.count(),
        "sessions_ready": study.sessions.filter(state=Session.State.READY).count(),
        "client_turns": Turn.objects.filter(session__study=study, role=Turn.Role.CLIENT).count(),
        "raters": study.raters.count(),
        "assignments": assignments.count(),
        "assignments_done": assignments.filter(done_at__isnull=False).count(),
        "annotations_complete": Annotation.objects.filter(
            to_rate(), turn__session__study=study, is_complete=True
        ).count(),
        "annotations_expected": sum(assignments.annotate(n=client_turns).values_list("n", flat=True)),
        "turns_in_consensus": Turn.objects.filter(session__study=study, consensuses__isnull=False).distinct().count(),
        "review_turns": ReviewItem.objects.filter(to_rate(), sample__study=study).count(),
        "review_turns_done": ReviewItem.objects.filter(to_rate(), sample__study=study, verdicts__isnull=False)
        .distinct()
        .count(),
        "turns_settled": GoldLabel.objects.filter(
            to_rate(), turn__session__study=study, construct__key=INCONGRUENCE, is_current=True
        ).count(),
        "disagreements_open": sum(dispute.is_open for dispute in disputes_of(study)),
        "releases": study.releases.count(),
        "releases_approved": study.releases.filter(state=Release.State.APPROVED).count(),
        "runs": Run.objects.filter(release__study=study).count(),
        "runs_succeeded": Run.objects.filter(release__study=study, state=Run.State.SUCCEEDED).count(),
    }
