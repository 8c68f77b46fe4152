"""Simulated raters at work: they rate through the same services as people do."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import numpy as np
from django.db import transaction
from django.utils import timezone

from annotator.accounts.models import User
from annotator.annotations.models import Assignment
from annotator.annotations.saving import save_changes
from annotator.annotations.services import assign, finish
from annotator.annotations.sheet import Change
from annotator.codebooks.models import PassKind
from annotator.codebooks.questionnaire import questionnaire_of
from annotator.corpus.models import Turn
from annotator.studies.models import Rater, Study
from demo.raters import EXPERTS, RATERS, Ratings, SimulatedRater
from demo.script import Script, ScriptTurn

_SKILL = {rater.name: rater for rater in (*RATERS, *EXPERTS)}
_RATERS_PER_PASS = {PassKind.WORDS: 2, PassKind.FACE: 2, PassKind.TOGETHER: 3}


@transaction.atomic
def assign_raters(study: Study, *, lead: User) -> None:
    """Assign the sessions that nobody has yet: both channels to three raters, words and face alone to two each.

    Who judges what moves on from session to session, so that every pair of raters meets.
    """
    raters = list(Rater.objects.filter(study=study).order_by("pk"))
    for session in study.sessions.filter(assignments=None).order_by("number"):
        place = session.number
        for pass_kind, n_raters in _RATERS_PER_PASS.items():
            chosen = [raters[(place + offset) % len(raters)] for offset in range(n_raters)]
            place += n_raters
            assign(
                study=study,
                sessions=[session],
                raters=chosen,
                pass_kind=pass_kind,
                actor=lead,
                now=timezone.now(),
            )


def work_off(assignments: Sequence[Assignment], scripts: Sequence[Script], *, seed: int) -> None:
    """Rate every turn of the assignments and close them."""
    script_of = {script.name: script for script in scripts}
    for assignment in assignments:
        script = script_of[assignment.session.title]
        # One write to the disk for a pass instead of one for a turn.
        with transaction.atomic():
            for turn in assignment.session.turns.filter(role=Turn.Role.CLIENT):
                _rate(assignment, turn, script.turns[turn.position], seed=seed)
            finish(assignment=assignment, actor=_person(assignment), now=timezone.now())


def judge(name: str, study: Study, turn: Turn, said: ScriptTurn, *, seed: int, pass_kind: str) -> Ratings:
    """What a simulated person says of a turn: the same each time they are asked."""
    skill: SimulatedRater = _SKILL[name]
    rng = np.random.default_rng([seed, list(_SKILL).index(name), turn.session.number, turn.position])
    rate = {PassKind.WORDS: skill.rate_words, PassKind.FACE: skill.rate_face, PassKind.TOGETHER: skill.rate_together}
    given = rate[PassKind(pass_kind)](said, rng)
    asked = questionnaire_of(study.codebook_version_id).asked_in(
        pass_kind, has_channel_passes=study.has_channel_passes, has_picture=True
    )
    return {key: value for key, value in given.items() if key in asked or key == "cannot_judge"}


def _rate(assignment: Assignment, turn: Turn, said: ScriptTurn, *, seed: int) -> None:
    study = assignment.session.study
    name = _person(assignment).username
    answers: dict[str, Any] = judge(name, study, turn, said, seed=seed, pass_kind=assignment.pass_kind)
    save_changes(
        assignment=assignment,
        turn_id=turn.pk,
        based_on=0,
        changes=[Change(uuid4(), construct, value) for construct, value in answers.items()],
        now=timezone.now(),
    )


def _person(assignment: Assignment) -> User:
    user = assignment.rater.user
    if user is None:
        raise ValueError(f"{assignment.rater} is nobody who could rate.")
    return user
