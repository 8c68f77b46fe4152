"""Disagreements and gold labels over HTTP."""

import pytest
from django.utils import timezone

from annotator.adjudication.models import GoldLabel, ReviewItem
from annotator.audit.models import Entry
from annotator.corpus import consent
from annotator.corpus.models import Turn
from annotator.studies import services
from tests.annotator.conftest import NOW

STUDY = "/api/v1/studies/couples-pilot/"


@pytest.fixture
def turns(study, add_session, rate, compute_consensus):
    """A tie, an agreement, and an agreement on a subtype whose direction is tied; the consensus is computed."""
    turns = list(add_session(study, n_turns=3).turns.filter(role=Turn.Role.CLIENT))
    answers = [
        ({"incongruence": "none"}, {"incongruence": "contradiction", "direction": "opposed"}),
        ({"incongruence": "none"}, {"incongruence": "none"}),
        (
            {"incongruence": "minimizing", "direction": "face_gt_words"},
            {"incongruence": "minimizing", "direction": "words_gt_face"},
        ),
    ]
    for turn, (asha, ben) in zip(turns, answers, strict=True):
        rate("asha", turn, engagement=3, **asha)
        rate("ben", turn, engagement=4, **ben)
    compute_consensus()
    return turns


COUNTS = [
    "n_ties",
    "n_uncalled",
    "n_tied",
    "n_far_apart",
    "n_objected",
    "n_overruled",
    "n_open",
    "n_waiting",
    "n_settled",
]


def tally_of(client):
    """What the tally counts of disputes: what accepting would add is told elsewhere.

    The study's page, which counts in the database, says the same of those that wait.
    """
    tally = client.get(f"{STUDY}disagreements/tally/").json()
    assert client.get(STUDY).json()["counts"]["disagreements_open"] == tally["n_waiting"]
    return {key: tally[key] for key in COUNTS}


def settle(client, turn, **changes):
    body = {"construct": "incongruence", "value": "contradiction", "reason": "A smile over sad words."} | changes
    return client.post(f"/api/v1/turns/{turn.pk}/gold-label/", body)


def test_consensus_counts_labels_and_ties(turns, client_of):
    counts = client_of("chi").get(f"{STUDY}consensus/").json()

    # Incongruence of two turns, engagement of three, direction of one; ties: incongruence of one, direction of one.
    assert (counts["n_turns"], counts["n_labels"], counts["n_ties"]) == (3, 6, 2)


def test_ties_wait_for_a_decision_with_their_votes(turns, client_of):
    queue = client_of("chi").get(f"{STUDY}disagreements/").json()["results"]

    assert [(each["turn"]["id"], each["construct"], each["why"]) for each in queue] == [
        (str(turns[0].pk), "incongruence", ["tie"]),
        (str(turns[2].pk), "direction", ["tie"]),
    ]
    assert [vote["value"] for vote in queue[0]["votes"]] == ["none", "contradiction"]
    assert queue[0]["context"] == []
    assert [line["role"] for line in queue[1]["context"]] == ["client", "counsellor", "client", "counsellor"]


@pytest.mark.parametrize(
    ("who", "status"), [("chi", 201), ("sam", 403), ("asha", 404), ("eve", 404), ("finn", 404), ("dev", 404)]
)
def test_only_a_lead_of_the_study_settles_a_turn(who, status, client_of, turns):
    response = settle(client_of(who), turns[0])

    assert response.status_code == status
    assert GoldLabel.objects.exists() == (status == 201)


def test_a_rater_who_is_assigned_the_session_may_not_settle_it(client_of, turns, study, people):
    turns[0].session.assignments.create(
        rater=study.raters.get(user=people["asha"]), pass_kind="together", created_at=turns[0].session.created_at
    )

    assert settle(client_of("asha"), turns[0]).status_code == 403


def test_a_decision_settles_and_only_a_newer_decision_changes_it(client_of, turns, accept_consensus):
    first = settle(client_of("chi"), turns[0]).json()
    second = settle(
        client_of("chi"), turns[0], value="minimizing", reason="Second hearing.", based_on=first["id"]
    ).json()
    accepted = accept_consensus()

    history = client_of("chi").get(f"/api/v1/turns/{turns[0].pk}/gold-label/", {"construct": "incongruence"}).json()
    assert (first["origin"], first["decided_by"]) == ("decision", "Chi")
    assert [(each["value"], each["is_current"]) for each in history] == [("minimizing", True), ("contradiction", False)]
    assert second["reason"] == "Second hearing."
    assert accepted["left_open"] == 1
    settled = client_of("chi").get(f"{STUDY}disagreements/", {"state": "settled"}).json()["results"]
    assert [each["gold"]["value"] for each in settled] == ["minimizing"]
    texts = Entry.objects.filter(action="gold_label.decided").order_by("pk").values_list("text", flat=True)
    assert [text.rpartition(": ")[2] for text in texts] == ["no label → Contradict", "Contradict → Minimizing"]


@pytest.mark.parametrize(
    ("index", "changes", "status", "code"),
    [
        (1, {"value": "none"}, 400, "same_as_consensus"),
        (1, {"construct": "valence_face", "value": 3}, 409, "nothing_to_overrule"),
        (0, {"value": "sarcasm"}, 400, "unknown_value"),
        (0, {"value": None}, 400, "value_missing"),
        (0, {"construct": "mood"}, 400, "unknown_construct"),
        (0, {"reason": " "}, 400, "invalid"),
    ],
)
def test_a_decision_without_dispute_reason_or_known_value_is_refused(index, changes, status, code, client_of, turns):
    response = settle(client_of("chi"), turns[index], **changes)

    assert (response.status_code, response.json()["code"]) == (status, code)
    assert not GoldLabel.objects.exists()


def test_the_tally_tells_ties_from_disagreements(client_of, turns):
    before = tally_of(client_of("chi"))
    sample = client_of("chi").post(f"{STUDY}review-samples/", {"size": 2}).json()
    agreed = ReviewItem.objects.get(sample=sample["id"], turn=turns[1])
    objection = {"labels": {"incongruence": "contradiction"}}
    client_of("eve").post(f"/api/v1/review-items/{agreed.pk}/verdict/", objection)
    settle(client_of("chi"), turns[0])

    assert before == {
        "n_ties": 2,
        "n_uncalled": 0,
        "n_tied": 2,
        "n_far_apart": 0,
        "n_objected": 0,
        "n_overruled": 0,
        "n_open": 2,
        "n_waiting": 2,
        "n_settled": 0,
    }
    assert tally_of(client_of("chi")) == {
        "n_ties": 2,
        "n_uncalled": 0,
        "n_tied": 2,
        "n_far_apart": 0,
        "n_objected": 1,
        "n_overruled": 0,
        "n_open": 2,
        "n_waiting": 2,
        "n_settled": 1,
    }
    assert client_of("eve").get(f"{STUDY}disagreements/tally/").status_code == 403


def test_the_overview_counts_what_waits_for_consensus_and_review(client_of, turns, study, add_session):
    add_session(study, n_turns=2)
    sample = client_of("chi").post(f"{STUDY}review-samples/", {"size": 2}).json()
    item = ReviewItem.objects.filter(sample=sample["id"]).first()
    client_of("eve").post(f"/api/v1/review-items/{item.pk}/verdict/", {"labels": {"incongruence": "none"}})

    counts = client_of("chi").get(STUDY).json()["counts"]

    assert (counts["client_turns"], counts["turns_in_consensus"]) == (5, 3)
    assert (counts["review_turns"], counts["review_turns_done"]) == (2, 1)


def test_a_tie_for_which_no_answer_calls_is_no_disagreement(client_of, study, add_session, rate, compute_consensus):
    turn = add_session(study).turns.get(position=0)
    rate("asha", turn, incongruence="minimizing", direction="face_gt_words")
    rate("ben", turn, incongruence="contradiction", direction="opposed")
    compute_consensus()
    before = tally_of(client_of("chi"))

    settle(client_of("chi"), turn)

    assert before == {
        "n_ties": 2,
        "n_uncalled": 1,
        "n_tied": 1,
        "n_far_apart": 0,
        "n_objected": 0,
        "n_overruled": 0,
        "n_open": 1,
        "n_waiting": 1,
        "n_settled": 0,
    }
    assert tally_of(client_of("chi")) == {
        "n_ties": 2,
        "n_uncalled": 0,
        "n_tied": 2,
        "n_far_apart": 0,
        "n_objected": 0,
        "n_overruled": 0,
        "n_open": 1,
        "n_waiting": 1,
        "n_settled": 1,
    }


def test_accepting_the_consensus_leaves_disputes_open_and_is_harmless_the_second_time(
    client_of, turns, accept_consensus
):
    first = accept_consensus()
    second = accept_consensus()

    assert first == {"settled": 5, "few_raters": 0, "taken_back": 0, "left_open": 2, "left_waiting": 2}
    assert second == {**first, "settled": 0}
    gold = client_of("chi").get(f"/api/v1/turns/{turns[1].pk}/gold-label/").json()
    assert {each["construct"]: each["value"] for each in gold} == {"incongruence": "none", "engagement": 3.5}


def test_an_experts_objection_opens_a_dispute_and_a_later_one_opens_it_again(client_of, turns, accept_consensus):
    accept_consensus()
    samples = [client_of("chi").post(f"{STUDY}review-samples/", {"size": 2}).json() for _ in range(2)]

    def object_in(sample):
        item = ReviewItem.objects.get(sample=sample["id"], turn=turns[1])
        body = {"labels": {"incongruence": "contradiction"}, "comment": "Her jaw."}
        client_of("eve").post(f"/api/v1/review-items/{item.pk}/verdict/", body)

    object_in(samples[0])
    (opened,) = client_of("chi").get(f"{STUDY}disagreements/?state=open&construct=incongruence").json()["results"][1:]
    settle(client_of("chi"), turns[1])
    open_after = client_of("chi").get(f"{STUDY}disagreements/?state=open&construct=incongruence").json()["results"]
    object_in(samples[1])
    open_again = client_of("chi").get(f"{STUDY}disagreements/?state=open&construct=incongruence").json()["results"]

    assert (opened["why"], opened["consensus"], opened["gold"]["origin"]) == (["expert"], "none", "consensus")
    assert opened["verdicts"][0]["value"] == "contradiction"
    assert len(open_after) == 1
    assert len(open_again) == 2


def test_where_words_and_face_agree_the_direction_is_no_question(
    client_of, study, add_session, rate, compute_consensus
):
    turn = add_session(study).turns.get(position=0)
    rate("asha", turn, incongruence="none", engagement=3)
    for name, direction in [("ben", "opposed")]:
        rate(name, turn, incongruence="contradiction", direction=direction, engagement=3)
    compute_consensus()

    settle(client_of("chi"), turn, value="none")

    assert client_of("chi").get(f"{STUDY}disagreements/?state=open").json()["results"] == []


def test_where_most_say_agree_a_minority_gives_no_direction(
    client_of, study, add_session, rate, people, compute_consensus
):
    services.add_member(study=study, username="dev", role="rater", actor=people["chi"], now=NOW)
    services.draw_numbers(study=study, actor=people["chi"], now=NOW)
    turn = add_session(study, n_turns=1).turns.get(role=Turn.Role.CLIENT)
    for name in ("asha", "ben"):
        rate(name, turn, incongruence="none")
    rate("dev", turn, incongruence="contradiction", direction="opposed")

    compute_consensus()

    assert list(turn.consensuses.values_list("construct__key", flat=True)) == ["incongruence"]


def test_without_consent_to_label_nothing_is_settled(client_of, turns, people, accept_consensus):
    consent.withdraw(
        person=turns[0].session.client, scopes=["annotate"], note="", actor=people["sam"], now=timezone.now()
    )

    refused = settle(client_of("chi"), turns[0])
    accepted = accept_consensus()
    queue = client_of("chi").get(f"{STUDY}disagreements/").json()["results"]

    assert (refused.status_code, refused.json()["code"]) == (409, "no_consent")
    # They are open all the same, and nobody can decide them now: every count says both.
    tally = client_of("chi").get(f"{STUDY}disagreements/tally/").json()
    assert accepted == {"settled": 0, "few_raters": 0, "taken_back": 0, "left_open": 2, "left_waiting": 0}
    assert (tally["n_open"], tally["n_waiting"], len(queue)) == (2, 0, 2)
    assert client_of("chi").get(STUDY).json()["counts"]["disagreements_open"] == 0
    assert not GoldLabel.objects.exists()
    assert "no consent to label" in queue[0]["why_not_label"]
    assert queue[0]["why_not_play"] == ""
