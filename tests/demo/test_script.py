from collections import Counter

import numpy as np
import pytest

from demo.script import write_script
from demo.transcript import transcript_vtt
from demo.truth import draw_truth, incongruence


@pytest.fixture(scope="module")
def scripts():
    return write_script(sessions=10, client_turns=40, seed=3)


@pytest.fixture(scope="module")
def truths():
    rng = np.random.default_rng(5)
    return [draw_truth(rng) for _ in range(5000)]


@pytest.mark.parametrize(
    ("words", "face", "kind"),
    [
        (0.5, 0.4, "none"),
        (-0.6, -0.8, "none"),
        (0.0, -0.6, "minimizing"),
        (0.3, -0.7, "minimizing"),
        (0.7, -0.7, "contradiction"),
        (-0.7, 0.7, "contradiction"),
    ],
)
def test_incongruence_follows_from_the_two_valences(words, face, kind):
    assert incongruence(words, face) == kind


def test_about_sixty_turns_of_a_hundred_are_congruent(truths):
    shares = Counter(truth.incongruence for truth in truths)

    assert shares["none"] / len(truths) == pytest.approx(0.60, abs=0.03)
    assert shares["minimizing"] / len(truths) == pytest.approx(0.22, abs=0.03)
    assert shares["contradiction"] / len(truths) == pytest.approx(0.18, abs=0.03)


def test_no_turn_lies_between_congruent_and_incongruent(truths):
    for truth in truths:
        gap = abs(truth.words.valence - truth.face.valence)

        assert gap < 0.35 if truth.incongruence == "none" else gap >= 0.5
        assert (truth.direction is None) == (truth.incongruence == "none")


@pytest.mark.parametrize("channel", ["words", "face"])
def test_one_channel_alone_hardly_beats_the_commonest_label(truths, channel):
    """The best guess from a channel's valence, in bins learnt on these very turns, gains under five points of 60."""
    bins = np.digitize([getattr(truth, channel).valence for truth in truths], np.linspace(-1, 1, 15))
    labels = np.array([truth.incongruence for truth in truths])

    right = sum(Counter(labels[bins == each]).most_common(1)[0][1] for each in np.unique(bins))

    assert right / len(truths) < 0.65


def test_the_same_seed_writes_the_same_sessions(scripts):
    assert write_script(sessions=10, client_turns=40, seed=3) == scripts
    assert write_script(sessions=10, client_turns=40, seed=4) != scripts


def test_two_of_eight_clients_come_back(scripts):
    visits = Counter(script.client for script in scripts)

    assert sorted(visits.values()) == [1, 1, 1, 1, 1, 1, 2, 2]


def test_turns_alternate_and_follow_one_another_in_time(scripts):
    for script in scripts:
        assert len(script.client_turns) == 40
        assert all(turn.truth is not None for turn in script.client_turns)
        for turn, after in zip(script.turns, script.turns[1:], strict=False):
            assert turn.role != after.role
            assert 1000 <= turn.end_ms - turn.start_ms <= 1600
            assert turn.end_ms < after.start_ms


def test_a_transcript_has_one_cue_a_turn(scripts):
    script = scripts[0]

    blocks = transcript_vtt(script).strip().split("\n\n")

    assert blocks[0] == "WEBVTT"
    assert len(blocks) == 1 + len(script.turns)
    assert blocks[1].startswith("00:00:00.500 --> 00:00:0")
    assert blocks[2].split("\n")[1] == f"<v Client>{script.turns[1].text}"
