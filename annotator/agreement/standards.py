"""What a study asks of a consensus before it counts: enough raters, and numbers that don't lie too far apart.

Both are asked of the stored rows at the moment of asking, so that a changed design takes effect at once.
"""

from math import ceil

from django.db.models import Q

from annotator.codebooks.models import Scale
from annotator.codebooks.questionnaire import Question, questionnaire_of
from annotator.studies.models import Study


def far_apart_from(study: Study, question: Question) -> int | None:
    """From which distance of two raters' numbers on the question needs a decision; None where it has no numbers.

    Unless the study says otherwise it is a third of the scale's steps, rounded up: 2 on 1 to 5, 3 on 1 to 9.
    """
    if question.construct.scale == Scale.NOMINAL or not question.levels:
        return None
    n_steps = len(question.levels)
    chosen: int | None = study.far_apart_from.get(str(n_steps))
    return ceil(n_steps / 3) if chosen is None else chosen


def far_apart_rules(study: Study) -> dict[int, int]:
    """The distances by how many steps the scales of the study's codebook have: `{5: 2, 9: 3}`."""
    questions = questionnaire_of(study.codebook_version_id).questions.values()
    rules = {len(question.levels): far_apart_from(study, question) for question in questions}
    return {n_steps: distance for n_steps, distance in sorted(rules.items()) if distance is not None}


def enough_raters(study: Study) -> Q:
    """The condition that a consensus rests on as many raters as the study's design asks for."""
    return Q(n_raters__gte=study.raters_per_turn)


def is_tied() -> Q:
    """The condition that two answers of a consensus are equally frequent."""
    return Q(level__isnull=True, value__isnull=True)


def is_far_apart(study: Study) -> Q:
    """The condition that the raters' numbers lie too far apart for their mean to be anybody's answer."""
    by_distance: dict[int, list[int]] = {}
    for question in questionnaire_of(study.codebook_version_id).questions.values():
        if (distance := far_apart_from(study, question)) is not None:
            by_distance.setdefault(distance, []).append(question.construct.pk)
    condition = Q(pk__in=[])
    for distance, constructs in by_distance.items():
        condition |= Q(construct__in=constructs, spread__gte=distance)
    return condition


def is_of_few(study: Study) -> Q:
    """The condition that only a lead can accept a consensus as a label, since too few raters gave it."""
    return ~enough_raters(study) & ~is_tied() & ~is_far_apart(study)


def is_agreed(study: Study) -> Q:
    """The condition that the raters by themselves have settled the answer: enough of them, no tie, not far apart."""
    return enough_raters(study) & ~is_tied() & ~is_far_apart(study)
