"""All that a rater's page needs, in one answer and few queries, and nothing that the pass withholds."""

from dataclasses import asdict
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F, QuerySet

from annotator.accounts.models import User
from annotator.annotations.media import media_of
from annotator.annotations.models import Annotation, Assignment, Score
from annotator.annotations.second_look import second_looks
from annotator.annotations.selectors import annotations_of
from annotator.annotations.sheet import Recorded
from annotator.codebooks.models import PassKind
from annotator.codebooks.questionnaire import Answer, Questionnaire, questionnaire_of
from annotator.codebooks.selectors import codebook_json
from annotator.corpus import consent
from annotator.corpus.models import Consent, Turn
from annotator.corpus.revising import transcript_revision
from annotator.corpus.standing import to_rate
from annotator.errors import DomainError

Json = dict[str, Any]


class ChannelPassesFirst(DomainError):
    code = "channel_passes_first"


def workspace(assignment: Assignment, *, viewer: User, now: datetime) -> Json:
    """The pass as its page shows it to `viewer`, without the assignment itself.

    Raises:
        NoConsent: someone recorded does not agree, or no longer.
        ChannelPassesFirst: the same rater still has a pass through one channel of this session.
    """
    session = assignment.session
    require_consent(assignment, now=now)
    if assignment.pass_kind == PassKind.TOGETHER and _open_channel_passes(assignment):
        raise ChannelPassesFirst("First finish your passes through the words alone and the face alone of this session.")
    study = session.study
    questionnaire = questionnaire_of(study.codebook_version_id)
    asked = questionnaire.asked_in(assignment.pass_kind, has_channel_passes=study.has_channel_passes)
    annotations = annotations_of(assignment).filter(to_rate())
    return {
        "study": {"slug": study.slug, "name": study.name},
        "codebook": codebook_json(questionnaire, asked.values(), has_channel_passes=study.has_channel_passes),
        "session": {"id": session.pk, "key": session.key, "title": session.title, "client": session.client.pseudonym},
        "media": asdict(media_of(assignment, viewer=viewer, now=now)),
        "transcript_revision": transcript_revision(session.pk),
        "turns": _turns(assignment),
        "annotations": _annotations(annotations, questionnaire),
        "second_looks": {str(turn): look.to_json() for turn, look in second_looks(assignment, annotations).items()},
    }


def require_consent(assignment: Assignment, *, now: datetime) -> None:
    """Raise NoConsent unless everyone recorded agrees to be labelled at that moment."""
    message = f"There is no consent to label {assignment.session}, or it has ended. Your answers are kept."
    consent.require(Consent.Scope.ANNOTATE, assignment.session, at=now, message=message)


def _open_channel_passes(assignment: Assignment) -> bool:
    own = Assignment.objects.filter(rater=assignment.rater_id, session=assignment.session_id, done_at__isnull=True)
    return own.exclude(pass_kind=PassKind.TOGETHER).exists()


def _turns(assignment: Assignment) -> list[Json]:
    with_words = assignment.pass_kind != PassKind.FACE
    fields = ["id", "position", "role", "start_ms", "end_ms", *(["text"] if with_words else [])]
    turns = assignment.session.turns.all()
    backchannels = _backchannels(turns) if with_words else {}
    rows = turns.order_by("position").values(*fields, revision_number=F("revision__number"))
    return [
        {
            **{field: turn[field] for field in fields},
            "text": turn.get("text"),
            "backchannels": backchannels.get(turn["id"], []),
            "revision": turn["revision_number"],
        }
        for turn in rows
    ]


def _backchannels(turns: QuerySet[Turn]) -> dict[UUID, list[Json]]:
    """What the others said inside a turn, by turn. Few turns have any, and an empty list costs as much to read."""
    rows = turns.exclude(backchannels=[]).values_list("pk", "backchannels")
    return {
        turn: [{field: each[field] for field in ("role", "start_ms", "end_ms", "text")} for each in backchannels]
        for turn, backchannels in rows
    }


def _annotations(annotations: QuerySet[Annotation], questionnaire: Questionnaire) -> dict[str, Json]:
    scores: dict[int, dict[str, Answer]] = {}
    rows = Score.objects.filter(annotation__in=annotations.values("pk"))
    fields = ("annotation_id", "construct_id", "level_id", "content")
    for annotation_id, construct_id, level_id, content in rows.values_list(*fields):
        answer = questionnaire.answer(construct_id, level_id, content)
        if answer is not None:
            scores.setdefault(annotation_id, {})[questionnaire.by_construct[construct_id].key] = answer
    kept = ("pk", "turn_id", "version", "cannot_judge", "is_complete", "updated_at", "turn_revision__number")
    return {
        str(turn_id): Recorded(version, scores.get(pk, {}), *rest).to_json()
        for pk, turn_id, version, *rest in annotations.values_list(*kept)
    }
