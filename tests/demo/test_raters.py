import json
from itertools import combinations

import numpy as np
import pytest

from demo.raters import EXPERTS, RATERS
from demo.script import write_script


@pytest.fixture(scope="module")
def script():
    return write_script(sessions=1, client_turns=600, seed=8)[0]


def kappa(one: list[str | None], other: list[str | None]) -> float:
    """Cohen's kappa over the turns that both could judge."""
    both = [(a, b) for a, b in zip(one, other, strict=True) if a and b]
    observed = np.mean([a == b for a, b in both])
    levels = {level for pair in both for level in pair}
    chance = sum(np.mean([a == level for a, _ in both]) * np.mean([b == level for _, b in both]) for level in levels)
    return (observed - chance) / (1 - chance)


def labels_of(rater, script) -> list[str | None]:
    rng = np.random.default_rng(list(rater.name.encode()))
    return [rater.rate_together(turn, rng).get("incongruence") for turn in script.client_turns]


def test_raters_agree_as_people_do(script):
    labels = [labels_of(rater, script) for rater in RATERS]

    kappas = [kappa(one, other) for one, other in combinations(labels, 2)]

    assert min(kappas) > 0.45
    assert max(kappas) < 0.8


def test_experts_are_nearer_the_truth_than_any_rater(script):
    truth = [turn.truth.incongruence for turn in script.client_turns]
    skill = {rater.name: kappa(labels_of(rater, script), truth) for rater in RATERS + EXPERTS}

    assert min(skill[expert.name] for expert in EXPERTS) > max(skill[rater.name] for rater in RATERS)


def test_every_rating_fits_the_codebook(script):
    rng = np.random.default_rng(2)
    affect = {"valence", "arousal", "dominance"}
    for turn in script.client_turns:
        together = RATERS[3].rate_together(turn, rng)
        json.dumps(together)
        if "cannot_judge" in together:
            assert set(together) == {"cannot_judge"}
            continue
        assert together["incongruence"] in {"none", "minimizing", "contradiction"}
        assert ("direction" in together) == (together["incongruence"] != "none")
        assert 1 <= together["engagement"] <= 5
        assert 1 <= together["confidence"] <= 5
        assert all(1 <= together[f"{name}_{channel}"] <= 9 for name in affect for channel in ("words", "face"))


def test_channel_passes_ask_for_that_channel_alone(script):
    rng = np.random.default_rng(3)
    turn = script.client_turns[0]

    assert set(EXPERTS[0].rate_words(turn, rng)) == {"valence_words", "arousal_words", "dominance_words", "confidence"}
    assert set(EXPERTS[0].rate_face(turn, rng)) == {"valence_face", "arousal_face", "dominance_face", "confidence"}


def test_a_counsellors_turn_is_not_rated(script):
    with pytest.raises(ValueError, match="Only client turns are rated"):
        RATERS[0].rate_together(script.turns[0], np.random.default_rng(1))
