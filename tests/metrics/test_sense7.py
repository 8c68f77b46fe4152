"""The trained SENSE-7 judge: what it scores, what it refuses to score, and how its quality is measured."""

from math import log

import numpy as np
import pytest

from metrics.encoder import embed, encoder_available
from metrics.intervals import Resamples
from metrics.replies import Reply
from metrics.sense7 import DIMENSIONS, DialogueTurn, Judgement, TrainedJudge, dialogues_of
from metrics.sense7.against import SessionRating, judge_against
from metrics.sense7.cross_validation import draw_folds
from metrics.sense7.dialogue import FEATURES, fingerprint, represent
from metrics.sense7.fit import fit_judge
from metrics.sense7.quality import judge_quality, people_quality, to_level
from metrics.sense7.range_check import range_check
from metrics.sense7.ridge import PENALTY, Ridge

needs_encoder = pytest.mark.skipif(not encoder_available(), reason="the sentence encoder is not installed")


def dialogue(*texts: str) -> list[DialogueTurn]:
    """Client and counsellor in turn."""
    return [DialogueTurn("counsellor" if place % 2 else "client", text) for place, text in enumerate(texts)]


@pytest.fixture(scope="module")
def judge() -> TrainedJudge:
    return TrainedJudge.load()


def test_lines_of_a_replies_file_become_sessions():
    lines = [
        Reply(session=session, turn="t", client=client, reply=reply)
        for session, client, reply in [("S1", "a", "b"), ("S2", "c", "d"), ("S1", "e", "f")]
    ]

    assert dialogues_of(lines) == {"S1": dialogue("a", "b", "e", "f"), "S2": dialogue("c", "d")}


def test_a_fingerprint_tells_dialogues_apart_and_forgives_what_a_replies_file_drops():
    rated = [DialogueTurn("counsellor", "Welcome."), *dialogue("Hello", "How  are you?", "Bye")]

    assert fingerprint(rated) == fingerprint(dialogue("Hello", "How are you?"))
    assert fingerprint(rated) != fingerprint(dialogue("Hello", "How is she?"))


@needs_encoder
def test_features_are_of_the_counsellors_turns():
    # Two turns of 3 and 5 words against 4 words of the client; one question in one turn.
    features = dict(
        zip(
            FEATURES,
            represent(dialogue("It is so hard", "You should rest.", "", "What do you need now?"))[384:],
            strict=True,
        )
    )

    assert features == {
        "log_words_a_turn": pytest.approx(log(4)),
        "log_words_to_client_words": pytest.approx(log(9 / 5)),
        "share_of_turns_with_question": 1 / 2,
        "questions_a_turn": 1 / 2,
        "share_of_words_you": 2 / 8,
        "share_of_words_i": 0,
        "share_of_words_advice": 2 / 8,
    }


@needs_encoder
def test_embeddings_have_length_1_and_bring_like_meanings_together():
    sad, unhappy, table = embed(["I feel sad.", "I am unhappy.", "The table is brown."])

    assert np.linalg.norm(sad) == pytest.approx(1)
    assert sad @ unhappy > sad @ table + 0.2
    assert embed([]).shape == (0, 384)


def test_ridge_of_two_ratings_by_hand():
    # Inputs -1 and 1 around 3, not rescaled: weight = x.y / (x.x + penalty) = 2 / (2 + penalty), around the mean.
    rule = Ridge.fit(np.array([[2.0], [4.0]]), np.array([1.0, 3.0]), scaled=slice(0, 0))

    assert rule.weights == pytest.approx([2 / (2 + PENALTY)])
    assert rule.predict(np.array([[3.0], [4.0]])) == pytest.approx([2, 2 + 2 / (2 + PENALTY)])


def test_ridge_gives_a_constant_input_no_weight():
    rule = Ridge.fit(np.array([[1.0, 7.0], [2.0, 7.0], [3.0, 7.0]]), np.array([1.0, 2.0, 3.0]), scaled=slice(0, 2))

    assert rule.weights[1] == 0
    assert rule.weights[0] > 0.9


def test_levels_are_rounded_half_up():
    assert to_level(np.array([0.2, 2.5, 3.49, 5.4])).tolist() == [1, 3, 3, 5]


def test_quality_of_four_scores_by_hand():
    # Levels 1 2 3 4 against 1 3 3 2: two the same, one next to it, errors 0 1 0 2, ranks 1 3.5 3.5 2.
    quality = judge_quality(
        np.array([1.0, 2, 3, 4]), np.array([1.0, 3, 3, 2]), Resamples.draw(["S1", "S2", "S3", "S4"], bootstrap=10)
    )

    assert quality["accuracy"].value == 0.5
    assert quality["within_1"].value == 0.75
    assert quality["mae"].value == 0.75
    # F1 of the levels: 1, 0, 2/3, 0.
    assert quality["macro_f1"].value == pytest.approx((1 + 2 / 3) / 4)
    assert quality["spearman"].value == pytest.approx(0.316228, abs=1e-6)
    assert quality["spearman"].why_no_interval


def test_a_constant_judge_has_no_rank_correlation_and_says_why():
    quality = judge_quality(
        np.array([1.0, 2, 3]), np.array([2.0, 2, 2]), Resamples.draw(["S1", "S2", "S3"], bootstrap=0)
    )

    assert quality["spearman"].value is None
    assert quality["spearman"].why_undefined == "ratings or scores do not vary"


def test_people_are_compared_pair_by_pair_where_both_rated():
    # Asha and Ben agree on both units they share, Ben and Chi on none of theirs; Asha and Chi share one only.
    ratings = np.array([[1.0, 2, np.nan, np.nan], [1, 2, 3, 4], [np.nan, 4, 5, 2]])

    people = people_quality(ratings, Resamples.draw(["S1", "S2", "S3", "S4"], bootstrap=0))

    assert people["accuracy"].value == pytest.approx((1 + 0) / 2)
    assert people["accuracy"].n_units == 4
    assert people["accuracy"].n_raters == 3


def test_folds_keep_a_persons_dialogues_together():
    persons = ["Asha", "Ben", "Asha", "Chi", "Ben", "Dev"]
    folds = draw_folds(
        Resamples.draw(persons, bootstrap=0), n_folds=2, n_repeats=3, rng=np.random.default_rng(0)
    ).fold_of

    assert (folds[:, 0] == folds[:, 2]).all()
    assert (folds[:, 1] == folds[:, 4]).all()
    assert np.array_equal(np.sort(folds[:, [0, 1, 3, 5]], axis=1), [[0, 0, 1, 1]] * 3)


def test_a_rule_that_knows_the_ratings_scores_1_out_of_fold():
    ratings = np.array([1.0, 2, 3, 4, 5, 1, 2, 3, 4, 5])
    folds = draw_folds(Resamples.draw(range(10), bootstrap=20), n_folds=2, n_repeats=2, rng=np.random.default_rng(0))

    quality = folds.quality(ratings, lambda _train, test: ratings[test])

    assert (quality["spearman"].value, quality["accuracy"].value, quality["mae"].value) == (pytest.approx(1), 1, 0)
    assert quality["spearman"].n_units == quality["mae"].n_units == 10


@needs_encoder
def test_the_judge_scores_the_dimensions_it_was_rated_on_and_gives_reasons_for_the_others(judge):
    scores = judge.judge(dialogue("I lost my job.", "That must hurt. What was it like for you?")).scores

    assert tuple(scores) == DIMENSIONS
    for dimension, score in scores.items():
        assert (score is None) == (judge.why_not(dimension) is not None)
        assert score is None or 1 <= score <= 5
    assert judge.why_not("relational") == "the rated conversations are single meetings of strangers"


@needs_encoder
def test_the_judge_prefers_listening_to_brushing_off(judge):
    client = ["I lost my job and I am so ashamed.", "I don't know how to tell my family."]
    listening = [
        "I'm so sorry, that must feel awful. What happened?",
        "That sounds frightening. What worries you most?",
    ]
    brushing_off = ["You should get another one.", "Just tell them. It is not a big deal."]

    warm, cold = (
        judge.judge(dialogue(client[0], replies[0], client[1], replies[1])).scores
        for replies in (listening, brushing_off)
    )

    assert warm["affective"] > cold["affective"]
    assert warm["interest"] > cold["interest"]


def test_a_silent_counsellor_has_no_score(judge):
    silent = judge.judge(dialogue("Hello?", "..."))

    assert set(silent.scores.values()) == {None}
    assert silent.why_nothing == "no counsellor said a word"


@pytest.mark.parametrize(
    ("reply", "language"),
    [("Das klingt sehr schwer für Sie. Wie geht es Ihnen damit?", "German"), ("我明白了，这对你来说很难。", "Chinese")],
)
def test_what_is_not_english_is_not_judged(judge, reply, language):
    judged = judge.judge(dialogue("I am sad.", reply))

    assert set(judged.scores.values()) == set(judged.behaviours.values()) == {None}
    assert judged.why_nothing == f"the replies are in {language}, and the judge was fitted on English conversations"


@needs_encoder
def test_features_outside_the_fitted_range_are_named_beside_the_score(judge):
    low, high = judge.record["feature_range"]
    long_words = dialogue("I am sad.", "That sounds hard, and I wonder what it means for you these days. " * 8)

    judged = judge.judge(long_words)

    features = represent(long_words)[384:]
    beyond = [
        name
        for name, value, least, most in zip(FEATURES, features, low, high, strict=True)
        if not least <= value <= most
    ]
    assert beyond
    assert list(judged.outside) == beyond
    assert judged.scores["affective"] is not None


@needs_encoder
def test_how_many_dialogues_lie_outside_is_counted_over_those_that_were_judged(judge):
    once = judge.judge(dialogue("I am sad.", "You should try. You must. You need to. You can."))
    judgements = [once, once, Judgement({}, {}, (), None), Judgement({}, {}, (), "no counsellor said a word")]

    check = range_check(judgements)

    assert (check["n_judged"], check["n_outside"], check["n_features"]) == (3, 2, len(FEATURES))
    assert check["mean_outside"] == pytest.approx(2 * len(once.outside) / 3)
    assert check["features"]["share_of_words_advice"] == 2
    assert range_check([])["mean_outside"] is None


def test_the_judges_file_holds_its_provenance_and_quality_and_no_text(judge):
    record = judge.record
    assert "MIT" in record["trained_on"]["credit"]
    assert record["trained_on"]["n_dialogues"] == len(record["trained_on"]["fingerprints"]) == 50
    assert "third persons" in record["proxy"]
    assert all(len(scale["weights"]) == 384 + len(FEATURES) for scale in record["scales"].values())
    for quality in judge.quality.values():
        assert set(quality["judge"]) == {"spearman", "accuracy", "within_1", "macro_f1", "mae"}
        assert quality["judge"]["spearman"]["low"] < quality["judge"]["spearman"]["value"]
        assert quality["baselines"]["majority"]["spearman"]["value"] is None
        assert quality["people"]["spearman"]["n_raters"] == 3


def test_a_scale_without_signal_is_not_scored(judge):
    record = {**judge.record, "scales": {name: {**scale} for name, scale in judge.record["scales"].items()}}
    record["scales"]["validating_emotions"]["quality"] = {"signal": False}

    assert TrainedJudge(record).why_not("affective") == "no signal in cross-validation"
    assert judge.why_not("affective") is None


@needs_encoder
def test_noise_is_called_no_signal():
    rng = np.random.default_rng(5)
    topics = ["the rain", "a train", "my tea", "the garden", "a letter", "some soup", "the choir", "a bicycle"]
    dialogues = [dialogue("Hello.", f"Tell me about {topic} {number}.") for topic in topics for number in range(2)]

    record = fit_judge(
        dialogues, {"noise": rng.integers(1, 6, size=(2, len(dialogues))) * 1.0}, credit="ours", bootstrap=100
    )

    assert record["scales"]["noise"]["quality"]["signal"] is False


@needs_encoder
def test_a_judge_is_held_against_the_people_who_rated(judge):
    dialogues = {
        f"S{number}": dialogue("I am sad.", text)
        for number, text in enumerate(
            ["That must hurt. Why?", "You should eat.", "Get over it.", "I hear you. Go on?", "..."]
        )
    }
    ratings = [
        SessionRating(session, rater, dimension, value)
        for session, value in zip(dialogues, (5, 2, 1, 4, 3), strict=True)
        for rater in ("Asha", "Ben")
        for dimension in ("affective", "relational")
    ]

    result = judge_against(judge, dialogues, ratings, bootstrap=10)

    assert (result["n_sessions"], result["n_without_score"], result["n_fitted_on"]) == (5, 1, 0)
    assert result["range_check"]["n_judged"] == 4
    assert [row["why_nothing"] for row in result["scores"]] == [*[None] * 4, "no counsellor said a word"]
    assert "share_of_words_advice" in result["scores"][1]["outside"]
    affective, relational = result["dimensions"]["affective"], result["dimensions"]["relational"]
    assert affective["judge"]["spearman"]["n_units"] == 4
    assert affective["people"]["accuracy"]["value"] == 1
    assert affective["baselines"]["majority"]["mae"]["value"] is not None
    assert relational["judge"] is None
    assert relational["why_not"]
