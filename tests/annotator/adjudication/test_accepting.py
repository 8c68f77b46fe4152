"""Accepting the consensus: of enough raters or with a lead's reason, and never over a decision."""

from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.adjudication import accepting
from annotator.adjudication.models import GoldLabel
from annotator.adjudication.tasks import accept_consensus as accept_consensus_work
from annotator.annotations.models import Annotation
from annotator.audit.models import Entry
from annotator.corpus.models import Turn
from annotator.jobs.models import Job, JobState
from annotator.jobs.registry import Cancelled
from annotator.studies.models import Study
from tests.annotator.at_once import at_once, statuses

STUDY = "/api/v1/studies/couples-pilot/"


class Quiet:
    """A job's progress that does something once labels are about to be written."""

    def __init__(self, act=lambda: None):
        self.act = act

    def report(self, _fraction, step):
        if step == "Making gold labels":
            self.act()

    def log(self, line):
        pass

    def is_cancelled(self):
        return False


def turns_of(session):
    return list(session.turns.filter(role=Turn.Role.CLIENT))


def gold():
    rows = GoldLabel.objects.filter(is_current=True).order_by("turn__session__number", "turn__position")
    return [(each.answer, each.origin, each.n_raters, each.reason) for each in rows]


@pytest.fixture
def one_and_two(study, add_session, rate, compute_consensus):
    """A turn that both raters rated, and one that Asha alone did: Ben could not judge it."""
    both, one = turns_of(add_session(study, n_turns=2))
    for name in ("asha", "ben"):
        rate(name, both, incongruence="none")
    rate("asha", one, incongruence="contradiction")
    rate("ben", one, cannot_judge="The face is hidden.")
    compute_consensus()
    return both, one


def test_answers_of_too_few_raters_become_no_gold_label(one_and_two, client_of, accept_consensus):
    accepted = accept_consensus()

    assert gold() == [("none", "consensus", 2, "")]
    assert accepted == {"settled": 1, "few_raters": 0, "taken_back": 0, "left_open": 0, "left_waiting": 0}
    consensus = client_of("chi").get(f"{STUDY}consensus/").json()
    assert (consensus["n_few_raters"], consensus["raters_needed"]) == (1, 2)
    assert client_of("chi").get(f"{STUDY}disagreements/tally/").json()["n_few_raters"] == 1


def test_the_overview_counts_the_turns_that_accepting_would_settle(one_and_two, client_of, accept_consensus):
    to_accept = lambda: client_of("chi").get(STUDY).json()["counts"]["turns_to_accept"]  # noqa: E731
    before = to_accept()

    accept_consensus()

    assert (before, to_accept()) == (1, 0)


def test_a_leads_word_makes_labels_of_few_raters_and_is_kept_with_each(one_and_two, client_of, accept_consensus):
    accepted = accept_consensus(few_raters_reason="Ben's camera was off.")
    again = accept_consensus()

    assert gold() == [("none", "consensus", 2, ""), ("contradiction", "few_raters", 1, "Ben's camera was off.")]
    assert (accepted["settled"], accepted["few_raters"], again["settled"]) == (2, 1, 0)
    text = Entry.objects.get(action="consensus.few_raters").text
    assert text == "Answers of fewer than 2 raters are to count as well: Ben's camera was off."
    (label,) = client_of("chi").get(f"/api/v1/turns/{one_and_two[1].pk}/gold-label/").json()
    assert (label["n_raters"], label["origin"]) == (1, "few_raters")
    assert client_of("chi").get(f"{STUDY}disagreements/tally/").json()["n_few_raters"] == 0


def test_the_design_says_how_many_are_enough(one_and_two, accept_consensus):
    Study.objects.update(raters_per_turn=3)
    as_designed = accept_consensus()
    Study.objects.update(raters_per_turn=1)
    accept_consensus()

    assert as_designed["settled"] == 0
    assert [(answer, origin, n) for answer, origin, n, _ in gold()] == [
        ("none", "consensus", 2),
        ("contradiction", "consensus", 1),
    ]


def test_a_label_that_the_raters_no_longer_give_is_taken_back(
    one_and_two, rate, study, accept_consensus, compute_consensus
):
    both, _ = one_and_two
    accept_consensus()
    Annotation.objects.filter(turn=both, rater__user__username="ben").update(is_complete=False)
    compute_consensus()

    accepted = accept_consensus()

    assert (accepted["settled"], accepted["taken_back"]) == (0, 1)
    assert gold() == []
    assert GoldLabel.objects.get().answer == "none"  # As history.
    assert "1 that the raters no longer give were taken back" in Entry.objects.latest("pk").text


def test_a_tie_and_numbers_far_apart_are_not_accepted(study, add_session, rate, compute_consensus, accept_consensus):
    turn = turns_of(add_session(study, n_turns=1))[0]
    rate("asha", turn, incongruence="none", engagement=1)
    rate("ben", turn, incongruence="contradiction", engagement=5)
    compute_consensus()

    accepted = accept_consensus(few_raters_reason="Whatever there is.")

    assert (accepted["settled"], accepted["left_open"]) == (0, 2)


def test_a_decision_made_while_labels_are_written_stands(one_and_two, study, client_of, people):
    both, _ = one_and_two

    def decide():
        body = {"construct": "incongruence", "value": "minimizing", "reason": "Her voice."}
        assert client_of("chi").post(f"/api/v1/turns/{both.pk}/gold-label/", body).status_code == 201

    accepted = accepting.accept(Quiet(decide), study_id=study.pk, actor_id=None, few_raters_reason="")

    assert accepted["settled"] == 0
    assert gold() == [("minimizing", "overruled", 2, "Her voice.")]


def test_a_cancelled_acceptance_keeps_what_is_written_and_says_so(one_and_two, study, monkeypatch):
    monkeypatch.setattr("annotator.agreement.execution.BATCH", 1)
    asked = []

    def cancel_at_the_second():
        asked.append(True)
        if len(asked) == 2:
            raise Cancelled

    with pytest.raises(Cancelled):
        accepting.accept(
            Quiet(cancel_at_the_second), study_id=study.pk, actor_id=None, few_raters_reason="All that there is."
        )

    assert len(gold()) == 1
    assert "answers; stopped half-way" in Entry.objects.latest("pk").text.replace(
        ", 1 of them of fewer than 2 raters", ""
    ).replace("1 answers", "answers")


def test_what_a_killed_worker_had_accepted_counts_in_the_end(one_and_two, client_of, monkeypatch, run_jobs):
    """What is taken for the kill is an exception that nothing expects, so nothing tidies up after it."""
    monkeypatch.setattr("annotator.agreement.execution.BATCH", 1)
    written = accepting._write
    batches = []

    def write_one(*arguments, **named):
        batches.append(written(*arguments, **named))
        raise GeneratorExit

    asked = {"few_raters_reason": "All that there is."}
    job = client_of("chi").post(f"{STUDY}gold-labels/accept-consensus/", asked, format="json").json()
    arguments = Job.objects.get(uuid=job["uuid"]).arguments
    monkeypatch.setattr(accepting, "_write", write_one)
    with pytest.raises(GeneratorExit):
        accept_consensus_work(Quiet(), **arguments)
    monkeypatch.setattr(accepting, "_write", written)

    run_jobs()

    result = Job.objects.get(uuid=job["uuid"]).result
    assert len(batches) == 1
    assert (result["settled"], result["few_raters"]) == (2, 1) == (len(gold()), 1)
    told = Entry.objects.get(action="consensus.accepted").text
    assert told.startswith(
        "The consensus became the gold label of 2 answers, 1 of them before it was interrupted, 1 of"
    )


def test_accepting_again_asks_as_many_queries_for_twenty_turns_as_for_two(
    study, add_session, rate, compute_consensus, monkeypatch
):
    monkeypatch.setattr("annotator.agreement.execution.BATCH", 5000)

    def rate_all(n_turns, engagement=3):
        for turn in turns_of(add_session(study, n_turns=n_turns)):
            for name in ("asha", "ben"):
                rate(name, turn, incongruence="none", engagement=engagement)
        compute_consensus()

    def queries(change_answers=True):
        if change_answers:
            GoldLabel.objects.filter(construct__key="engagement", is_current=True).update(value=5)
        with CaptureQueriesContext(connection) as captured:
            accepted = accepting.accept(Quiet(), study_id=study.pk, actor_id=None, few_raters_reason="")
        return len(captured), accepted["settled"]

    rate_all(2)
    first = queries()
    few = queries()
    rate_all(18)
    many_first = queries()
    many = queries()

    assert (first[1], few[1], many_first[1], many[1]) == (4, 2, 38, 20)
    assert first[0] < few[0] == many_first[0] == many[0]
    assert queries(change_answers=False)[1] == 0


def test_no_release_is_frozen_while_labels_are_being_made(labelled, client_of, run_jobs):
    client_of("chi").post(f"{STUDY}gold-labels/accept-consensus/")

    refused = client_of("chi").post(f"{STUDY}releases/", {"holdout_share": 0.3})
    run_jobs()

    assert (refused.status_code, refused.json()["code"]) == (409, "labels_are_being_made")
    assert client_of("chi").post(f"{STUDY}releases/", {"holdout_share": 0.3}).status_code == 201


def test_no_labels_are_made_while_a_release_is_being_frozen(labelled, client_of, run_jobs):
    """It reads them one after the other, and would hold half of the new ones."""
    assert client_of("chi").post(f"{STUDY}releases/", {"holdout_share": 0.3}).status_code == 201

    refused = client_of("chi").post(f"{STUDY}gold-labels/accept-consensus/")
    run_jobs()

    assert (refused.status_code, refused.json()["code"]) == (409, "release_is_being_frozen")
    assert "Freezing release 1" in refused.json()["message"]
    assert client_of("chi").post(f"{STUDY}gold-labels/accept-consensus/").status_code == 202


@pytest.mark.django_db(transaction=True)
def test_of_freezing_and_accepting_at_once_one_goes_on(labelled, client_of):
    outcomes = at_once(
        partial(client_of("chi").post, f"{STUDY}releases/", {"holdout_share": 0.3}),
        partial(client_of("chi").post, f"{STUDY}gold-labels/accept-consensus/"),
    )

    assert statuses(outcomes) in ([201, 409], [202, 409])
    assert Job.objects.filter(kind__in=["freeze_release", "accept_consensus"], state=JobState.QUEUED).count() == 1
