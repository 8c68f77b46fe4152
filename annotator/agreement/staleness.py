"""Whether the consensus is still that of the ratings as they are."""

from typing import Any

from annotator.agreement.constructs import countable_questions, pass_of
from annotator.agreement.models import ConsensusRound
from annotator.agreement.state import state_of
from annotator.studies.models import Study


def basis_of(study: Study) -> dict[str, Any]:
    """What a consensus computed now would rest on; equal bases give equal answers."""
    kinds = {pass_of(study, question) for question in countable_questions(study)}
    return {kind: state_of(study, kind).to_json() for kind in sorted(kind for kind in kinds if kind)}


def is_stale(round_: ConsensusRound) -> bool:
    """Whether a rating or a turn has changed since the ratings of the round were read."""
    return bool(round_.basis != basis_of(round_.study))
