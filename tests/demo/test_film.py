import cv2
import numpy as np
import pytest

from demo.film import film
from demo.script import write_script


@pytest.fixture(scope="module")
def script():
    return write_script(sessions=1, client_turns=12, seed=4)[0]


@pytest.fixture(scope="module")
def filmed(script, tmp_path_factory):
    return film(script, tmp_path_factory.mktemp("film"))


@pytest.fixture(scope="module")
def frames(filmed):
    reader = cv2.VideoCapture(str(filmed.video))
    pictures = []
    while (shot := reader.read())[0]:
        pictures.append(shot[1])
    reader.release()
    return pictures


def test_a_film_lasts_as_long_as_its_script(script, frames):
    assert len(frames) == pytest.approx(script.duration_ms / 100, abs=1)
    assert frames[0].shape == (240, 320, 3)


def test_the_face_holds_still_from_a_turns_first_moment_to_its_last(script, filmed, frames):
    x, y, width, height = filmed.client_region
    upper_half = np.s_[round(y * 240) : round((y + 0.55 * height) * 240), round(x * 320) : round((x + width) * 320)]
    for turn in script.client_turns:
        during = [frames[index][upper_half] for index in range(turn.start_ms // 100, turn.end_ms // 100 + 1)]

        assert max(np.abs(each.astype(int) - during[0]).mean() for each in during) < 2


def test_the_clients_valence_can_be_read_from_the_filmed_region(script, filmed, frames, read_valence):
    x, y, width, height = filmed.client_region
    region = np.s_[round(y * 240) : round((y + height) * 240), round(x * 320) : round((x + width) * 320)]
    crops = [
        cv2.resize(frames[turn.start_ms // 100][region], (48, 48), interpolation=cv2.INTER_AREA)
        for turn in script.client_turns
    ]

    read = read_valence(np.stack(crops).mean(axis=3))

    assert np.corrcoef(read, [turn.truth.face.valence for turn in script.client_turns])[0, 1] > 0.9


def test_filming_twice_gives_the_same_files(script, filmed, tmp_path):
    again = film(script, tmp_path)

    assert again.video.read_bytes() == filmed.video.read_bytes()
    assert again.transcript_vtt.read_text() == filmed.transcript_vtt.read_text()


def test_a_film_that_cannot_be_written_says_why(script, tmp_path):
    (tmp_path / f"{script.name}.mp4").mkdir()

    with pytest.raises(RuntimeError, match="could not write"):
        film(script, tmp_path)
