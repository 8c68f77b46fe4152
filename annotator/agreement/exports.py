"""The CSV files of the agreement page, row by row, safe to open in a spreadsheet."""

from collections.abc import Iterator, Sequence
from typing import Any

from annotator.agreement.constructs import ABSENT, CONGRUENT, INCONGRUENCE, PRESENCE, PRESENT
from annotator.agreement.votes import annotations_of_people
from annotator.annotations.models import Score
from annotator.codebooks.models import Scale
from annotator.corpus.models import Session
from annotator.studies.models import Study

_OF_ESTIMATES = (
    "value", "low", "high", "n_units", "n_raters", "resampled", "n_clusters", "bootstrap", "seed", "why_undefined",
    "why_no_interval",
)  # fmt: skip
_CHUNK = 2_000


def figures_rows(overview: dict[str, Any]) -> Iterator[Sequence[object]]:
    """One row a coefficient of a construct, the main one first."""
    yield ["construct", "coefficient", *_OF_ESTIMATES, "as_of"]
    for construct in overview["constructs"]:
        for name, estimate in ({construct["coefficient"]: construct["main"]} | construct["beside"]).items():
            yield [construct["key"], name, *(estimate[field] for field in _OF_ESTIMATES), overview["as_of"]]


def vote_rows(study: Study, pass_kind: str, *, construct: str | None) -> Iterator[Sequence[object]]:
    """One row a vote, as `python -m metrics agreement` reads it; of one construct, or of all.

    They are read a session at a time, so that any number of them needs no room.
    """
    yield ["unit", "rater", "value", "session", "client", "construct"]
    annotations = annotations_of_people(study, pass_kind).filter(cannot_judge="")
    asked = INCONGRUENCE if construct == PRESENCE else construct
    for session in Session.objects.filter(study=study).select_related("client").order_by("number"):
        scores = Score.objects.filter(
            annotation__in=annotations.filter(turn__session=session), level__isnull=False
        ).order_by("annotation__turn__position", "annotation__rater__pseudonym", "construct__position")
        if asked:
            scores = scores.filter(construct__key=asked)
        for turn, rater, key, scale, level, number in scores.values_list(
            "annotation__turn", "annotation__rater__pseudonym", "construct__key", "construct__scale", "level__key",
            "level__value",
        ).iterator(_CHUNK):  # fmt: skip
            of_session = (session.key, session.client.pseudonym)
            if key == INCONGRUENCE and construct in (None, PRESENCE):
                yield [turn, rater, ABSENT if level == CONGRUENT else PRESENT, *of_session, PRESENCE]
            if construct in (None, key):
                yield [turn, rater, level if scale == Scale.NOMINAL else number, *of_session, key]
