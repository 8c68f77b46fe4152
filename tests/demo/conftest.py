from collections.abc import Callable

import numpy as np
import pytest

from demo.faces import BASE, Identity, Palette, draw_face


def small_faces(*, people: Palette, count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Grey faces, 48 pixels square, and their valences."""
    rng = np.random.default_rng(seed)
    valences = rng.uniform(-1, 1, count)
    faces = [
        draw_face(valence=valence, arousal=rng.uniform(-1, 1), identity=Identity.draw(rng, people), size=48, rng=rng)
        for valence in valences
    ]
    return np.stack(faces).mean(axis=3), valences


@pytest.fixture(scope="session")
def read_valence() -> Callable[[np.ndarray], np.ndarray]:
    """Reads valences from grey faces, 48 pixels square: a ridge regression learnt on people of the base pool."""
    faces, valences = small_faces(people=BASE, count=1500, seed=1)
    average = faces.mean(axis=0)
    known = (faces - average).reshape(len(faces), -1) / 255
    weights = known.T @ np.linalg.solve(known @ known.T + 0.5 * np.eye(len(known)), valences)
    return lambda pictures: (pictures - average).reshape(len(pictures), -1) / 255 @ weights
