"""Expert review over HTTP: each expert labels a drawn turn by themselves before they see what the raters say."""

from datetime import UTC, datetime
from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotator.accounts.models import User
from annotator.adjudication.models import Opening, ReviewItem, ReviewSample, Verdict
from annotator.annotations.models import Assignment
from annotator.audit.models import Entry
from annotator.corpus import consent
from annotator.corpus.models import Turn
from annotator.studies.models import Membership
from annotator.studies.services import add_member, draw_numbers
from tests.annotator.at_once import at_once, statuses

NOW = datetime(2026, 5, 3, 9, 0, tzinfo=UTC)
STUDY = "/api/v1/studies/couples-pilot/"
SAMPLES = f"{STUDY}review-samples/"


@pytest.fixture
def agreed(study, add_session, rate, compute_consensus):
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


def raters_say(item):
    return ReviewItem.objects.get(pk=item["id"]).consensus["incongruence"]


def judge(client, item, **body):
    """A verdict as the raters' unless it says otherwise."""
    if body.get("kind", "labels") == "labels":
        body["labels"] = {"incongruence": raters_say(item), **body.get("labels", {})}
    return client.post(f"/api/v1/review-items/{item['id']}/verdict/", body)


def see_answers(client, item):
    return client.post(f"/api/v1/review-items/{item['id']}/opening/")


def outcome(client):
    return client.get(SAMPLES).json()["results"][0]["result"]


def test_the_same_seed_draws_the_same_turns(agreed, client_of):
    drawn = [client_of("chi").post(SAMPLES, {"size": 4, "seed": 11}).json() for _ in range(2)]

    turns = [list(ReviewItem.objects.filter(sample=sample["id"]).values_list("turn", flat=True)) for sample in drawn]
    assert turns[0] == turns[1]
    assert [(sample["number"], sample["size"], sample["drawn_from"]) for sample in drawn] == [(1, 4, 10), (2, 4, 10)]


def test_nothing_can_be_reviewed_before_there_is_a_consensus(study, client_of):
    response = client_of("chi").post(SAMPLES, {})

    assert (response.status_code, response.json()["code"]) == (409, "nothing_to_review")


def test_what_one_rater_says_is_no_consensus_to_review(study, add_session, rate, compute_consensus, client_of):
    rate("asha", add_session(study).turns.first(), incongruence="none")
    compute_consensus()

    assert client_of("chi").post(SAMPLES, {}).json()["code"] == "nothing_to_review"


@pytest.mark.parametrize(("who", "status"), [("chi", 201), ("eve", 403), ("asha", 403), ("dev", 404)])
def test_only_a_lead_draws_a_sample(who, status, agreed, client_of):
    assert client_of(who).post(SAMPLES, {"size": 2}).status_code == status


@pytest.mark.parametrize(("who", "status"), [("eve", 201), ("chi", 403), ("asha", 404), ("dev", 404)])
def test_only_an_expert_gives_a_verdict_and_opens_the_answers(who, status, items, client_of):
    given = judge(client_of(who), items[0])
    opened = see_answers(client_of(who), items[0])

    assert (given.status_code, opened.status_code) == (status, status)
    assert Verdict.objects.exists() == Opening.objects.exists() == (status == 201)


def test_an_expert_sees_nothing_of_the_raters_before_their_own_verdict_is_in(items, client_of):
    eve, sample = client_of("eve"), ReviewSample.objects.get()
    item = items[0]
    addresses = [
        STUDY,
        SAMPLES,
        f"/api/v1/review-samples/{sample.pk}/items/",
        f"{STUDY}consensus/",
        f"{STUDY}agreement/",
        f"{STUDY}agreement/incongruence/",
        f"{STUDY}annotations.csv",
        f"{STUDY}disagreements/",
        f"{STUDY}disagreements/tally/",
        f"{STUDY}log/",
        f"{STUDY}releases/",
        f"/api/v1/turns/{item['turn']['id']}/gold-label/",
        f"/api/v1/turns/{item['turn']['id']}/labels/",
    ]

    early = see_answers(eve, item)
    answers = [eve.get(address) for address in addresses]
    after_verdict = judge(eve, item).json()

    assert (early.status_code, early.json()["code"]) == (409, "verdict_first")
    assert [each for each in items if each["consensus"] or each["votes"] or each["my_verdict"]] == []
    for answer in answers:
        assert b"minimizing" not in answer.content, answer.request
        assert b'"agrees"' not in answer.content
        assert b"R1" not in answer.content
    # And with it they stay closed until the expert opens them, so that a slip can be mended unseen.
    assert (after_verdict["is_opened"], after_verdict["consensus"], after_verdict["votes"]) == (False, None, None)
    assert "agrees" not in str(after_verdict)


def test_the_raters_answers_open_after_the_verdict_with_who_could_not_judge(
    study, add_session, rate, compute_consensus, client_of, people
):
    add_member(study=study, username="dev", role="rater", actor=people["chi"], now=NOW)
    draw_numbers(study=study, actor=people["chi"], now=NOW)
    turn = add_session(study, n_turns=1).turns.get(role=Turn.Role.CLIENT)
    for name in ("asha", "ben"):
        rate(name, turn, incongruence="none", engagement=4)
    rate("dev", turn, cannot_judge="The face is hidden.")
    compute_consensus()
    sample = client_of("chi").post(SAMPLES, {}).json()
    (item,) = client_of("eve").get(f"/api/v1/review-samples/{sample['id']}/items/").json()
    judge(client_of("eve"), item)

    opened = see_answers(client_of("eve"), item)
    again = see_answers(client_of("eve"), item)

    shown = opened.json()
    assert (opened.status_code, again.json()) == (201, shown)
    assert (shown["is_opened"], shown["consensus"]) == (True, {"incongruence": "none", "engagement": 4.0})
    by_rater = {vote["rater"]: vote for vote in shown["votes"]}
    named = {rater.user.username: rater.pseudonym for rater in study.raters.all()}
    assert by_rater[named["asha"]]["scores"] == {"incongruence": "none", "engagement": "4"}
    assert by_rater[named["dev"]]["scores"] == {}
    assert by_rater[named["dev"]]["cannot_judge"]["incongruence"] == "The face is hidden."
    assert Entry.objects.filter(action="review.opened").count() == 1


def test_a_slip_is_corrected_before_and_after_the_answers_are_seen_and_nothing_is_lost(items, client_of):
    eve, item = client_of("eve"), items[0]
    slip = judge(eve, item, labels={"incongruence": "contradiction"}).json()["my_verdict"]
    unseen = judge(eve, item, labels={"incongruence": "contradiction"}, comment="Her jaw.", corrects=slip["id"]).json()
    see_answers(eve, item)
    after = judge(eve, item, corrects=unseen["my_verdict"]["id"]).json()["my_verdict"]

    assert (unseen["my_verdict"]["number"], unseen["my_verdict"]["is_blind"]) == (2, True)
    assert (after["number"], after["is_blind"]) == (3, False)
    assert list(Verdict.objects.order_by("number").values_list("is_current", "agrees")) == [
        (False, False),
        (False, False),
        (True, True),
    ]
    result = outcome(client_of("chi"))
    assert (result["n"], result["agree"], result["n_corrected_after"], result["n_not_blind"]) == (1, 1, 1, 1)
    texts = Entry.objects.filter(action="review.verdict").order_by("pk").values_list("text", flat=True)
    assert [text.partition("eve ")[2] for text in texts] == [
        "disagrees",
        "disagrees anew",
        "agrees anew, having seen the raters' answers",
    ]


def test_a_verdict_from_another_window_is_not_replaced_unseen(items, client_of):
    given = judge(client_of("eve"), items[0]).json()["my_verdict"]

    same = judge(client_of("eve"), items[0])
    other = judge(client_of("eve"), items[0], kind="cannot_judge")

    assert same.json()["my_verdict"]["id"] == given["id"]
    assert (other.status_code, other.json()["code"], other.json()["verdict"]) == (409, "verdict_given", given["id"])
    assert Verdict.objects.count() == 1


@pytest.mark.parametrize(
    ("verdict", "status", "code"),
    [
        ({}, 400, "value_missing"),
        ({"labels": {"engagement": 3}}, 400, "value_missing"),
        ({"labels": {"incongruence": "sarcasm"}}, 400, "unknown_value"),
        ({"labels": {"incongruence": "none", "mood": 3}}, 400, "unknown_construct"),
        ({"labels": {"incongruence": "none", "direction": "opposed"}}, 400, "not_asked"),
        ({"kind": "cannot_judge", "labels": {"incongruence": "none"}}, 400, "not_asked"),
        ({"kind": "presence"}, 400, "invalid"),
    ],
)
def test_a_verdict_is_made_of_the_codebooks_answers(verdict, status, code, items, client_of):
    response = client_of("eve").post(f"/api/v1/review-items/{items[0]['id']}/verdict/", verdict)

    assert (response.status_code, response.json()["code"]) == (status, code)
    assert not Verdict.objects.exists()


def test_several_answers_of_a_turn_are_disputed_at_once(items, client_of):
    judge(client_of("eve"), items[0], labels={"incongruence": "contradiction", "engagement": 2}, comment="Her jaw.")

    queue = client_of("chi").get(f"{STUDY}disagreements/").json()["results"]

    assert [(each["construct"], each["why"]) for each in queue] == [
        ("incongruence", ["expert"]),
        ("engagement", ["expert"]),
    ]
    assert queue[0]["verdicts"][0]["value"] == "contradiction"
    assert (queue[1]["verdicts"][0]["value"], queue[1]["verdicts"][0]["comment"]) == (2, "Her jaw.")


def test_a_number_differs_from_a_mean_from_the_distance_that_the_study_sets(items, client_of):
    judge(client_of("eve"), items[0], labels={"engagement": 3})
    judge(client_of("eve"), items[1], labels={"engagement": 2})

    result = outcome(client_of("chi"))

    assert (result["n"], result["agree"], result["by_kind"]) == (2, 1, {"engagement": 1})


def test_an_objection_that_is_withdrawn_is_no_disagreement(items, client_of):
    first = judge(client_of("eve"), items[0], labels={"incongruence": "contradiction"}).json()["my_verdict"]
    before = client_of("chi").get(f"{STUDY}disagreements/").json()["results"]

    judge(client_of("eve"), items[0], corrects=first["id"])

    assert len(before) == 1
    assert client_of("chi").get(f"{STUDY}disagreements/").json()["results"] == []


def test_the_share_leaves_out_what_nobody_could_label_and_says_how_many(items, agreed, client_of):
    eve = client_of("eve")
    for item in items[:3]:
        judge(eve, item)
    judge(eve, items[3], labels={"incongruence": "contradiction"})
    judge(eve, items[4], kind="cannot_judge", comment="Back of her head.")
    judge(eve, items[5], kind="turn_boundary")

    (for_lead,) = client_of("chi").get(SAMPLES).json()["results"]
    (for_expert,) = eve.get(SAMPLES).json()["results"]

    result = for_lead["result"]
    assert (result["n"], result["agree"], result["n_reviewed"]) == (4, 3, 6)
    assert (result["n_cannot_judge"], result["n_turn_boundary"]) == (1, 1)
    assert (result["estimate"]["value"], result["estimate"]["n_units"]) == (pytest.approx(0.75), 4)
    assert result["wilson"] == pytest.approx([0.3006, 0.9544], abs=1e-4)
    assert result["presence_estimate"]["n_units"] == 4
    assert for_expert["result"] is None
    assert (for_expert["my_done"], for_expert["my_size"]) == (6, 6)
    # A turn that is cut wrongly or can't be judged still is the lead's to decide.
    assert client_of("chi").get(f"{STUDY}disagreements/tally/").json()["n_objected"] == 3


def test_a_review_of_nothing_but_turns_that_cannot_be_judged_has_no_share(items, client_of):
    judge(client_of("eve"), items[0], kind="cannot_judge")

    result = outcome(client_of("chi"))

    assert (result["n"], result["estimate"]["value"], result["wilson"]) == (0, None, None)
    assert result["estimate"]["why_undefined"] == "no turn was labelled"


def test_two_experts_are_compared_by_their_own_labels(items, agreed, client_of, people):
    people["olu"] = User.objects.create_user(username="olu")
    add_member(study=agreed, username="olu", role="expert", actor=people["chi"], now=NOW)
    for item in items:
        judge(client_of("eve"), item)
        judge(client_of("olu"), item)

    result = outcome(client_of("chi"))

    (pair,) = result["expert_pairs"]
    assert pair["experts"] == ["eve", "olu"]
    assert pair["cohen_kappa"]["value"] == 1
    assert result["agree"] == 6


def test_an_expert_who_leads_the_study_is_no_blind_reviewer(items, agreed, client_of, people):
    Membership.objects.create(study=agreed, user=people["eve"], role="lead", created_at=NOW)

    verdict = judge(client_of("eve"), items[0]).json()["my_verdict"]

    assert not verdict["is_blind"]
    assert outcome(client_of("chi"))["n_not_blind"] == 1


@pytest.fixture
def eve_rated(agreed, people):
    """Eve rates besides: the first session is hers to rate."""
    rater = agreed.raters.create(user=people["eve"], pseudonym="R3")
    session = agreed.sessions.get(number=1)
    Assignment.objects.create(rater=rater, session=session, pass_kind="together", created_at=NOW)
    return session


def test_an_expert_neither_sees_nor_judges_turns_that_they_rate(eve_rated, client_of):
    sample = client_of("chi").post(SAMPLES, {"size": 10, "seed": 3}).json()
    items = client_of("eve").get(f"/api/v1/review-samples/{sample['id']}/items/").json()
    (review,) = client_of("eve").get(SAMPLES).json()["results"]

    # Nobody else could review them, so they are not even drawn from.
    assert (sample["size"], sample["drawn_from"]) == (8, 8)
    assert not ReviewItem.objects.filter(turn__session=eve_rated).exists()
    assert {item["session"]["key"] for item in items} == {"S002", "S003", "S004", "S005"}
    assert (review["size"], review["my_size"]) == (8, 8)


def test_another_expert_reviews_them(eve_rated, agreed, client_of, people):
    people["olu"] = User.objects.create_user(username="olu")
    add_member(study=agreed, username="olu", role="expert", actor=people["chi"], now=NOW)
    sample = client_of("chi").post(SAMPLES, {"size": 10, "seed": 3}).json()
    own = ReviewItem.objects.filter(turn__session=eve_rated).first()

    of = {
        who: client_of(who).get(f"/api/v1/review-samples/{sample['id']}/items/").json() for who in ("eve", "olu", "chi")
    }
    refused = [judge(client_of("eve"), {"id": own.pk}), see_answers(client_of("eve"), {"id": own.pk})]
    (review,) = client_of("eve").get(SAMPLES).json()["results"]

    assert {who: len(items) for who, items in of.items()} == {"eve": 8, "olu": 10, "chi": 10}
    assert [each.json()["code"] for each in refused] == ["own_turn"] * 2
    assert (review["size"], review["my_size"]) == (10, 8)
    assert client_of("eve").get(STUDY).json()["my_review_turns"] == 8
    assert judge(client_of("olu"), {"id": own.pk}).status_code == 201


def test_reviews_are_listed_without_a_query_for_each(agreed, client_of):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            client_of("chi").get(f"{SAMPLES}?page_size=50")
        return len(captured)

    def draw(n):
        for seed in range(n):
            sample = client_of("chi").post(SAMPLES, {"size": 2, "seed": seed}).json()
            judge(client_of("eve"), {"id": ReviewItem.objects.filter(sample=sample["id"]).first().pk})

    draw(2)
    few = queries()
    draw(18)

    assert queries() == few


def test_the_turns_of_a_review_are_listed_without_a_query_for_each(agreed, client_of):
    def queries(size):
        sample = client_of("chi").post(SAMPLES, {"size": size, "seed": 1}).json()
        for item in ReviewItem.objects.filter(sample=sample["id"]):
            judge(client_of("eve"), {"id": item.pk})
            see_answers(client_of("eve"), {"id": item.pk})
        with CaptureQueriesContext(connection) as captured:
            client_of("eve").get(f"/api/v1/review-samples/{sample['id']}/items/")
        return len(captured)

    assert queries(2) == queries(10)


def test_without_consent_experts_read_and_judge_nothing_more_of_a_session(items, people, client_of):
    item = ReviewItem.objects.get(pk=items[0]["id"])
    consent.withdraw(
        person=item.turn.session.client, scopes=["annotate", "view"], note="", actor=people["sam"], now=timezone.now()
    )

    url = f"/api/v1/review-samples/{item.sample_id}/items/"
    shown, for_lead = (client_of(who).get(url).json()[0] for who in ("eve", "chi"))
    refused = judge(client_of("eve"), items[0])
    drawn_anew = client_of("chi").post(SAMPLES, {"size": 10, "seed": 3})

    assert (shown["turn"]["text"], shown["context"]) == ("", [])
    assert for_lead["turn"]["text"] == item.turn.text
    assert "no consent to play" in shown["why_not_play"]
    assert "no consent to label" in shown["why_not_label"]
    assert (refused.status_code, refused.json()["code"]) == (409, "no_consent")
    assert not Verdict.objects.exists()
    assert drawn_anew.json()["code"] == "nothing_to_review"  # All sessions are of one client.


@pytest.mark.django_db(transaction=True)
def test_samples_drawn_and_verdicts_given_at_once_are_each_whole(items, client_of):
    drawn = at_once(*(partial(client_of("chi").post, SAMPLES, {"size": 4, "seed": seed}) for seed in range(4)))
    same = at_once(*(partial(judge, client_of("eve"), items[0]) for _ in range(6)))
    other = at_once(*(partial(judge, client_of("eve"), items[1], comment=str(n)) for n in range(6)))
    opened = at_once(*(partial(see_answers, client_of("eve"), items[0]) for _ in range(6)))

    assert statuses(drawn) == [201] * 4
    assert sorted(ReviewSample.objects.values_list("number", flat=True)) == [1, 2, 3, 4, 5]
    assert statuses(same) == [201] * 6
    assert statuses(other) == [201] + [409] * 5
    assert statuses(opened) == [201] * 6
    assert Verdict.objects.count() == 2
    assert Opening.objects.count() == 1


def test_a_turn_whose_answers_were_opened_is_not_reviewed_blind_when_it_is_drawn_again(items, client_of):
    eve, first = client_of("eve"), items[0]
    judge(eve, first)
    see_answers(eve, first)
    again = client_of("chi").post(SAMPLES, {"size": 10, "seed": 4}).json()
    drawn = eve.get(f"/api/v1/review-samples/{again['id']}/items/").json()
    told = {item["turn"]["id"]: judge(eve, item).json()["my_verdict"]["is_blind"] for item in drawn}

    assert {turn for turn, is_blind in told.items() if not is_blind} == {first["turn"]["id"]}
    assert Entry.objects.filter(text__endswith="agrees, having seen the raters' answers").count() == 1


def test_no_count_tells_an_expert_whether_their_verdict_is_the_raters(items, client_of):
    eve = client_of("eve")

    def counts_after(answer, corrects):
        verdict = judge(eve, items[0], labels={"incongruence": answer}, corrects=corrects).json()["my_verdict"]
        return verdict["id"], eve.get(STUDY).json()["counts"]

    agreeing, differing = raters_say(items[0]), "contradiction"
    verdict, as_they_say = counts_after(agreeing, None)
    _, otherwise = counts_after(differing, verdict)

    assert as_they_say == otherwise
    assert client_of("chi").get(STUDY).json()["counts"]["disagreements_open"] == 1


def test_every_page_counts_a_turn_that_an_expert_could_not_label_as_the_queue_does(items, client_of, accept_consensus):
    eve, chi = client_of("eve"), client_of("chi")
    judge(eve, items[0], kind="cannot_judge")
    judge(eve, items[1], kind="turn_boundary")

    before = chi.get(f"{STUDY}disagreements/tally/").json()
    accepted = accept_consensus()
    tally = chi.get(f"{STUDY}disagreements/tally/").json()

    assert (before["n_to_accept"], tally["n_to_accept"]) == (accepted["settled"], 0)
    assert tally["n_waiting"] == 2
    assert chi.get(STUDY).json()["counts"]["disagreements_open"] == 2
