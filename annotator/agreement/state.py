"""What kept figures and a consensus rest on, cheap to ask, so that everybody knows whether labels changed since."""

from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Count, Q, Sum

from annotator.agreement.constructs import countable_questions, pass_of
from annotator.agreement.models import ConsensusRound
from annotator.agreement.votes import recorded_by_people
from annotator.corpus.models import Session, TranscriptRevision
from annotator.corpus.unseen import sessions_without_picture
from annotator.studies.models import Study

CONSENSUS_METHOD = 2
"""Of finding a consensus; one that was found otherwise, before an upgrade, is out of date."""


@dataclass(frozen=True)
class PassState:
    """Equal states give equal figures.

    An annotation's version rises by one with each change and never falls, and no annotation goes. So of two states the
    later has a larger sum of versions, or nothing was changed between them: whichever of two transactions began first
    or took the smaller id, their changes count when they are there to be read. Saves pay nothing for it.
    """

    codebook_version: int
    has_channel_passes: bool
    n_annotations: int
    n_complete: int
    n_cannot_judge: int
    versions: int
    revisions: int
    """Of any transcript of the study, which can take a turn out of what is rated."""
    clients: list[list[int]]
    """Session and client, since intervals resample clients."""
    without_picture: list[int]
    """Sessions in which nobody is to be seen: what was answered about a face there does not count."""

    def to_json(self) -> dict[str, Any]:
        told = asdict(self)
        if not self.without_picture:  # As states were kept before this was asked; they are equal to it still.
            del told["without_picture"]
        return told


def state_of(study: Study, pass_kind: str) -> PassState:
    """The state of what is committed now. Whoever computes figures asks it first and reads the votes then."""
    found = recorded_by_people(study, pass_kind).aggregate(
        n_annotations=Count("pk"),
        n_complete=Count("pk", filter=Q(is_complete=True)),
        n_cannot_judge=Count("pk", filter=Q(is_complete=True) & ~Q(cannot_judge="")),
        versions=Sum("version", default=0),
    )
    clients = Session.objects.filter(study=study).order_by("pk").values_list("pk", "client")
    return PassState(
        codebook_version=study.codebook_version_id,
        has_channel_passes=study.has_channel_passes,
        revisions=TranscriptRevision.objects.filter(session__study=study).count(),
        clients=[list(each) for each in clients],
        without_picture=sessions_without_picture(study),
        **found,
    )


def basis_of(study: Study) -> dict[str, Any]:
    """What a consensus computed now would rest on; equal bases give equal answers."""
    kinds = {pass_of(study, question) for question in countable_questions(study)}
    states = {kind: state_of(study, kind).to_json() for kind in sorted(kind for kind in kinds if kind)}
    return {"method": CONSENSUS_METHOD, **states}


def is_stale(round_: ConsensusRound) -> bool:
    """Whether a rating or a turn, or the way of finding a consensus, has changed since the round was computed."""
    return bool(round_.basis != basis_of(round_.study))
