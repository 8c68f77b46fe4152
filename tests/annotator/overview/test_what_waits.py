"""What the study's overview says still waits, and for whom."""

from datetime import timedelta

import pytest
from django.utils import timezone

from annotator.adjudication.models import ReviewItem
from annotator.corpus import consent
from annotator.corpus.models import Consent, Person, Turn
from annotator.jobs.models import Job, JobState
from annotator.releases.models import Release
from annotator.studies.models import Study
from tests.annotator.conftest import NOW

STUDY = "/api/v1/studies/couples-pilot/"


@pytest.fixture
def overview_of(client_of):
    return lambda who: client_of(who).get(STUDY).json()


def test_a_session_without_consent_to_label_waits_for_nobody(study, add_session, overview_of):
    add_session(study, n_turns=2)
    add_session(study, client="C-02", n_turns=4, scopes=["view"])
    Consent.objects.filter(person__pseudonym="C-02").delete()

    counts = overview_of("chi")["counts"]

    assert (counts["sessions"], counts["sessions_ready"], counts["sessions_without_consent"]) == (2, 1, 1)
    assert (counts["sessions_unassigned"], counts["client_turns"], counts["clients"]) == (1, 2, 2)


def test_consent_that_was_withdrawn_is_not_asked_for_again(study, add_session, overview_of):
    add_session(study, scopes=["view"])
    withdrawn = add_session(study, client="C-02")
    withdrawn.client.consents.update(withdrawn_at=NOW + timedelta(days=1))

    counts = overview_of("sam")["counts"]

    assert (counts["sessions_without_consent"], counts["sessions_unasked"]) == (2, 1)


def test_labels_given_before_consent_was_withdrawn_count_and_no_more_are_asked_for(
    study, add_session, rate, client_of, overview_of, compute_consensus
):
    session = add_session(study)
    for rater in ("R1", "R2"):
        body = {"raters": [rater], "session_ids": [session.pk], "pass_kind": "together"}
        client_of("chi").post(f"{STUDY}assignments/", body, format="json")
    rate("asha", session.turns.get(position=0), incongruence="none")
    compute_consensus()
    before = overview_of("chi")["counts"]

    Consent.objects.filter(person=session.client).update(withdrawn_at=NOW + timedelta(days=1))
    after = overview_of("chi")["counts"]

    figures = ("annotations_complete", "annotations_expected", "client_turns", "turns_in_consensus")
    assert [before[key] for key in figures] == [1, 8, 4, 1]
    assert [after[key] for key in figures] == [1, 1, 1, 1]


@pytest.mark.parametrize(("has_channel_passes", "lacking"), [(False, 3), (True, 11)])
def test_passes_wait_until_each_session_with_consent_has_the_raters_asked_for(
    has_channel_passes, lacking, study, add_session, client_of, overview_of
):
    Study.objects.update(raters_per_turn=2, has_channel_passes=has_channel_passes)
    first, _ = add_session(study), add_session(study, client="C-02")
    add_session(study, client="C-03", scopes=["view"])
    body = {"raters": ["R1"], "session_ids": [first.pk], "pass_kind": "together"}
    client_of("chi").post(f"{STUDY}assignments/", body, format="json")

    assert overview_of("chi")["counts"]["passes_to_assign"] == lacking


def test_agreement_needs_two_raters_in_the_same_session(study, add_session, rate, overview_of):
    one, other = add_session(study), add_session(study, client="C-02")
    rate("asha", one.turns.get(position=0), incongruence="none")
    rate("ben", other.turns.get(position=0), incongruence="none")
    before = overview_of("chi")["counts"]["sessions_rated_twice"]

    rate("ben", one.turns.get(position=2), incongruence="none")

    assert (before, overview_of("chi")["counts"]["sessions_rated_twice"]) == (0, 1)


def test_only_turns_with_labels_wait_for_their_consensus(
    study, add_session, rate, client_of, overview_of, compute_consensus
):
    first, second, third, _ = add_session(study).turns.filter(role=Turn.Role.CLIENT)
    rate("asha", first, incongruence="none")
    compute_consensus()
    rate("asha", second, incongruence="none")
    rate("asha", third, cannot_judge="the face is hidden")

    counts = overview_of("chi")["counts"]

    assert (counts["turns_in_consensus"], counts["turns_to_compute"]) == (1, 1)


def test_an_expert_is_told_how_many_drawn_turns_wait_for_them(labelled, client_of, overview_of):
    sample = client_of("chi").post(f"{STUDY}review-samples/", {"size": 5, "seed": 3}).json()
    item = ReviewItem.objects.filter(sample=sample["id"]).first()
    before = overview_of("eve")["my_review_turns"]

    client_of("eve").post(f"/api/v1/review-items/{item.pk}/verdict/", {"labels": {"incongruence": "none"}})

    assert (before, overview_of("eve")["my_review_turns"]) == (5, 4)
    assert overview_of("chi")["my_review_turns"] == 0
    Consent.objects.update(withdrawn_at=timezone.now())
    assert overview_of("eve")["my_review_turns"] == 0


def keep_labels_of(clients):
    """Only the sessions of these clients may be trained on."""
    Consent.objects.filter(scope="train", person__role="client").exclude(person__pseudonym__in=clients).delete()


@pytest.mark.parametrize(("clients", "code"), [([], "no_turn"), (["C-01"], "one_client"), (["C-01", "C-02"], None)])
def test_the_overview_names_what_keeps_a_release_from_being_frozen(clients, code, labelled, client_of, overview_of):
    keep_labels_of(clients)
    planned = client_of("chi").get(f"{STUDY}release-preview/").json()["faults"]

    fault = overview_of("chi")["release_fault"]

    assert (fault and fault["code"]) == code
    assert ([fault["message"]] if fault else []) == planned


def test_a_label_of_a_turn_that_left_the_transcript_makes_no_release(labelled, client_of, overview_of):
    keep_labels_of(["C-01"])
    Turn.objects.filter(session__client__pseudonym="C-01").update(role="counsellor")

    assert overview_of("chi")["release_fault"]["code"] == "no_turn"


@pytest.mark.parametrize("who", ["asha", "eve", "finn"])
def test_what_keeps_a_release_is_told_to_who_may_plan_one(who, study, overview_of):
    assert overview_of("sam")["release_fault"]["code"] == "no_turn"
    assert overview_of(who)["release_fault"] is None


def test_a_release_with_turns_of_somebody_who_withdrew_is_of_no_use_approved_or_not(
    frozen, people, client_of, overview_of
):
    def counted():
        counts = overview_of("chi")["counts"]
        return [counts[f"releases_{which}"] for which in ("to_approve", "approved", "usable", "withdrawn")]

    waiting = counted()
    client_of("sam").post(f"/api/v1/releases/{frozen}/approve/")
    approved = counted()
    consent.withdraw(
        person=Person.objects.get(pseudonym="C-02"), scopes=None, note="", actor=people["chi"], now=timezone.now()
    )
    withdrawn = counted()
    Release.objects.filter(pk=frozen).update(state="frozen")

    assert (waiting, approved, withdrawn) == ([1, 0, 0, 0], [0, 1, 1, 0], [0, 1, 0, 1])
    assert counted() == [0, 0, 0, 1]


def test_a_frozen_release_waits_for_approval_until_a_later_one_has_it(frozen, client_of, overview_of):
    before = overview_of("sam")["counts"]["releases_to_approve"]
    first = Release.objects.get(pk=frozen)
    Release.objects.create(study=first.study, number=2, state="approved", seed=1, holdout_share=0.3, frozen_at=NOW)

    assert (before, overview_of("sam")["counts"]["releases_to_approve"]) == (1, 0)


def test_a_freezing_that_failed_is_no_release(study, overview_of):
    job = Job.objects.create(kind="freeze_release", queue="default", state=JobState.FAILED, created_at=NOW)
    Release.objects.create(study=study, number=1, job=job, seed=1, holdout_share=0.3, frozen_at=NOW)
    before = overview_of("chi")["counts"]["releases"]

    Job.objects.update(state=JobState.RUNNING)

    assert (before, overview_of("chi")["counts"]["releases"]) == (0, 1)


def test_a_disagreement_that_nobody_may_decide_any_more_waits_for_nobody(
    study, add_session, rate, client_of, overview_of, compute_consensus
):
    turns = [add_session(study, client=client).turns.get(position=0) for client in ("C-01", "C-02")]
    for turn in turns:
        rate("asha", turn, incongruence="none")
        rate("ben", turn, incongruence="contradiction")
    compute_consensus()
    before = overview_of("chi")["counts"]["disagreements_open"]

    Consent.objects.filter(person__pseudonym="C-02").update(withdrawn_at=NOW + timedelta(days=1))

    assert (before, overview_of("chi")["counts"]["disagreements_open"]) == (2, 1)


def test_a_rater_is_told_which_of_their_passes_may_be_labelled(study, add_session, client_of):
    sessions = [add_session(study, client=client) for client in ("C-01", "C-02")]
    body = {"raters": ["R1"], "session_ids": [each.pk for each in sessions], "pass_kind": "together"}
    client_of("chi").post(f"{STUDY}assignments/", body, format="json")

    Consent.objects.filter(person=sessions[0].client).update(withdrawn_at=NOW + timedelta(days=1))

    passes = client_of("asha").get(f"{STUDY}assignments/?mine=1").json()["results"]
    assert [each["may_label"] for each in passes] == [False, True]
