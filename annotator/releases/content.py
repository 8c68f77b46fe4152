"""What a release holds: one line a client turn, and one row a rater's score. Format `attune-release/1`."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any
from uuid import UUID

from annotator.adjudication.models import GoldLabel
from annotator.agreement.constructs import countable_questions
from annotator.annotations.models import Annotation, Score
from annotator.codebooks.questionnaire import Question, is_asked
from annotator.corpus.clips import clips_of
from annotator.corpus.models import Frame, Turn
from annotator.corpus.preceding import turns_before
from annotator.releases.models import ReleaseTurn
from annotator.studies.models import Study

NO_VIDEO = "the session has no video"

ANNOTATION_COLUMNS = [
    "turn",
    "session",
    "rater",
    "rater_kind",
    "pass",
    "construct",
    "value",
    "cannot_judge",
    "label_raters",
]


@dataclass(frozen=True)
class Gold:
    """The current gold labels of one turn, and where each comes from, by construct."""

    answers: dict[str, str | float]
    origins: dict[str, str]
    n_raters: dict[str, int | None]
    """How many raters answered; None of a label from before that was counted."""


def turn_lines(study: Study, turns: Sequence[Turn], *, holdout: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The lines of `turns.jsonl`, in the order of `turns`."""
    questions = countable_questions(study)
    gold = _gold_of(turns)
    said_in = _recorded_turns(turns)
    clips = clips_of(turns)
    for turn in turns:
        said = said_in[turn.session_id]
        labels = _asked_answers(questions, gold[turn.pk])
        frames = turn.shown_frames
        yield {
            "turn": str(turn.pk),
            "session": turn.session.key,
            "client": turn.session.client.pseudonym,
            "position": turn.position,
            "start_ms": turn.start_ms,
            "end_ms": turn.end_ms,
            "plays_until_ms": clips[turn.pk].until_ms,
            "words": turn.text,
            "backchannels": told_backchannels(turn),
            "reply": _reply_to(turn, said),
            "context": [{"role": each.role, "text": each.text} for each in turns_before(turn, said)],
            "frames": [frame_path(frame) for frame in frames],
            "frame_times_ms": [frame.presentation_ms for frame in frames],
            "frame_indices": [frame.frame_index for frame in frames],
            "frame_missing": None if frames else turn.why_no_frame or NO_VIDEO,
            "face_box": frames[0].face_box if frames else None,
            "face_boxes": [frame.face_box for frame in frames],
            "labels": {question.key: labels.get(question.key) for question in questions},
            "label_origin": {key: origin for key, origin in gold[turn.pk].origins.items() if key in labels},
            "label_raters": {key: n for key, n in gold[turn.pk].n_raters.items() if key in labels},
            "split": ReleaseTurn.Split.of(turn.session, holdout=holdout).value,
        }


def told_backchannels(turn: Turn) -> list[dict[str, Any]]:
    """What the counsellor put in while the client went on; what others put in stays behind, as their turns do."""
    fields = ("role", "start_ms", "end_ms", "text")
    recorded = [each for each in turn.backchannels if each["role"] != Turn.Role.OTHER]
    return [{field: each[field] for field in fields} for each in recorded]


def frame_path(frame: Frame) -> str:
    """Where a frame of a turn lies inside the release."""
    return f"frames/{frame.turn_id}-{frame.number}{PurePosixPath(frame.path).suffix}"


def annotation_rows(turns: Sequence[Turn]) -> Iterator[list[str]]:
    """Every rater's levels, imported and machine raters among them, and a row for each turn someone could not judge.

    Beside each level stands how many raters the gold label of that turn and construct rests on; nothing without one.
    Reasons, comments and evidence stay behind: they are free text, which nobody has checked for names.
    """
    annotations = Annotation.objects.filter(turn__in=turns, is_complete=True)
    n_raters = {
        (turn, construct): n
        for turn, construct, n in GoldLabel.objects.filter(turn__in=turns, is_current=True).values_list(
            "turn", "construct", "n_raters"
        )
    }
    in_order = ("turn__session__number", "turn__position", "rater__pseudonym", "pass_kind")
    columns = ("turn", "turn__session__number", "rater__pseudonym", "rater__kind", "pass_kind")
    not_judged = annotations.exclude(cannot_judge="").order_by(*in_order)
    for turn, session, *rest in not_judged.values_list(*columns):
        yield [str(turn), f"S{session:03d}", *rest, "", "", "yes", ""]
    scores = Score.objects.filter(
        annotation__in=annotations.filter(cannot_judge=""), level__isnull=False
    ).select_related("construct", "level", "annotation__turn__session", "annotation__rater")
    for score in scores.order_by(*(f"annotation__{each}" for each in in_order), "construct__position"):
        annotation = score.annotation
        yield [
            str(annotation.turn_id),
            annotation.turn.session.key,
            annotation.rater.pseudonym,
            annotation.rater.kind,
            annotation.pass_kind,
            score.construct.key,
            str(score.construct.answer_of(score.level)) if score.level else "",
            "",
            _describe_raters(n_raters.get((annotation.turn_id, score.construct_id))),
        ]


def _describe_raters(n: int | None) -> str:
    return "" if n is None else str(n)


def raters_of_labels(lines: Iterable[Mapping[str, Any]], *, design: int) -> dict[str, Any]:
    """How many raters the labels of a release rest on, and where they come from: counts of labels, by construct.

    `raters` counts them by the number of raters, `unknown` where nobody counted those; `origins` by `label_origin`.
    """
    raters: dict[str, Counter[str]] = {}
    origins: dict[str, Counter[str]] = {}
    for line in lines:
        for key, origin in line["label_origin"].items():
            n = line["label_raters"].get(key)
            raters.setdefault(key, Counter())["unknown" if n is None else str(n)] += 1
            origins.setdefault(key, Counter())[origin] += 1
    return {
        "raters_per_turn": design,
        "raters": {key: dict(sorted(counts.items())) for key, counts in raters.items()},
        "origins": {key: dict(sorted(counts.items())) for key, counts in origins.items()},
    }


def _gold_of(turns: Sequence[Turn]) -> dict[UUID, Gold]:
    gold = {turn.pk: Gold({}, {}, {}) for turn in turns}
    labels = GoldLabel.objects.filter(turn__in=turns, is_current=True).select_related("construct", "level")
    for label in labels:
        answer = label.answer
        if answer is not None:
            gold[label.turn_id].answers[label.construct.key] = answer
            gold[label.turn_id].origins[label.construct.key] = label.origin
            gold[label.turn_id].n_raters[label.construct.key] = label.n_raters
    return gold


def _asked_answers(questions: Sequence[Question], gold: Gold) -> Mapping[str, str | float]:
    """The gold labels that belong together: a direction goes once a decision says that words and face agree."""
    levels = {key: answer for key, answer in gold.answers.items() if isinstance(answer, str)}
    return {
        question.key: gold.answers[question.key]
        for question in questions
        if question.key in gold.answers and is_asked(question, levels)
    }


def _recorded_turns(turns: Sequence[Turn]) -> dict[int, list[Turn]]:
    """All turns of the sessions concerned, in order. Only client and counsellor have consented to leave."""
    sessions: dict[int, list[Turn]] = {}
    recorded = Turn.objects.filter(session__in={turn.session_id for turn in turns}).exclude(role=Turn.Role.OTHER)
    for turn in recorded.order_by("session", "position"):
        sessions.setdefault(turn.session_id, []).append(turn)
    return sessions


def _reply_to(turn: Turn, said: Sequence[Turn]) -> str | None:
    """What the counsellor says next; None where the client goes on or the session ends."""
    following = next((each for each in said if each.position > turn.position), None)
    return following.text if following and following.role == Turn.Role.COUNSELLOR else None
