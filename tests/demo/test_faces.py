import numpy as np
import pytest

from demo.faces import BASE, STUDY, Identity, draw_face

from .conftest import small_faces


def drawn(*, valence: float = 0.0, arousal: float = 0.0, seed: int = 1, size: int = 96) -> np.ndarray:
    rng = np.random.default_rng(seed)
    identity = Identity.draw(np.random.default_rng(7))
    return draw_face(valence=valence, arousal=arousal, identity=identity, size=size, rng=rng)


def test_the_same_seed_draws_the_same_picture():
    assert np.array_equal(drawn(valence=0.4), drawn(valence=0.4))
    assert drawn(size=48).shape == (48, 48, 3)


@pytest.mark.parametrize("feeling", ["valence", "arousal"])
def test_a_stronger_feeling_changes_the_picture_more(feeling):
    neutral = drawn().astype(int)

    slight, strong = (np.abs(drawn(**{feeling: value}) - neutral).mean() for value in (0.2, 1.0))

    assert 0 < slight < strong


def test_no_study_shares_a_colour_with_the_people_of_the_base_pool():
    for pool in ("skins", "hairs", "clothes", "grounds"):
        assert not set(getattr(STUDY, pool)) & set(getattr(BASE, pool))


def test_valence_can_be_read_from_small_faces_of_people_never_seen_before(read_valence):
    faces, valences = small_faces(people=STUDY, count=200, seed=2)

    error = read_valence(faces) - valences

    assert 1 - error.var() / valences.var() > 0.9
