"""Computing the consensus: a job that nobody sees half of, of enough raters, whose numbers don't lie far apart."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.agreement import execution
from annotator.agreement.models import Consensus, ConsensusRound
from annotator.agreement.services import change_far_apart, start_consensus
from annotator.audit.models import Entry
from annotator.corpus.models import Turn
from annotator.jobs.models import Job, JobState
from annotator.jobs.registry import Cancelled
from tests.annotator.conftest import NOW

STUDY = "/api/v1/studies/couples-pilot/"
CONSENSUS = f"{STUDY}consensus/"


def turns_of(session):
    return list(session.turns.filter(role=Turn.Role.CLIENT))


@pytest.fixture
def rated(study, add_session, rate):
    turns = turns_of(add_session(study))
    for turn in turns:
        for name, engagement in (("asha", 3), ("ben", 4)):
            rate(name, turn, incongruence="none", engagement=engagement)
    return turns


class Untold:
    """A job's progress, noting what the database held at each report; cancelled at the one that is named."""

    def __init__(self, *, cancelled_at: str = "") -> None:
        self.cancelled_at, self.seen = cancelled_at, []

    def report(self, _fraction, step):
        self.seen.append(Consensus.objects.filter(level__key="contradiction").count())
        if step == self.cancelled_at:
            raise Cancelled

    def log(self, line):
        pass

    def is_cancelled(self):
        return False


def test_the_consensus_is_a_job_and_says_as_of_when_it_is(rated, client_of, run_jobs):
    before = client_of("chi").get(CONSENSUS).json()

    asked = client_of("chi").post(CONSENSUS)
    waiting = client_of("chi").get(CONSENSUS).json()
    run_jobs()
    after = client_of("chi").get(CONSENSUS).json()

    assert (before["computed_at"], before["job"]) == (None, None)
    assert (asked.status_code, asked.json()["title"]) == (202, "Computing the consensus")
    assert (waiting["job"], waiting["n_turns"]) == (asked.json()["uuid"], 0)
    assert (after["job"], after["n_turns"], after["n_labels"], after["is_stale"]) == (None, 4, 8, False)
    assert after["computed_at"] is not None
    assert Entry.objects.get(action="consensus.computed").text == "Consensus of 4 turns was computed by majority"


def test_a_later_rating_makes_it_out_of_date_until_it_is_computed_again(
    rated, study, add_session, rate, client_of, compute_consensus
):
    compute_consensus()
    rate("asha", turns_of(add_session(study))[0], incongruence="none")

    stale = client_of("chi").get(CONSENSUS).json()
    compute_consensus()

    assert stale["is_stale"]
    assert not client_of("chi").get(CONSENSUS).json()["is_stale"]


def test_it_is_computed_once_at_a_time_and_the_second_is_told_by_whom(rated, client_of, run_jobs):
    first = client_of("chi").post(CONSENSUS)

    second = client_of("chi").post(CONSENSUS)
    accepting = client_of("chi").post(f"{STUDY}gold-labels/accept-consensus/")
    run_jobs()
    later = client_of("chi").post(CONSENSUS)

    assert [each.status_code for each in (first, second, accepting, later)] == [202, 409, 409, 202]
    assert second.json()["code"] == "consensus_is_busy"
    assert second.json()["message"].startswith("The consensus is being computed right now, started by Chi.")
    assert second.json()["job"] == first.json()["uuid"]


def test_nobody_sees_half_of_a_new_consensus(rated, study, people, compute_consensus, rate, monkeypatch):
    compute_consensus()
    _all_say(rated, "contradiction")
    monkeypatch.setattr(execution, "BATCH", 1)
    progress = Untold()

    execution.compute(progress, study_id=study.pk, actor_id=None)

    assert set(progress.seen) == {0}
    assert len(progress.seen) > 8
    assert Consensus.objects.filter(level__key="contradiction").count() == 4
    assert ConsensusRound.objects.count() == 1
    assert Consensus.every.count() == Consensus.objects.count()


@pytest.mark.parametrize("step", ["Incongruence", "Putting it in place"])
def test_a_cancelled_computation_leaves_the_consensus_as_it_was(step, rated, study, compute_consensus):
    compute_consensus()
    _all_say(rated, "contradiction")

    with pytest.raises(Cancelled):
        execution.compute(Untold(cancelled_at=step), study_id=study.pk, actor_id=None)

    assert Consensus.objects.filter(level__key="none").count() == 4
    assert Consensus.every.count() == 8


def test_what_a_dead_worker_left_is_removed(rated, study, compute_consensus):
    left = ConsensusRound.objects.create(study=study, as_of=NOW)
    level = rated[0].annotations.first().scores.get(construct__key="incongruence").level
    Consensus.every.create(
        round=left, turn=rated[0], construct=level.construct, level=level, n_raters=2, votes={"none": 2}
    )

    compute_consensus()

    assert not ConsensusRound.objects.filter(pk=left.pk).exists()
    assert Consensus.every.count() == 8


def test_computing_asks_as_many_queries_for_twenty_turns_as_for_two(study, add_session, rate, monkeypatch):
    monkeypatch.setattr(execution, "BATCH", 5000)

    def queries():
        with CaptureQueriesContext(connection) as captured:
            execution.compute(Untold(), study_id=study.pk, actor_id=None)
        return len(captured)

    def rate_all(n_turns):
        for turn in turns_of(add_session(study, n_turns=n_turns)):
            for name in ("asha", "ben"):
                rate(name, turn, incongruence="none", engagement=3)

    rate_all(2)
    queries()
    few = queries()
    rate_all(18)
    queries()

    assert queries() == few


def test_numbers_far_apart_are_disagreements_by_the_rule_of_the_study(
    study, people, add_session, rate, client_of, compute_consensus
):
    near, apart, far = turns_of(add_session(study, n_turns=3))
    for turn, engagement, valence in [(near, (3, 4), (3, 5)), (apart, (2, 4), (3, 5)), (far, (3, 4), (3, 6))]:
        for name, place in (("asha", 0), ("ben", 1)):
            rate(name, turn, incongruence="none", engagement=engagement[place], valence_face=valence[place])
    compute_consensus()
    disputes = lambda: [  # noqa: E731
        (each["turn"]["id"], each["construct"], each["why"])
        for each in client_of("chi").get(f"{STUDY}disagreements/").json()["results"]
    ]
    by_default = disputes()
    tally = client_of("chi").get(f"{STUDY}disagreements/tally/").json()

    change_far_apart(study=study, actor=people["chi"], now=NOW, distances={"5": 3, "9": 2})

    assert by_default == [
        (str(apart.pk), "engagement", ["far_apart"]),
        (str(far.pk), "valence_face", ["far_apart"]),
    ]
    assert (tally["n_far_apart"], tally["n_open"]) == (2, 2)
    assert client_of("chi").get(CONSENSUS).json()["n_far_apart"] == 3
    assert [construct for _, construct, _ in disputes()] == ["valence_face"] * 3


def test_the_rule_of_the_study_is_settable_and_says_what_it_is(study, client_of):
    before = client_of("chi").get(STUDY).json()["far_apart"]

    changed = client_of("chi").patch(STUDY, {"far_apart": {"9": 4}})
    refused = client_of("chi").patch(STUDY, {"far_apart": {"7": 2}})

    assert before == {"5": 2, "9": 3}
    assert changed.json()["far_apart"] == {"5": 2, "9": 4}
    assert refused.status_code == 400
    text = Entry.objects.filter(action="study.changed").latest("pk").text
    assert text == "distance from which ratings are disagreements: 2 of 5, 3 of 9 steps → 2 of 5, 4 of 9 steps"


def _all_say(turns, key):
    for turn in turns:
        for annotation in turn.annotations.all():
            score = annotation.scores.get(construct__key="incongruence")
            score.level = score.construct.levels.get(key=key)
            score.save()


def test_a_computation_that_is_asked_to_end_leaves_its_job_cancelled(rated, study, people, run_jobs, client_of):
    job = start_consensus(study=study, actor=people["chi"], now=NOW)

    client_of("chi").post(f"/api/v1/jobs/{job.uuid}/cancel/")
    run_jobs()

    assert Job.objects.get().state == JobState.CANCELLED
    assert not Consensus.every.exists()


def test_the_number_of_one_rater_alone_is_theirs(study, add_session, rate, compute_consensus):
    both, alone = turns_of(add_session(study, n_turns=2))
    rate("asha", both, incongruence="none", valence_face=9)
    rate("ben", both, incongruence="none", valence_face=1)
    rate("ben", alone, incongruence="none", valence_face=1)

    compute_consensus()

    values = Consensus.objects.filter(construct__key="valence_face")
    assert values.get(turn=both).value == pytest.approx(5)
    assert (values.get(turn=alone).value, values.get(turn=alone).n_raters) == (1, 1)


def test_a_consensus_that_an_older_version_found_is_out_of_date(rated, study, client_of, compute_consensus):
    compute_consensus()
    round_ = ConsensusRound.objects.get()
    del round_.basis["method"]  # As it was before the way of finding it was named.
    round_.save()

    assert client_of("chi").get(CONSENSUS).json()["is_stale"]
