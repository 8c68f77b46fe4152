"""Starting the computation of a study's consensus, and what counts as far apart in it."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from annotator.accounts.models import User
from annotator.agreement.jobs import ACCEPTING, COMPUTING, job_going_on
from annotator.agreement.standards import far_apart_rules
from annotator.audit.services import record
from annotator.errors import DomainError
from annotator.jobs.models import Job
from annotator.jobs.services import start_job
from annotator.locks import locked
from annotator.studies.models import Study
from annotator.studies.services import lock_study


class ConsensusIsBusy(DomainError):
    """`details` names the job that has to end first."""

    code = "consensus_is_busy"


class UnknownScale(DomainError):
    code = "unknown_scale"
    status = 400


@transaction.atomic
def start_consensus(*, study: Study, actor: User | None, now: datetime) -> Job:
    """Have the study's consensus computed of the ratings as they are once the job begins.

    Raises:
        ConsensusIsBusy: it is being computed already, or accepted, perhaps for somebody else.
    """
    lock_study(study)
    refuse_while_busy(study)
    return start_job(
        kind=COMPUTING,
        arguments={"study_id": study.pk, "actor_id": actor.pk if actor else None},
        title="Computing the consensus",
        study=study,
        started_by=actor,
        now=now,
    )


def refuse_while_busy(study: Study) -> None:
    """Raise ConsensusIsBusy where the consensus is being computed or accepted. Whoever calls has locked the study."""
    if going_on := job_going_on(study, COMPUTING, ACCEPTING):
        what = "computed" if going_on.kind == COMPUTING else "accepted"
        by = f", started by {going_on.started_by.name}" if going_on.started_by else ""
        raise ConsensusIsBusy(
            f"The consensus is being {what} right now{by}. Wait until that is done, or cancel it first.",
            details={"job": str(going_on.uuid)},
        )


@transaction.atomic
def change_far_apart(*, study: Study, distances: Mapping[str, int], actor: User, now: datetime) -> None:
    """Set from which distance two raters' numbers are a disagreement, for scales of so many steps: `{"9": 3}`.

    Raises:
        UnknownScale: the study's codebook has no scale of so many steps.
    """
    stored = locked(Study.objects.all(), study)
    rules = {str(n_steps): distance for n_steps, distance in far_apart_rules(stored).items()}
    if unknown := sorted(distances.keys() - rules.keys()):
        known = " or ".join(rules)
        raise UnknownScale(
            f"The codebook has no scale of {unknown[0]} steps, only of {known}.", fields={"far_apart": ["unknown"]}
        )
    study.far_apart_from = {**rules, **distances}
    if study.far_apart_from == rules:
        return
    study.save(update_fields=["far_apart_from"])
    text = f"distance from which ratings are disagreements: {_in_words(rules)} → {_in_words(study.far_apart_from)}"
    record(actor=actor, action="study.changed", text=text, study=study, target=study, at=now)


def _in_words(rules: Mapping[str, int]) -> str:
    return ", ".join(f"{distance} of {n_steps}" for n_steps, distance in rules.items()) + " steps"
