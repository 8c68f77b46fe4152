"""The votes of a pass as arrays: hundreds of thousands of them in the room of a few megabytes."""

from typing import TYPE_CHECKING
from uuid import UUID

import numpy as np

from annotator.agreement.constructs import CONGRUENT, INCONGRUENCE, PRESENCE, Measured
from annotator.agreement.votes import annotations_of_people
from annotator.annotations.asked import is_answerable
from annotator.annotations.models import Score
from annotator.codebooks.questionnaire import Question, questionnaire_of
from annotator.corpus.models import Turn
from annotator.studies.models import Rater, Study
from metrics.ratings import Ratings

if TYPE_CHECKING:
    from metrics.arrays import FloatArray, IntArray

_CHUNK = 5_000


class PassRatings:
    """Who rated which turn in one pass, read once; what they said is read construct by construct."""

    def __init__(self, study: Study, pass_kind: str) -> None:
        self._study = study
        self._pass_kind = pass_kind
        self._questions = questionnaire_of(study.codebook_version_id).questions
        turns = Turn.objects.filter(session__study=study, role=Turn.Role.CLIENT).order_by("session__number", "position")
        place_of: dict[UUID, int] = {}
        self._units: list[tuple[str, str]] = []
        self._clients: list[str] = []
        for turn, number, client in turns.values_list("pk", "session__number", "session__client__pseudonym").iterator():
            place_of[turn] = len(place_of)
            self._units.append((f"S{number:03d}", str(turn)))
            self._clients.append(client)
        raters = Rater.objects.filter(study=study, kind=Rater.Kind.PERSON).values_list("pk", "pseudonym")
        row_of = {pk: row for row, (pk, _) in enumerate(sorted(raters, key=lambda each: each[1]))}
        self._raters = sorted(pseudonym for _, pseudonym in raters)
        rows = annotations_of_people(study, pass_kind).filter(cannot_judge="").values_list("pk", "rater", "turn")
        found = np.fromiter(
            ((pk, row_of[rater], place_of.get(turn, -1)) for pk, rater, turn in rows.iterator(_CHUNK)),
            dtype=[("annotation", "i8"), ("row", "i4"), ("unit", "i4")],
        )
        self._annotations = np.sort(found[found["unit"] >= 0], order="annotation")
        self._ratings_of_unit = np.bincount(self._annotations["unit"], minlength=len(self._units))

    @property
    def n_turns(self) -> int:
        """Turns that somebody rated."""
        return int(np.count_nonzero(self._ratings_of_unit))

    @property
    def n_sessions(self) -> int:
        return len({self._units[unit][0] for unit in np.flatnonzero(self._ratings_of_unit)})

    @property
    def raters(self) -> list[str]:
        """Who rated a turn, by pseudonym."""
        return [self._raters[row] for row in np.unique(self._annotations["row"])]

    @property
    def ratings_per_turn(self) -> float | None:
        """The harmonic mean over rated turns, None where there is none."""
        given = self._ratings_of_unit[self._ratings_of_unit > 0]
        return float(len(given) / (1 / given).sum()) if len(given) else None

    def of(self, measured: Measured) -> Ratings | None:
        """What the construct's raters said; None where nobody said anything."""
        question = self._questions[INCONGRUENCE if measured.key == PRESENCE else measured.key]
        annotations, levels = self._scores(question)
        if not len(annotations):
            return None
        codes = _codes(question, measured)[levels]
        values = np.full((len(self._raters), len(self._units)), np.nan)
        values[annotations["row"], annotations["unit"]] = codes
        raters, units = (np.flatnonzero(~np.isnan(values).all(axis=axis)) for axis in (1, 0))
        return Ratings(
            values=values[np.ix_(raters, units)],
            scale=measured.scale,
            raters=tuple(self._raters[row] for row in raters),
            units=tuple(self._units[unit] for unit in units),
            clients=tuple(self._clients[unit] for unit in units),
        )

    def _scores(self, question: Question) -> "tuple[np.ndarray, IntArray]":
        """The annotations that answer the question, and the place of the level that each gives among the question's."""
        levels = np.array([level.pk for level in question.levels.values()])
        scores = Score.objects.filter(
            is_answerable(self._study, turn="annotation__turn"),
            construct=question.construct,
            level__isnull=False,
            annotation__rater__study=self._study,
            annotation__pass_kind=self._pass_kind,
        )
        given = np.fromiter(
            scores.values_list("annotation_id", "level_id").iterator(_CHUNK),
            dtype=[("annotation", "i8"), ("level", "i8")],
        )
        known = self._annotations["annotation"]
        place = np.searchsorted(known, given["annotation"])
        place[place == len(known)] = 0
        counts = known[place] == given["annotation"] if len(known) else np.zeros(0, dtype=bool)
        order = np.argsort(levels)
        return self._annotations[place[counts]], order[np.searchsorted(levels, given["level"][counts], sorter=order)]


def _codes(question: Question, measured: Measured) -> "FloatArray":
    """What the measures read for each of the question's levels."""
    if measured.key == PRESENCE:
        return np.array([float(answer != CONGRUENT) for answer in question.levels])
    if measured.scale.has_levels:
        return np.arange(len(question.levels), dtype=float)
    return np.array([float(level.value) for level in question.levels.values()])
