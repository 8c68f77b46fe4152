"""The CSV files of the agreement page, row by row, safe to open in a spreadsheet."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.db.models import Q, QuerySet

from annotator.agreement.constructs import ABSENT, CONGRUENT, INCONGRUENCE, PRESENCE, PRESENT
from annotator.agreement.notes import Evidence, Notes, notes_in
from annotator.agreement.votes import annotations_of_people
from annotator.annotations.asked import is_answerable
from annotator.annotations.models import Annotation, Score
from annotator.annotations.services import pass_kinds_of
from annotator.codebooks.models import Scale
from annotator.codebooks.questionnaire import Questionnaire, questionnaire_of
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
    counting = is_answerable(study, turn="annotation__turn")
    asked = INCONGRUENCE if construct == PRESENCE else construct
    for session in Session.objects.filter(study=study).select_related("client").order_by("number"):
        scores = Score.objects.filter(
            counting, annotation__in=annotations.filter(turn__session=session), level__isnull=False
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


def answer_rows(study: Study, sessions: QuerySet[Session]) -> Iterator[Sequence[object]]:
    """One row for each rater, turn and pass of these sessions: all answers, and what was noted beside them.

    They are read a session at a time, so that any number of them needs no room.
    """
    questionnaire = questionnaire_of(study.codebook_version_id)
    counting = is_answerable(study, turn="annotation__turn")
    with_levels = [key for key, question in questionnaire.questions.items() if question.levels]
    yield [*_OF_ANSWERS, *with_levels, *_OF_NOTES]
    for session in sessions.select_related("client").order_by("number"):
        for pass_kind in pass_kinds_of(study):
            annotations = annotations_of_people(study, pass_kind).filter(turn__session=session)
            answers, notes = _answers(annotations, questionnaire, counting), notes_in(annotations)
            rows = annotations.order_by("turn__position", "rater__pseudonym").values_list(
                "pk", "turn__position", "turn", "rater__pseudonym"
            )
            for pk, position, turn, rater in rows:
                given = answers.get(pk, {})
                noted = notes.get(pk) or Notes(turn, rater, pass_kind)
                yield [
                    *(session.key, session.client.pseudonym, position + 1, turn, rater, pass_kind),
                    *(given.get(key, "") for key in with_levels),
                    *(noted.cannot_judge, noted.comment, *_columns_of(noted.evidence)),
                ]


_OF_ANSWERS = ("session", "client", "turn", "unit", "rater", "pass")
_OF_NOTES = ("cannot_judge", "comment", "evidence_words", "evidence_words_gone", "evidence_seconds")


def _answers(
    annotations: QuerySet[Annotation], questionnaire: Questionnaire, counting: Q
) -> dict[int, dict[str, str | int]]:
    found: dict[int, dict[str, str | int]] = {}
    scores = Score.objects.filter(counting, annotation__in=annotations, level__isnull=False)
    for annotation, construct, level in scores.values_list("annotation", "construct", "level").iterator(_CHUNK):
        question = questionnaire.by_construct[construct]
        found.setdefault(annotation, {})[question.key] = question.answers_by_level[level]
    return found


def _columns_of(evidence: Sequence[Evidence]) -> tuple[str, str, str]:
    """The words that are in the turn, those that are no longer, and the moments of the recording."""
    words = " | ".join(each.quote for each in evidence if each.quote and not each.is_gone)
    gone = " | ".join(each.quote for each in evidence if each.is_gone)
    return words, gone, " | ".join(_seconds(each) for each in evidence if each.start_ms is not None)


def _seconds(evidence: Evidence) -> str:
    ends = [each for each in (evidence.start_ms, evidence.end_ms) if each is not None]
    return " to ".join(f"{each / 1000:.3f}" for each in ends)
