import re

import numpy as np
import pytest

from demo.phrases import BASE_PHRASES, STUDY_PHRASES
from demo.words import client_sentence, closing, counsellor_reply, opening


@pytest.fixture
def rng():
    return np.random.default_rng(11)


def words_of(text: str) -> set[str]:
    return set(re.findall(r"[a-z']+", text.lower()))


def test_hundreds_of_different_sentences_are_spoken(rng):
    spoken = {client_sentence(valence=rng.uniform(-1, 1), rng=rng) for _ in range(1000)}

    assert len(spoken) > 800
    assert all(sentence[0].isupper() and sentence.endswith(".") and "{" not in sentence for sentence in spoken)


def test_the_base_pool_shares_no_phrase_with_a_study():
    study, base = ({phrase for level in pool.values() for phrase in level} for pool in (STUDY_PHRASES, BASE_PHRASES))

    assert not study & base


def test_the_base_pool_knows_most_words_of_a_study():
    study, base = (words_of(" ".join(map(" ".join, pool.values()))) for pool in (STUDY_PHRASES, BASE_PHRASES))

    assert len(study & base) / len(study) > 0.6


@pytest.mark.parametrize("pool", ["study", "base"])
def test_valence_can_be_read_from_the_words(pool, rng):
    valences = rng.uniform(-1, 1, 1200)
    sentences = [words_of(client_sentence(valence=valence, rng=rng, pool=pool)) for valence in valences]
    vocabulary = sorted(set.union(*sentences))
    counts = np.array([[word in sentence for word in vocabulary] for sentence in sentences], float)

    weights = np.linalg.solve(
        counts[:1000].T @ counts[:1000] + np.eye(len(vocabulary)), counts[:1000].T @ valences[:1000]
    )
    error = counts[1000:] @ weights - valences[1000:]

    assert 1 - error.var() / valences[1000:].var() > 0.85


def test_a_reply_names_both_channels_where_words_and_face_part(rng):
    for _ in range(50):
        reply = counsellor_reply(words_valence=0.7, face_valence=-0.7, rng=rng)

        assert re.search(r"\b(face|eyes)\b", reply)
        assert re.search(r"\b(you say|your words|you tell me)\b", reply, re.IGNORECASE)


def test_a_reply_to_a_shared_feeling_stays_with_it(rng):
    replies = {counsellor_reply(words_valence=0.8, face_valence=0.8, rng=rng) for _ in range(100)}

    assert not any(re.search(r"\b(sad|hard|hurts|low)\b", reply) for reply in replies)


def test_a_session_has_first_and_last_words(rng):
    assert opening(rng)
    assert closing(rng)
