"""A made study as large as a grown lab's: 40 sessions of 400 client turns, each turn rated by 5 people.

`python -m bench.made_study NAME` writes one into the database of the settings.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from django.db.models import Manager

    from annotator.annotations.models import AnnotationEvent, Score
    from annotator.codebooks.models import Level
    from annotator.corpus.models import Session, TranscriptRevision, Turn
    from annotator.studies.models import Rater, Study

N_SESSIONS, CLIENT_TURNS, N_RATERS = 40, 400, 5
BATCH = 5_000
SAMENESS = 0.7
"""How often a rater gives the turn's own answer; else any."""
CONGRUENT_MOSTLY = (0.8, 0.15, 0.05)


def make_study(
    *,
    name: str = "Made",
    n_sessions: int = N_SESSIONS,
    client_turns: int = CLIENT_TURNS,
    n_raters: int = N_RATERS,
    raters_per_turn: int | None = None,
    sessions_per_client: int = 2,
    with_events: bool = False,
    seed: int = 0,
) -> "Study":
    """Write a study whose every `together` pass is done. Django is set up and its database migrated already.

    Args:
        name: of the study and, before a hyphen, of its people: `made-lead`, `made-rater-1`, none with a password.
        n_sessions: each with as many turns of the counsellor as of the client, with times and no recording.
        client_turns: in each session.
        n_raters: people with the role.
        raters_per_turn: how many of them rate each session, taking turns; all where it is not given.
        sessions_per_client: how often a client comes.
        with_events: whether each answer has its event besides, as if it had been saved in the browser.
        seed: of the answers; equal arguments give equal answers.
    """
    from django.utils import timezone

    from annotator.annotations.models import Assignment
    from annotator.codebooks.models import PassKind

    now = timezone.now()
    per_turn = raters_per_turn or n_raters
    study, raters = _study_with_people(name, n_raters=n_raters, per_turn=per_turn, now=now)
    sessions = _sessions(study, n_sessions, per_client=sessions_per_client, now=now)
    _write_turns(sessions, client_turns, now=now)
    raters_of = {
        session.pk: [raters[(number + step) % n_raters] for step in range(per_turn)]
        for number, session in enumerate(sessions)
    }
    Assignment.objects.bulk_create(
        Assignment(rater=rater, session=session, pass_kind=PassKind.TOGETHER, position=2, created_at=now, done_at=now)
        for session in sessions
        for rater in raters_of[session.pk]
    )
    _rate(study, raters_of, per_turn=per_turn, with_events=with_events, rng=np.random.default_rng(seed), now=now)
    return study


def _study_with_people(name: str, *, n_raters: int, per_turn: int, now: datetime) -> "tuple[Study, list[Rater]]":
    from annotator.accounts.models import User
    from annotator.codebooks.services import default_codebook_version
    from annotator.studies.models import Membership, Rater, Role, Study

    slug = name.lower().replace(" ", "-")
    codebook_version = default_codebook_version(now=now)
    study = Study.objects.create(
        name=name, slug=slug, codebook_version=codebook_version, raters_per_turn=per_turn, created_at=now
    )
    lead = User.objects.create_user(username=f"{slug}-lead")
    Membership.objects.create(study=study, user=lead, role=Role.LEAD, created_at=now)
    raters = []
    for number in range(1, n_raters + 1):
        person = User.objects.create_user(username=f"{slug}-rater-{number}")
        Membership.objects.create(study=study, user=person, role=Role.RATER, created_at=now)
        raters.append(Rater.objects.create(study=study, user=person, pseudonym=f"R{number}"))
    return study, raters


def _sessions(study: "Study", n_sessions: int, *, per_client: int, now: datetime) -> "list[Session]":
    from annotator.corpus.models import Consent, Person, Recording, Session

    counsellor = Person.objects.create(study=study, pseudonym="T-01", role=Person.Role.COUNSELLOR)
    clients = [
        Person.objects.create(study=study, pseudonym=f"C-{number:02d}", role=Person.Role.CLIENT)
        for number in range(1, -(-n_sessions // per_client) + 1)
    ]
    Consent.objects.bulk_create(
        Consent(person=person, scope=scope, basis="Nobody was recorded", given_at=now)
        for person in (counsellor, *clients)
        for scope in (Consent.Scope.VIEW, Consent.Scope.ANNOTATE, Consent.Scope.TRAIN, Consent.Scope.EXTERNAL)
    )
    sessions = Session.objects.bulk_create(
        Session(
            study=study,
            number=number + 1,
            client=clients[number // per_client],
            counsellor=counsellor,
            state=Session.State.READY,
            created_at=now,
        )
        for number in range(n_sessions)
    )
    # Rows alone: of whom nobody is seen, nobody is asked about a face.
    Recording.objects.bulk_create(
        Recording(session=session, bytes=1, duration_ms=3_600_000, probe={"video_codec": "h264"})
        for session in sessions
    )
    return sessions


def _write_turns(sessions: "Sequence[Session]", client_turns: int, *, now: datetime) -> None:
    from annotator.corpus.models import TranscriptRevision, Turn

    revisions = TranscriptRevision.objects.bulk_create(
        TranscriptRevision(session=session, number=1, raw_name="made.csv", format="csv", created_at=now)
        for session in sessions
    )
    _write(Turn.every, (_turn(revision, at) for revision in revisions for at in range(2 * client_turns)))


def _turn(revision: "TranscriptRevision", position: int) -> "Turn":
    from annotator.corpus.models import Turn

    speaker, role = (("T", Turn.Role.COUNSELLOR), ("C", Turn.Role.CLIENT))[position % 2]
    return Turn(
        session_id=revision.session_id,
        revision=revision,
        position=position,
        speaker=speaker,
        role=role,
        start_ms=position * 4_000,
        end_ms=position * 4_000 + 3_500,
        text=f"Made words of turn {position}, as many as somebody says in about four seconds.",
    )


def _rate(
    study: "Study",
    raters_of: "dict[int, list[Rater]]",
    *,
    per_turn: int,
    with_events: bool,
    rng: np.random.Generator,
    now: datetime,
) -> None:
    from annotator.annotations.models import Annotation, AnnotationEvent, Score
    from annotator.codebooks.models import PassKind
    from annotator.codebooks.questionnaire import questionnaire_of
    from annotator.corpus.models import Turn

    asked = questionnaire_of(study.codebook_version_id).asked_in(
        PassKind.TOGETHER, has_channel_passes=False, has_picture=True
    )
    answerable = [list(question.levels.values()) for question in asked.values() if question.levels]
    turns = Turn.objects.filter(session__study=study, role=Turn.Role.CLIENT).order_by("session__number", "position")
    of_turns = turns.values_list("pk", "session", "revision").iterator()
    while batch := list(islice(of_turns, BATCH)):
        annotations = Annotation.objects.bulk_create(
            (
                Annotation(
                    turn_id=turn,
                    rater=rater,
                    pass_kind=PassKind.TOGETHER,
                    codebook_version_id=study.codebook_version_id,
                    turn_revision_id=revision,
                    is_complete=True,
                    version=len(answerable),
                    created_at=now,
                    updated_at=now,
                )
                for turn, session, revision in batch
                for rater in raters_of[session]
            ),
            batch_size=BATCH,
        )
        given = _levels_given(answerable, n_turns=len(batch), per_turn=per_turn, rng=rng)
        scores = [
            Score(annotation=annotation, construct=level.construct, level=level)
            for annotation, levels in zip(annotations, given, strict=True)
            for level in levels
        ]
        _write(Score.objects, scores)
        if with_events:
            _write(AnnotationEvent.objects, (_event(score, now) for score in scores))


def _levels_given(
    answerable: "Sequence[Sequence[Level]]", *, n_turns: int, per_turn: int, rng: np.random.Generator
) -> "Iterator[list[Level]]":
    """The levels that each rater of each turn gives, turn by turn; the direction only where they see incongruence."""
    n_levels = [len(levels) for levels in answerable]
    own = rng.integers(n_levels, size=(n_turns, len(n_levels)))
    incongruence = next(at for at, levels in enumerate(answerable) if levels[0].construct.key == "incongruence")
    own[:, incongruence] = rng.choice(n_levels[incongruence], size=n_turns, p=CONGRUENT_MOSTLY)
    own = own.repeat(per_turn, axis=0)
    is_own = rng.random(own.shape) < SAMENESS
    for answers in np.where(is_own, own, rng.integers(n_levels, size=own.shape)).tolist():
        levels = [of[answer] for of, answer in zip(answerable, answers, strict=True)]
        yield [level for level in levels if level.construct.key != "direction" or answers[incongruence]]


def _event(score: "Score", now: datetime) -> "AnnotationEvent":
    from annotator.annotations.models import AnnotationEvent

    level, construct = score.level, score.construct
    answer = construct.answer_of(level) if level else None
    return AnnotationEvent(
        annotation=score.annotation, construct_key=construct.key, new=answer, version=construct.position + 1, at=now
    )


def _write(manager: "Manager[Any]", rows: Iterable[Any]) -> None:
    """Store the rows, a batch at a time, so that a million of them need no room."""
    rows = iter(rows)
    while batch := list(islice(rows, BATCH)):
        manager.bulk_create(batch, batch_size=BATCH)


def main() -> None:
    import os

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
    import django

    django.setup()
    make_study(name=sys.argv[1])


if __name__ == "__main__":
    main()
