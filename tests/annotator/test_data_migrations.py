"""Data of an older version come through the migrations that say something new of them.

One way back and one forward, for all of them: each takes its time.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.apps.registry import Apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from annotator.adjudication.models import GoldLabel, Opening, Verdict, VerdictLabel
from annotator.agreement.models import Consensus, ConsensusRound
from annotator.annotations.models import Annotation, Assignment
from annotator.audit.models import Entry
from annotator.corpus.models import Consent, Session
from annotator.evaluations.models import Evaluation
from annotator.releases.models import Release
from annotator.studies.models import Study
from tests.annotator.conftest import NOW, AddSession

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE = "0012_turns_change_places"
LATER = NOW + timedelta(hours=2)
FIGURES = {"detection": {"estimates": {"auroc": 0.7}, "types": {"estimates": {"macro_f1": 0.6}}}, "replies": {}}


@dataclass(frozen=True)
class Older:
    """Rows as the version before all of these migrations left them, by the models of then."""

    apps: Apps
    session: Session

    def add(self, model: str, **fields: Any) -> Any:
        return self.apps.get_model("annotator", model).objects.create(**fields)

    def level(self, construct: str, value: str | int) -> dict[str, Any]:
        """A construct with one of its levels."""
        of_construct = self.apps.get_model("annotator", "Level").objects.filter(construct__key=construct)
        level = of_construct.get(**{"key" if isinstance(value, str) else "value": value})
        return {"construct_id": level.construct_id, "level": level}

    def turn(self, position: int) -> Any:
        return self.session.turns.get(position=position).pk


@pytest.fixture
def migrated(study: Study, add_session: AddSession) -> Iterator[Older]:
    """Goes back, lets all rows be made, and forward again."""
    session, seen = add_session(study), add_session(study, client="C-02")
    unseen = add_session(study, client="C-03", shows="nothing")
    executor = MigrationExecutor(connection)
    latest = executor.loader.graph.leaf_nodes("annotator")
    try:
        executor.migrate([("annotator", BEFORE)])
        state = MigrationExecutor(connection).loader.project_state([("annotator", BEFORE)])
        older = Older(state.apps, session)
        _end_blindness(older, study)
        _agree(older)
        _consent(older)
        _review(older, study)
        _release(older, study)
        _look(older, study, seen)
        _answer_of_words(older, study, [session, unseen])
    finally:
        MigrationExecutor(connection).migrate(latest)
    yield older


def _end_blindness(older: Older, study: Study) -> None:
    older.apps.get_model("annotator", "Study").objects.filter(pk=study.pk).update(are_raters_blind=False)
    text = "raters by pseudonym alone: yes → no"
    older.add("Entry", at=LATER, action="study.changed", text=text, study_id=study.pk, actor_name="chi")


def _agree(older: Older) -> None:
    """A consensus of two on one turn, and of one rater on another; numbers far apart; both became gold."""
    for position, n_raters in [(0, 2), (2, 1)]:
        label = older.level("incongruence", "none")
        of_turn = {"turn_id": older.turn(position), **label}
        older.add("Consensus", **of_turn, n_raters=n_raters, votes={"none": n_raters}, computed_at=NOW)
        older.add("GoldLabel", **of_turn, origin="consensus", decided_at=NOW)
    numbers = {"turn_id": older.turn(0), "construct_id": older.level("engagement", 2)["construct_id"], "value": 3.5}
    older.add("Consensus", **numbers, n_raters=2, votes={"2": 1, "5": 1}, computed_at=LATER)
    decided = older.level("incongruence", "contradiction")
    older.add("GoldLabel", turn_id=older.turn(4), **decided, origin="decision", reason="Her smile.", decided_at=NOW)


def _consent(older: Older) -> None:
    """One that another replaced, which ends by itself on a day."""
    person, consents = older.session.client_id, older.apps.get_model("annotator", "Consent").objects
    consents.filter(person_id=person, scope="train").delete()
    older.add("Consent", person_id=person, scope="train", given_at=NOW, withdrawn_at=LATER)
    ends = datetime(2026, 6, 30, 23, 59, 59, 999999, tzinfo=UTC)
    older.add("Consent", person_id=person, scope="train", given_at=LATER, expires_at=ends)


def _review(older: Older, study: Study) -> None:
    """Verdicts given with the consensus in sight: one agrees, one disagrees, one can't be judged."""
    given = {"study_id": study.pk, "number": 1, "seed": 1, "size": 3, "drawn_from": 3, "drawn_at": NOW}
    sample = older.add("ReviewSample", **given)
    verdicts = [
        {"agrees": True, "kind": ""},
        {"agrees": False, "kind": "other_label", **older.level("incongruence", "minimizing")},
        {"agrees": False, "kind": "cannot_judge"},
    ]
    for position, verdict in enumerate(verdicts):
        turn = older.turn(2 * position)
        item = older.add("ReviewItem", sample=sample, turn_id=turn, position=position, consensus={})
        older.add("Verdict", item=item, expert_name="eve", given_at=LATER, **verdict)


def _release(older: Older, study: Study) -> None:
    manifest = {"counts": {"turns": 3}, "files": {}}
    numbered = {"study_id": study.pk, "number": 1, "seed": 1, "holdout_share": 0.2, "frozen_at": NOW}
    release = older.add("Release", **numbered, manifest=manifest)
    run = older.add("Run", release=release, number=1, name="tiny", config={}, created_at=NOW)
    older.add("Evaluation", run=run, figures=FIGURES, created_at=NOW)


def _look(older: Older, study: Study, seen: Session) -> None:
    """Asha has looked through the second session and not the first; of Ben's nobody knows which pass it was."""
    raters = older.apps.get_model("annotator", "Rater").objects.filter(study_id=study.pk)
    asha, ben = raters.get(pseudonym="R1"), raters.get(pseudonym="R2")
    for rater, session, pass_kind in [
        (asha, older.session, "together"),
        (asha, seen, "together"),
        (ben, seen, "together"),
        (ben, seen, "words"),
    ]:
        older.add("Assignment", rater=rater, session_id=session.pk, pass_kind=pass_kind, created_at=NOW)
    for name, rater in [("asha", asha), ("ben", ben)]:
        read = {"study_id": study.pk, "target_kind": "session", "target_id": str(seen.pk), "text": "Words were read"}
        older.add("Entry", at=LATER, actor_id=rater.user_id, actor_name=name, action="words.read", **read)


def _answer_of_words(older: Older, study: Study, sessions: list[Session]) -> None:
    """All but what is asked about the face, and less than that."""
    (rater,) = older.apps.get_model("annotator", "Rater").objects.filter(study_id=study.pk, pseudonym="R1")
    asked = ["engagement", "valence_words", "arousal_words", "dominance_words"]
    for turn in [session.turns.get(position=position) for session in sessions for position in (0, 2)]:
        given = {"rater": rater, "pass_kind": "together", "created_at": NOW, "updated_at": NOW, "version": 1}
        of_turn = {"turn_id": turn.pk, "turn_revision_id": turn.revision_id}
        annotation = older.add("Annotation", **given, **of_turn, codebook_version_id=study.codebook_version_id)
        for construct in asked if turn.position == 0 else asked[:2]:
            older.add("Score", annotation=annotation, **older.level(construct, 3))


def test_data_of_an_older_version_say_what_they_said(migrated: Older, study: Study) -> None:
    study.refresh_from_db()
    assert study.unblinded_at == LATER
    _check_consensus(migrated, study)
    _check_consents(migrated)
    _check_reviews()
    assert Release.objects.get().counts == {"turns": 3}
    assert Evaluation.objects.get().headline == {"auroc": 0.7, "macro_f1": 0.6, "pct_composite": None}
    _check_looks()
    complete = Annotation.objects.filter(is_complete=True).values_list("turn__session__number", "turn__position")
    assert list(complete) == [(3, 0)]


def _check_consensus(migrated: Older, study: Study) -> None:
    current = ConsensusRound.objects.get(study=study, is_current=True)
    assert (current.as_of, current.basis) == (LATER, {})
    assert Consensus.objects.filter(round=current).count() == Consensus.objects.count() == 3
    spreads = Consensus.objects.order_by("construct__key", "turn__position").values_list("construct__key", "spread")
    assert list(spreads) == [("engagement", 3.0), ("incongruence", None), ("incongruence", None)]
    gold = GoldLabel.objects.order_by("turn__position").values_list("origin", "n_raters")
    assert list(gold) == [("consensus", 2), ("few_raters", 1), ("decision", None)]


def _check_consents(migrated: Older) -> None:
    consents = Consent.objects.filter(person=migrated.session.client, scope="train").order_by("given_at")
    assert list(consents.values_list("replaced_at", "withdrawn_at", "last_day")) == [
        (LATER, None, None),
        (None, None, datetime(2026, 6, 30).date()),
    ]


def _check_reviews() -> None:
    verdicts = Verdict.objects.order_by("item__position").values_list("kind", "agrees", "is_blind", "is_current")
    assert list(verdicts) == [
        ("labels", True, False, True),
        ("labels", False, False, True),
        ("cannot_judge", None, False, True),
    ]
    label = VerdictLabel.objects.get()
    assert (label.verdict.item.position, label.level.key, label.agrees) == (1, "minimizing", False)
    assert list(Opening.objects.values_list("expert_name", "opened_at")) == [("eve", LATER)] * 3


def _check_looks() -> None:
    """What could not be told by the log then is not told by it now."""
    seen = Assignment.objects.get(rater__pseudonym="R1", session__number=2).session
    entry = Entry.objects.get(action="together.opened")
    assert (entry.actor_name, entry.target_id, entry.at) == ("asha", str(seen.pk), LATER)
    assert entry.text == "Words and face of session S002 were opened together"
