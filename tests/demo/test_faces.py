import numpy as np
import pytest

from demo.faces import BASE, STUDY, Identity, draw_face


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


def test_valence_can_be_read_from_small_faces_of_people_never_seen_before():
    faces, valences = _small_faces(people=BASE, count=1500, seed=1)
    new_faces, new_valences = _small_faces(people=STUDY, count=200, seed=2)

    average = faces.mean(axis=0)
    kernel = (faces - average) @ (faces - average).T
    weights = (faces - average).T @ np.linalg.solve(kernel + 0.3 * np.eye(len(kernel)), valences)
    error = (new_faces - average) @ weights - new_valences

    assert 1 - error.var() / new_valences.var() > 0.85


def _small_faces(*, people, count, seed):
    rng = np.random.default_rng(seed)
    valences = rng.uniform(-1, 1, count)
    faces = [
        draw_face(
            valence=valence,
            arousal=rng.uniform(-1, 1),
            identity=Identity.draw(rng, people),
            size=48,
            rng=rng,
        ).mean(axis=2)
        for valence in valences
    ]
    return np.stack(faces).reshape(count, -1) / 255, valences
