"""All that a rater's page needs, in one answer and few queries, and nothing that the pass withholds."""

from dataclasses import asdict
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from annotator import access
from annotator.accounts.models import User
from annotator.annotations.asked import questions_of
from annotator.annotations.media import media_of
from annotator.annotations.models import Annotation, Assignment, Score
from annotator.annotations.outputs import AssignmentOutput
from annotator.annotations.second_look import SecondLook, second_looks
from annotator.annotations.selectors import annotations_of, channel_passes_open
from annotator.annotations.sheet import Recorded
from annotator.codebooks.models import PassKind
from annotator.codebooks.questionnaire import Answer, Questionnaire, questionnaire_of
from annotator.codebooks.selectors import codebook_json
from annotator.corpus import consent
from annotator.corpus.clips import clips_in_session, duration_of
from annotator.corpus.models import Consent, Turn
from annotator.corpus.revising import transcript_revision
from annotator.corpus.standing import to_rate
from annotator.errors import DomainError

Json = dict[str, Any]


class ChannelPassesFirst(DomainError):
    """Whoever asks has an open pass through one channel, which shows less than the pass that they want to see."""

    code = "channel_passes_first"


def workspace(assignment: Assignment, *, viewer: User, now: datetime) -> Json:
    """The pass as its page shows it to `viewer`.

    Raises:
        NoConsent: someone recorded does not agree, or no longer.
        ChannelPassesFirst: `viewer` has an open pass through one channel of the session that shows less.
    """
    session = assignment.session
    require_consent(assignment, now=now)
    require_channels(assignment, viewer=viewer)
    study = session.study
    questionnaire = questionnaire_of(study.codebook_version_id)
    asked = questions_of(assignment)
    annotations = annotations_of(assignment).filter(to_rate())
    turns, recorded = _turns(assignment), _annotations(annotations, questionnaire)
    looks = second_looks(assignment, annotations)
    _tell_progress(assignment, turns if asked else [], recorded if asked else {}, looks)
    return {
        "assignment": AssignmentOutput(assignment).data,
        "study": {"slug": study.slug, "name": study.name},
        "codebook": codebook_json(questionnaire, asked.values(), has_channel_passes=study.has_channel_passes),
        "session": {"id": session.pk, "key": session.key, "title": session.title, "client": session.client.pseudonym},
        "media": asdict(media_of(assignment, viewer=viewer, now=now)),
        "transcript_revision": transcript_revision(session.pk),
        "turns": turns,
        "annotations": {str(turn): each.to_json() for turn, each in recorded.items()},
        "second_looks": {str(turn): look.to_json() for turn, look in looks.items()},
    }


def require_consent(assignment: Assignment, *, now: datetime) -> None:
    """Raise NoConsent unless everyone recorded agrees to be labelled at that moment."""
    message = f"There is no consent to label {assignment.session}, or it has ended. Your answers are kept."
    consent.require(Consent.Scope.ANNOTATE, assignment.session, at=now, message=message)


def require_channels(assignment: Assignment, *, viewer: User) -> None:
    """Raise ChannelPassesFirst unless what the pass shows is open to `viewer`: earlier passes come to their end first.

    It holds for passes that are done as well: of two channels, neither may be looked up while the other is rated.
    """
    if not access.channels_for(viewer, assignment.session).show(assignment.pass_kind):
        raise ChannelPassesFirst(access.ONE_CHANNEL_OPEN)


def _tell_progress(
    assignment: Assignment, turns: list[Json], recorded: dict[UUID, Recorded], looks: dict[UUID, SecondLook]
) -> None:
    """Give the assignment what `with_progress` would, out of what is read already: it costs as much as the turns.

    `turns` and `recorded` are what the pass asks of.
    """
    assignment.n_turns = sum(turn["role"] == Turn.Role.CLIENT for turn in turns)  # type: ignore[attr-defined]
    assignment.n_complete = sum(each.is_complete for each in recorded.values())  # type: ignore[attr-defined]
    assignment.n_to_confirm = sum(not look.is_of_new_turn for look in looks.values())  # type: ignore[attr-defined]
    assignment.may_label = True  # type: ignore[attr-defined]  # Or no workspace would be shown.
    times = [each.updated_at for each in recorded.values() if each.updated_at]
    assignment.updated_at = max(times, default=None)  # type: ignore[attr-defined]
    first = channel_passes_open(assignment.rater_id, assignment.session_id).values_list("pass_kind", flat=True).first()
    assignment.open_channel_pass = first  # type: ignore[attr-defined]


def _turns(assignment: Assignment) -> list[Json]:
    with_words = assignment.pass_kind != PassKind.FACE
    turns = assignment.session.turns.all()
    backchannels = _backchannels(turns) if with_words else {}
    fields = ("pk", "revision__number", "position", "role", "start_ms", "end_ms", *(["text"] if with_words else []))
    rows = list(turns.order_by("position").values_list(*fields))
    clips = clips_in_session([(row[4], row[5]) for row in rows], duration_ms=duration_of(assignment.session))
    return [
        {
            "id": str(pk),
            "revision": revision,
            "position": position,
            "role": role,
            "start_ms": start_ms,
            "end_ms": end_ms,
            "clip": asdict(clip),
            "text": text[0] if text else None,
            "backchannels": backchannels.get(pk, []),
        }
        for (pk, revision, position, role, start_ms, end_ms, *text), clip in zip(rows, clips, strict=True)
    ]


def _backchannels(turns: QuerySet[Turn]) -> dict[UUID, list[Json]]:
    """What the others said inside a turn, by turn. Few turns have any, and an empty list costs as much to read."""
    rows = turns.exclude(backchannels=[]).values_list("pk", "backchannels")
    return {
        turn: [{field: each[field] for field in ("role", "start_ms", "end_ms", "text")} for each in backchannels]
        for turn, backchannels in rows
    }


def _annotations(annotations: QuerySet[Annotation], questionnaire: Questionnaire) -> dict[UUID, Recorded]:
    scores = _scores(annotations, questionnaire)
    kept = ("pk", "turn_id", "version", "cannot_judge", "is_complete", "updated_at", "turn_revision__number")
    return {
        turn_id: Recorded(version, scores.get(pk, {}), *rest)
        for pk, turn_id, version, *rest in annotations.values_list(*kept)
    }


def _scores(annotations: QuerySet[Annotation], questionnaire: Questionnaire) -> dict[int, dict[str, Answer]]:
    """The answers by annotation. Nearly all are levels, so their many rows are read without the content beside them."""
    found: dict[int, dict[str, Answer]] = {}
    rows = Score.objects.filter(annotation__in=annotations.values("pk"))
    keys = {
        level: (question.key, answer)
        for question in questionnaire.by_construct.values()
        for level, answer in question.answers_by_level.items()
    }
    for annotation, level in rows.filter(level__isnull=False).values_list("annotation_id", "level_id"):
        key, answer = keys[level]
        found.setdefault(annotation, {})[key] = answer
    for annotation, construct, content in rows.filter(level=None).values_list(
        "annotation_id", "construct_id", "content"
    ):
        if content is not None:
            found.setdefault(annotation, {})[questionnaire.by_construct[construct].key] = content
    return found
