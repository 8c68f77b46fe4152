"""What a release would be: its turns, its hold-out, and what speaks against it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import TextChoices

from annotator.adjudication.disputes import n_waiting
from annotator.agreement.constructs import INCONGRUENCE
from annotator.agreement.models import ConsensusRound
from annotator.agreement.state import is_stale
from annotator.annotations.models import Annotation
from annotator.annotations.second_look import asking_for_a_second_look
from annotator.codebooks.questionnaire import questionnaire_of
from annotator.corpus.models import Frame
from annotator.errors import DomainError
from annotator.releases.eligible import Eligible, eligible_turns, n_eligible_clients
from annotator.releases.holdout import Holdout, clients_of, draw_holdout, percent_with_clients
from annotator.releases.models import ReleaseTurn
from annotator.studies.models import Study
from metrics.estimate import FEWEST_CLUSTERS

Split = ReleaseTurn.Split


class Fault(TextChoices):
    """What forbids a release."""

    NO_TURN = "no_turn", "No turn has a gold label of incongruence and consent to training."
    ONE_CLIENT = (
        "one_client",
        "All turns with a gold label and consent to training are of one client, so no person can be kept from "
        "training. Decide labels of a second client, or record their consent to training.",
    )


class ReleaseHasFaults(DomainError):
    code = "release_has_faults"


@dataclass(frozen=True)
class Plan:
    """A release before it is frozen. `faults` forbid it, `warnings` are for the lead to weigh."""

    eligible: Eligible
    levels: list[str]
    train: list[str]
    holdout: list[str]
    """Sessions of each side, by key."""
    shared_counsellors: list[str]
    """Counsellors on both sides, since they see too many clients to be kept apart; clients never are."""
    classes: Mapping[str, Mapping[str, int]]
    """Turns of each level of incongruence, by split: every level of the codebook stands there."""
    raters: Mapping[str, int]
    """Labels of incongruence by how many raters they rest on, `unknown` where nobody counted them."""
    disagreements_open: int
    faults: list[str]
    warnings: list[str]

    @property
    def n_train(self) -> int:
        return sum(self.classes[Split.TRAIN].values())

    @property
    def n_holdout(self) -> int:
        return sum(self.classes[Split.HOLDOUT].values())


def plan_release(study: Study, *, holdout_share: float, seed: int, at: datetime) -> Plan:
    """Plan a release with the labels and consents of that moment."""
    eligible = eligible_turns(study, at=at)
    sessions = eligible.sessions
    drawn = draw_holdout(sessions, share=holdout_share, seed=seed)
    holdout = list(drawn.sessions)
    question = questionnaire_of(study.codebook_version_id).questions[INCONGRUENCE]
    labels = {str(key): level.label for key, level in question.levels.items()}
    levels = list(labels)
    classes = _classes(eligible, levels, holdout)
    n_open = n_waiting(study, at=at)
    return Plan(
        eligible=eligible,
        levels=levels,
        train=[session for session in sessions if session not in holdout],
        holdout=holdout,
        shared_counsellors=list(drawn.shared_counsellors),
        classes=classes,
        raters=_raters(eligible),
        disagreements_open=n_open,
        faults=[fault.label] if (fault := _fault(len({pair.client for pair in sessions.values()}))) else [],
        warnings=[
            *_out_of_date(study),
            *_too_few_clients(eligible, drawn, seed=seed),
            *_warnings(eligible, classes, drawn, labels=labels, n_open=n_open, design=study.raters_per_turn),
        ],
    )


def fault_of(study: Study, *, at: datetime) -> Fault | None:
    """Why no release of the study can be frozen at that moment, as its plan would say, without planning one."""
    return _fault(n_eligible_clients(study, at=at))


def refuse_faults(plan: Plan) -> None:
    """Raises ReleaseHasFaults, with all of them, where the plan has any."""
    if plan.faults:
        raise ReleaseHasFaults(" ".join(plan.faults))


def _classes(eligible: Eligible, levels: list[str], holdout: list[str]) -> dict[str, dict[str, int]]:
    counts: dict[str, Counter[str]] = {split.value: Counter() for split in Split}
    for turn, level in zip(eligible.turns, eligible.incongruence, strict=True):
        counts[Split.of(turn.session, holdout=holdout)][level] += 1
    return {split: {level: counted[level] for level in levels} for split, counted in counts.items()}


def _raters(eligible: Eligible) -> dict[str, int]:
    counts = Counter("unknown" if n is None else str(n) for n in eligible.n_raters)
    return dict(sorted(counts.items()))


def _fault(n_clients: int) -> Fault | None:
    return {0: Fault.NO_TURN, 1: Fault.ONE_CLIENT}.get(n_clients)


def _out_of_date(study: Study) -> Iterator[str]:
    current = ConsensusRound.objects.filter(study=study, is_current=True).select_related("study").first()
    if current and is_stale(current):
        yield (
            "The consensus is out of date: ratings, or how they are combined, have changed since it was computed. "
            "Labels accepted from it are as old; compute and accept it again to renew them."
        )


def _too_few_clients(eligible: Eligible, holdout: Holdout, *, seed: int) -> Iterator[str]:
    """Of clients, not of sessions: whoever comes back is drawn as one when scores are resampled."""
    n_clients = len(clients_of(holdout.sessions, eligible.sessions))
    if 0 < n_clients < FEWEST_CLUSTERS:
        percent = percent_with_clients(eligible.sessions, FEWEST_CLUSTERS, seed=seed)
        leaves_as_many = len(clients_of(eligible.sessions, eligible.sessions)) >= 2 * FEWEST_CLUSTERS
        way = f"hold out {percent} %" if percent and leaves_as_many else "label sessions of more clients first"
        yield f"Held-out clients: {n_clients}. Intervals of held-out scores need {FEWEST_CLUSTERS}: {way}."


def _warnings(
    eligible: Eligible,
    classes: Mapping[str, Mapping[str, int]],
    holdout: Holdout,
    *,
    labels: Mapping[str, str],
    n_open: int,
    design: int,
) -> Iterator[str]:
    if n_open:
        yield f"Open disagreements: {n_open}. Their turns are left out unless they have a gold label."
    if eligible.n_few:
        yield f"Labels of incongruence that rest on fewer than {design} raters, accepted by a lead: {eligible.n_few}."
    if holdout.shared_counsellors:
        yield (
            f"Counsellors on both sides: {', '.join(holdout.shared_counsellors)}. They see too many clients to be kept "
            "apart, so held-out replies are of counsellors that the model has met. No client is on both sides."
        )
    for split, counts in classes.items():
        absent = [labels[level] for level, n in counts.items() if n == 0]
        if absent and any(counts.values()):
            side = "training" if split == Split.TRAIN else "the hold-out"
            yield f"No turn in {side} is labelled {' or '.join(absent)}."
    annotations = Annotation.objects.filter(turn__in=eligible.turns)
    if n_changed := asking_for_a_second_look(annotations).values("turn").distinct().count():
        yield f"Turns changed after they were labelled, not looked at again by all raters: {n_changed}."
    shown = Frame.objects.filter(turn__in=eligible.turns).exclude(path="")
    if without_frame := len(eligible.turns) - shown.values("turn").distinct().count():
        yield f"Turns without a frame: {without_frame}. A model sees a grey picture there."
