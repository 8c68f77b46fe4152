"""Expert review over HTTP: drawing a sample, verdicts, and what they say of the consensus."""

from datetime import UTC, datetime

import pytest
from django.utils import timezone

from annotator.accounts.models import User
from annotator.adjudication.models import ReviewItem, Verdict
from annotator.corpus import consent
from annotator.corpus.models import Turn
from annotator.studies.services import add_member

NOW = datetime(2026, 5, 3, 9, 0, tzinfo=UTC)
SAMPLES = "/api/v1/studies/couples-pilot/review-samples/"


@pytest.fixture
def agreed(study, add_session, rate, client_of, compute_consensus):
    """Five sessions of two client turns, on which Asha and Ben agree; the consensus is computed."""
    for _ in range(5):
        turns = add_session(study, n_turns=2).turns.filter(role=Turn.Role.CLIENT)
        for turn, level in zip(turns, ["none", "minimizing"], strict=True):
            for name in ("asha", "ben"):
                rate(name, turn, incongruence=level, engagement=4)
    compute_consensus()
    return study


@pytest.fixture
def items(agreed, client_of):
    sample = client_of("chi").post(SAMPLES, {"size": 6, "seed": 3}).json()
    return client_of("eve").get(f"/api/v1/review-samples/{sample['id']}/items/").json()


def test_the_same_seed_draws_the_same_turns(agreed, client_of):
    drawn = [client_of("chi").post(SAMPLES, {"size": 4, "seed": 11}).json() for _ in range(2)]

    turns = [list(ReviewItem.objects.filter(sample=sample["id"]).values_list("turn", flat=True)) for sample in drawn]
    assert turns[0] == turns[1]
    assert [(sample["number"], sample["size"], sample["drawn_from"]) for sample in drawn] == [(1, 4, 10), (2, 4, 10)]


def test_nothing_can_be_reviewed_before_there_is_a_consensus(study, client_of):
    response = client_of("chi").post(SAMPLES, {})

    assert (response.status_code, response.json()["code"]) == (409, "nothing_to_review")


@pytest.mark.parametrize(("who", "status"), [("chi", 201), ("eve", 403), ("asha", 403), ("dev", 404)])
def test_only_a_lead_draws_a_sample(who, status, agreed, client_of):
    assert client_of(who).post(SAMPLES, {"size": 2}).status_code == status


@pytest.mark.parametrize(("who", "status"), [("eve", 201), ("chi", 403), ("asha", 404), ("dev", 404)])
def test_only_an_expert_gives_a_verdict(who, status, items, client_of):
    response = client_of(who).post(f"/api/v1/review-items/{items[0]['id']}/verdict/", {"agrees": True})

    assert response.status_code == status
    assert Verdict.objects.exists() == (status == 201)


def test_votes_are_hidden_until_the_experts_own_verdict_is_in(items, client_of):
    assert all(item["votes"] is None for item in items)
    assert items[0]["consensus"]["engagement"] == 4

    item = client_of("eve").post(f"/api/v1/review-items/{items[0]['id']}/verdict/", {"agrees": True}).json()

    level = items[0]["consensus"]["incongruence"]
    assert item["votes"] == [
        {"rater": rater, "scores": {"incongruence": level, "engagement": "4"}} for rater in ("R1", "R2")
    ]
    assert item["my_verdict"]["agrees"] is True


def test_a_verdict_stays_once_the_votes_are_open(items, client_of):
    address = f"/api/v1/review-items/{items[0]['id']}/verdict/"
    client_of("eve").post(address, {"agrees": True})

    again = client_of("eve").post(address, {"agrees": True})
    changed = client_of("eve").post(address, {"agrees": False, "kind": "turn_boundary"})

    assert again.status_code == 201
    assert (changed.status_code, changed.json()["code"]) == (409, "verdict_given")
    assert Verdict.objects.get().agrees


@pytest.mark.parametrize(
    ("verdict", "code"),
    [
        ({"agrees": False}, "invalid"),
        ({"agrees": True, "kind": "subtype"}, "invalid"),
        ({"agrees": False, "kind": "subtype"}, "value_missing"),
        ({"agrees": False, "kind": "presence", "value": "sarcasm"}, "unknown_value"),
        ({"agrees": False, "kind": "vad", "value": 3}, "unknown_construct"),
        ({"agrees": False, "kind": "engagement", "value": 4}, "same_as_consensus"),
    ],
)
def test_a_disagreement_must_say_what_it_is_about(verdict, code, items, client_of):
    response = client_of("eve").post(f"/api/v1/review-items/{items[0]['id']}/verdict/", verdict)

    assert (response.status_code, response.json()["code"]) == (400, code)
    assert not Verdict.objects.exists()


def test_the_outcome_is_for_leads_and_counts_turns_without_objection(items, agreed, client_of):
    for item in items[:4]:
        client_of("eve").post(f"/api/v1/review-items/{item['id']}/verdict/", {"agrees": True})
    client_of("eve").post(
        f"/api/v1/review-items/{items[4]['id']}/verdict/",
        {"agrees": False, "kind": "subtype", "value": "contradiction"},
    )

    (for_lead,) = client_of("chi").get(SAMPLES).json()["results"]
    (for_expert,) = client_of("eve").get(SAMPLES).json()["results"]

    result = for_lead["result"]
    assert (result["n"], result["agree"], result["by_kind"]) == (5, 4, {"subtype": 1})
    assert result["estimate"]["value"] == pytest.approx(0.8)
    assert result["presence_estimate"]["value"] == 1
    assert result["wilson"] == pytest.approx([0.3755, 0.9638], abs=1e-4)
    assert for_expert["result"] is None
    assert (for_expert["my_done"], for_expert["progress"]) == (5, [{"expert": "eve", "done": 5}])


def test_two_experts_are_compared_with_each_other(items, agreed, client_of, people):
    people["olu"] = User.objects.create_user(username="olu")
    add_member(study=agreed, username="olu", role="expert", actor=people["chi"], now=NOW)
    for item in items:
        client_of("eve").post(f"/api/v1/review-items/{item['id']}/verdict/", {"agrees": True})
        client_of("olu").post(
            f"/api/v1/review-items/{item['id']}/verdict/", {"agrees": False, "kind": "engagement", "value": 2}
        )

    (sample,) = client_of("chi").get(SAMPLES).json()["results"]

    (pair,) = sample["result"]["expert_pairs"]
    assert pair["experts"] == ["eve", "olu"]
    assert pair["cohen_kappa"]["value"] == 0
    assert sample["result"]["agree"] == 0


def test_without_consent_experts_read_and_judge_nothing_more_of_a_session(items, people, client_of):
    item = ReviewItem.objects.get(pk=items[0]["id"])
    consent.withdraw(
        person=item.turn.session.client, scopes=["annotate", "view"], note="", actor=people["sam"], now=timezone.now()
    )

    url = f"/api/v1/review-samples/{item.sample_id}/items/"
    shown, for_lead = (client_of(who).get(url).json()[0] for who in ("eve", "chi"))
    refused = client_of("eve").post(f"/api/v1/review-items/{item.pk}/verdict/", {"agrees": True})
    drawn_anew = client_of("chi").post(SAMPLES, {"size": 10, "seed": 3})

    assert (shown["turn"]["text"], shown["context"]) == ("", [])
    assert for_lead["turn"]["text"] == item.turn.text
    assert "no consent to play" in shown["why_not_play"]
    assert "no consent to label" in shown["why_not_label"]
    assert (refused.status_code, refused.json()["code"]) == (409, "no_consent")
    assert not Verdict.objects.exists()
    assert drawn_anew.json()["code"] == "nothing_to_review"  # All sessions are of one client.
