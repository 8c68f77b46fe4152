"""The four PCT metrics of a reply, by hand, and what the guarded composite makes of tricks."""

from math import exp

import pytest

from metrics.replies import SCORES, Reply, score_replies
from metrics.replies.exchange import contexts_of
from metrics.replies.factors import guarded_hits, marker_share, order_score
from metrics.replies.markers import VARIANTS, find_hits, marker_lists
from metrics.replies.rarity import EQUAL_WEIGHTS, Rarity
from metrics.replies.uptake import uptake
from metrics.replies.words import content_words, word_pairs, words_of


def sat(hits: float) -> float:
    return 1 - exp(-hits)


def line(reply: str, client: str = "I cannot sleep.", *, session: str = "S1", **fields) -> Reply:
    return Reply(session=session, turn=f"{session}-1", client=client, reply=reply, **fields)


@pytest.fixture
def scores_of():
    """A function from a client turn and a reply to the reply's scores, without training sessions."""

    def score(client: str, reply: str) -> dict[str, float | None]:
        (scored,) = score_replies([line(reply, client)], bootstrap=0).scored
        assert scored is not None
        return dict(scored.scores)

    return score


@pytest.fixture(scope="module")
def training() -> list[Reply]:
    """Two small sessions of a counsellor whose replies are all five to nine words long."""
    replies = [
        "It sounds like the nights are very long.",
        "You feel alone when the house is quiet.",
        "What is it like when the house is quiet?",
        "It sounds like you feel alone at night.",
        "How are the nights when the house is quiet?",
    ]
    return [
        line(reply, "The nights in the house are long.", session=session)
        for session in ("T1", "T2")
        for reply in replies
    ]


def found(reply: str, variant="ours") -> list[tuple[str, str]]:
    return [(hit.list_id, reply[hit.start : hit.end]) for hit in find_hits(reply, words_of(reply), variant)]


def test_a_marker_is_told_with_its_place_in_the_reply_as_it_was_written():
    reply = "Well, I’M WONDERING what  happened."

    assert found(reply) == [("curiosity", "I’M WONDERING")]


def test_a_marker_inside_an_excluded_phrase_does_not_count():
    assert found("Right now it rains.") == []
    assert found("Right. It rains.") == [("natural", "Right")]


def test_the_longest_marker_wins_and_markers_never_overlap():
    assert found("You need to stop.") == [("judgement", "You need to stop")]


def test_a_marker_never_reaches_across_punctuation():
    assert found("I hear you, feel free.") == [("understanding", "I hear you")]


def test_the_paper_variant_knows_the_surviving_markers_alone():
    reply = "Okay. It sounds like you feel lost."

    assert found(reply, "paper") == [("natural", "Okay"), ("understanding", "you feel")]


def test_two_exclamation_marks_are_one_artificial_hit_and_one_is_none():
    assert found("Great! Good luck.") == []
    assert found("Great! Good luck!") == [("artificial", "!")]


def test_every_marker_stands_in_one_list_and_every_exclusion_holds_a_marker_of_its_list():
    items = [text for entry in marker_lists() for texts in entry.items.values() for text in texts]
    assert len(items) == len(set(items))
    for entry in marker_lists():
        own = [f" {text} " for texts in entry.items.values() for text in texts]
        assert all(any(text in f" {phrase} " for text in own) for phrase in entry.exclusions), entry.id


def test_empathic_authenticity_weighs_natural_against_artificial_markers(scores_of):
    # Two natural markers, one artificial: 0.5 + 0.5 ((1 - e^-2) - (1 - e^-1)).
    scores = scores_of("Hello.", "Okay, right, as a chatbot.")

    assert scores["empathic_authenticity"] == pytest.approx(0.5 + 0.5 * (sat(2) - sat(1)))
    assert scores["empathic_authenticity_paper"] == pytest.approx(0.5 + 0.5 * sat(2))


def test_responsive_engagement_is_half_context_markers_and_half_uptake(scores_of):
    # Content words of the client: dog, died, yesterday; the reply takes up one of three.
    scores = scores_of("My dog died yesterday.", "Given that, tell me of the dog.")

    assert scores["responsive_engagement"] == pytest.approx(0.5 * sat(1) + 0.5 / 3)


def test_responsive_engagement_is_the_context_alone_when_the_client_said_no_content_word(scores_of):
    assert scores_of("And then I would.", "Given that, go on.")["responsive_engagement"] == pytest.approx(sat(1))


def test_uptake_finds_a_word_by_its_stem():
    client, reply = (content_words(words_of(text)) for text in ("My worries grow", "What worried you?"))

    assert uptake(client, reply, EQUAL_WEIGHTS) == pytest.approx(1 / 2)


def test_rare_words_weigh_more_in_uptake():
    # Two documents, log((1 + 2) / (1 + n)) + 1: "rain" is in both, "funer" in one.
    rarity = Rarity.fit([["rain", "funer"], ["rain"]])

    assert rarity.of("rain") == pytest.approx(1)
    assert rarity.of("funer") == pytest.approx(1.405465)
    assert uptake({"rain": "rain", "funer": "funeral"}, {"funer": "funeral"}, rarity) == pytest.approx(
        1.405465 / 2.405465
    )


def test_uptake_looks_back_over_three_client_turns_and_no_further():
    lines = [line("Yes.", client) for client in ("My dog.", "My cat.", "My hen.", "My cow.")]

    assert [set(context.recent) for context in contexts_of(lines)][-1] == {"cat", "hen", "cow"}


def test_a_given_history_takes_the_place_of_the_lines_before():
    (context,) = contexts_of([line("Yes.", "My cow.", history=("My dog.", "My cat.", "My hen."))])

    assert set(context.recent) == {"cat", "hen", "cow"}


def test_pct_adherence_is_the_mean_of_understanding_regard_and_congruence(scores_of):
    # One understanding and one curiosity marker, one acceptance, one judgement, one honesty; no shared feeling.
    reply = "You feel lost. I'm wondering why. That makes sense. You should go. I'm glad."
    scores = scores_of("The house is big.", reply)

    understanding = 0.5 * sat(1) + 0.5 * sat(1)
    assert scores["pct_adherence"] == pytest.approx((understanding + 0.5 + 0.5 + 0.5 * sat(1)) / 3)
    assert scores["pct_adherence_paper"] == pytest.approx((understanding + 0.5) / 2)


def test_a_shared_feeling_counts_as_one_more_mark_of_understanding(scores_of):
    apart = scores_of("I was so sad.", "You feel happy.")["pct_adherence"]
    shared = scores_of("I was so sad.", "You feel miserable.")["pct_adherence"]

    assert shared - apart == pytest.approx((0.5 * sat(2) - 0.5 * sat(1)) / 3)


def test_therapeutic_concision_is_half_focus_and_half_a_usual_length(training):
    # Usual lengths: 8 to 9 words, median 8; 28 words are 19 too many.
    long = " ".join(["house"] * 28)
    result = score_replies([line("What I hear is that the house hurts."), line(long)], training=training, bootstrap=0)

    fits, too_long = (scored.scores["therapeutic_concision"] for scored in result.scored)
    assert fits == pytest.approx(0.5 * sat(1) + 0.5)
    assert too_long == pytest.approx(0.5 * exp(-19 / 8))


def test_without_training_sessions_concision_and_composite_are_null_with_the_reason(scores_of):
    result = score_replies([line("You feel lost.")])
    (row,) = result.to_json()["replies"]

    assert (row["pct_composite"], row["therapeutic_concision"]) == (None, None)
    assert "training sessions" in row["why_null"]
    assert "training sessions" in result.means["pct_composite"].why_undefined
    assert result.means["pct_adherence"].value is not None


@pytest.mark.parametrize("nothing", ["", "  ", "..."])
def test_an_empty_reply_has_no_score_and_is_counted(nothing):
    result = score_replies([line(nothing), line("That sounds hard.")]).to_json()

    assert [row["pct_adherence"] is None for row in result["replies"]] == [True, False]
    assert result["replies"][0]["why_null"] == "the reply is empty"
    assert (result["n_replies"], result["n_empty"]) == (2, 1)
    assert result["means"]["pct_adherence"]["n_units"] == 1


def test_every_score_lies_between_0_and_1(training):
    replies = ["You should! You must! As an AI!", "Okay right actually given considering you feel", "x", "Hm."]
    result = score_replies([line(reply) for reply in replies], training=training, bootstrap=0)

    assert all(0 <= scored.scores[name] <= 1 for scored in result.scored for name in SCORES)


def test_order_is_the_share_of_known_pairs_that_training_holds():
    words = words_of("the house is the quiet zebra")
    pairs = {("the", "house"), ("house", "is")}

    # Of the four pairs of known words (zebra is unknown) two are known pairs.
    assert order_score(words, pairs, {"the", "house", "is", "quiet"}) == 2 / 4
    assert order_score(words, set(), set()) == 0
    assert order_score(words_of("Yes."), set(), set()) is None


def test_a_marker_counts_in_the_composite_only_where_its_neighbours_fit():
    reply = "You feel house, you feel alone"
    words = words_of(reply)
    usual = {entry.id: 9.0 for entry in marker_lists()}

    hits = guarded_hits(words, find_hits(reply, words, "ours"), pairs={("feel", "alone")}, usual=usual)

    assert hits["understanding"] == 1


def test_markers_above_the_usual_number_cost_twice_their_excess():
    reply = "You feel, you feel, you feel, you feel."
    words = words_of(reply)

    hits = [
        guarded_hits(
            words, find_hits(reply, words, "ours"), pairs=(), usual={entry.id: usual for entry in marker_lists()}
        )
        for usual in (3.0, 1.0)
    ]

    assert [count["understanding"] for count in hits] == [2, 0]


def test_penalties_are_never_docked():
    reply = "You should, you should, you should."
    words = words_of(reply)
    usual = {entry.id: 1.0 for entry in marker_lists()}

    assert guarded_hits(words, find_hits(reply, words, "ours"), pairs=(), usual=usual)["judgement"] == 3


def test_only_words_of_credited_markers_count_towards_their_share():
    reply = "You feel you should go"

    assert marker_share(find_hits(reply, words_of(reply), "ours"), 5) == 2 / 5


def test_commas_do_not_hide_a_heap_of_words_from_the_order():
    assert list(word_pairs(words_of("Right, okay."))) == [("right", "okay")]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_long_run_of_markers_scores_below_a_plain_reply(variant, training):
    name = "pct_composite" if variant == "ours" else "pct_composite_paper"
    stuffed = "Right, okay, actually, given, considering, specifically, what I hear, you feel, that makes sense."
    client = "The house is quiet at night."

    result = score_replies(
        [line("It sounds like the house is quiet.", client), line(stuffed, client)], training=training, bootstrap=0
    )

    plain, heap = (scored.scores[name] for scored in result.scored)
    assert plain > 2 * heap
