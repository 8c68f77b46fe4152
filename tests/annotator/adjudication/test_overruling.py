"""A lead who sees it otherwise than the raters, and two leads who decide at the same time."""

from functools import partial

import pytest

from annotator.accounts.models import User
from annotator.adjudication.models import GoldLabel
from annotator.corpus.models import Turn
from annotator.studies.services import add_member
from tests.annotator.at_once import at_once, statuses
from tests.annotator.conftest import NOW, PASSWORD

STUDY = "/api/v1/studies/couples-pilot/"


@pytest.fixture
def turn(study, add_session, rate, compute_consensus, accept_consensus):
    """Asha and Ben agree that there is no incongruence, and nearly on engagement; it is accepted."""
    turn = add_session(study, n_turns=1).turns.get(role=Turn.Role.CLIENT)
    rate("asha", turn, incongruence="none", engagement=3)
    rate("ben", turn, incongruence="none", engagement=4)
    compute_consensus()
    accept_consensus()
    return turn


def decide(client, turn, **changes):
    body = {"construct": "incongruence", "value": "contradiction", "reason": "Her hands."} | changes
    return client.post(f"/api/v1/turns/{turn.pk}/gold-label/", body)


def labels(client, turn):
    return client.get(f"/api/v1/turns/{turn.pk}/gold-label/", {"construct": "incongruence"}).json()


def test_a_lead_overrules_an_undisputed_consensus_and_it_shows(turn, client_of, accept_consensus):
    answer = decide(client_of("chi"), turn)
    accepted = accept_consensus()

    assert (answer.status_code, answer.json()["origin"], answer.json()["n_raters"]) == (201, "overruled", 2)
    assert accepted["settled"] == 0
    assert [(each["value"], each["origin"]) for each in labels(client_of("chi"), turn)] == [
        ("contradiction", "overruled"),
        ("none", "consensus"),
    ]
    (shown,) = client_of("chi").get(f"{STUDY}disagreements/", {"state": "settled"}).json()["results"]
    assert (shown["why"], shown["consensus"], shown["gold"]["value"]) == (["overruled"], "none", "contradiction")
    tally = client_of("chi").get(f"{STUDY}disagreements/tally/").json()
    assert (tally["n_overruled"], tally["n_settled"], tally["n_open"]) == (1, 1, 0)


def test_the_consensus_comes_back_by_a_newer_decision(turn, client_of, accept_consensus):
    overruled = decide(client_of("chi"), turn).json()
    back = {"returns_to_consensus": True, "value": None, "reason": "Looked again.", "based_on": overruled["id"]}

    returned = decide(client_of("chi"), turn, **back)

    assert (returned.status_code, returned.json()["origin"], returned.json()["value"]) == (201, "consensus", "none")
    assert returned.json()["reason"] == "Looked again."
    assert [each["origin"] for each in labels(client_of("chi"), turn)] == ["consensus", "overruled", "consensus"]
    assert accept_consensus()["settled"] == 0
    assert client_of("chi").get(f"{STUDY}disagreements/").json()["results"] == []


def test_a_mean_comes_back_too(turn, client_of):
    overruled = decide(client_of("chi"), turn, construct="engagement", value=1).json()

    back = decide(
        client_of("chi"), turn, construct="engagement", value=None, returns_to_consensus=True, based_on=overruled["id"]
    )

    assert (overruled["value"], back.json()["value"]) == (1, 3.5)


def test_there_is_no_way_back_to_a_tie(study, add_session, rate, compute_consensus, client_of):
    turn = add_session(study, n_turns=1).turns.get(role=Turn.Role.CLIENT)
    rate("asha", turn, incongruence="none")
    rate("ben", turn, incongruence="contradiction")
    compute_consensus()

    refused = decide(client_of("chi"), turn, value=None, returns_to_consensus=True)

    assert (refused.status_code, refused.json()["code"]) == (409, "no_consensus")


@pytest.mark.parametrize(
    ("who", "status"), [("chi", 200), ("sam", 403), ("asha", 404), ("eve", 404), ("finn", 404), ("dev", 404)]
)
def test_a_lead_finds_a_turn_by_session_number_or_words_and_sees_all_its_labels(who, status, turn, client_of):
    shown = client_of(who).get(f"/api/v1/turns/{turn.pk}/labels/")

    assert shown.status_code == status
    if status == 200:
        assert [(each["construct"], each["why"], each["consensus"]) for each in shown.json()] == [
            ("incongruence", [], "none"),
            ("engagement", [], 3.5),
        ]
        assert [vote["value"] for vote in shown.json()[0]["votes"]] == ["none", "none"]


@pytest.mark.parametrize(
    ("asked", "found"),
    [("S001 turn 1", True), ("S001 · 1", True), ("s1", True), ("fine, 0", True), ("S002", False), ("S001 2", False)],
)
def test_a_turn_is_searched_by_its_place_or_its_words(asked, found, turn, client_of):
    answer = client_of("chi").get(f"{STUDY}turns/", {"q": asked})

    assert [each["turn"]["id"] for each in answer.json()] == ([str(turn.pk)] if found else [])


def test_only_leads_search_turns(turn, client_of):
    asked = [client_of(who).get(f"{STUDY}turns/", {"q": "S001"}).status_code for who in ("sam", "eve", "dev")]

    assert asked == [403, 403, 404]


def test_the_second_of_two_leads_learns_who_decided_what_and_decides_anew(turn, client_of, people, study):
    people["olu"] = User.objects.create_user(username="olu", password=PASSWORD, display_name="Olu")
    add_member(study=study, username="olu", role="lead", actor=people["chi"], now=NOW)
    first = decide(client_of("chi"), turn).json()

    refused = decide(client_of("olu"), turn, value="minimizing", reason="A smile.")
    anew = decide(
        client_of("olu"), turn, value="minimizing", reason="A smile.", based_on=refused.json()["current"]["id"]
    )

    assert (refused.status_code, refused.json()["code"]) == (409, "decided_meanwhile")
    assert refused.json()["message"].startswith("Chi decided Incongruence of this turn meanwhile: Contradict.")
    assert refused.json()["current"]["id"] == first["id"]
    assert refused.json()["current"]["reason"] == "Her hands."
    assert anew.status_code == 201
    assert [each["decided_by"] for each in labels(client_of("chi"), turn)[:2]] == ["Olu", "Chi"]


@pytest.mark.django_db(transaction=True)
def test_of_two_decisions_at_once_one_holds_and_the_other_is_told(turn, client_of):
    values = ["contradiction", "minimizing"] * 4

    outcomes = at_once(*(partial(decide, client_of("chi"), turn, value=value) for value in values))

    assert statuses(outcomes) == [201] + [409] * 7
    assert {each.json()["code"] for each in outcomes if each.status_code == 409} == {"decided_meanwhile"}
    assert GoldLabel.objects.filter(construct__key="incongruence", origin="overruled").count() == 1
