"""Every picture that was frozen for a turn is trained on, or it is said which are not."""

import dataclasses
import json
import shutil

import numpy as np
import pytest
import torch
from factory import make_release, read_turns, write_release
from PIL import Image
from safetensors.torch import load_file

from training.command import Run
from training.config import MOST_PICTURES, pictures_a_turn
from training.data import Encoder, collate
from training.lora import WEIGHTS
from training.pictures import chosen_pictures
from training.predict import PREDICTIONS, label_probabilities, predict
from training.preflight import preflight
from training.refusals import RunRefused
from training.release import Turn, open_release
from training.sample_checks import sample_faults
from training.train import ADAPTER, train


@pytest.fixture(scope="module")
def several(tmp_path_factory):
    """A release whose turns have one to three pictures."""
    return make_release(tmp_path_factory.mktemp("several") / "1", sessions=4, turns=6, holdout=1, frames=3)


@pytest.fixture
def turns(several):
    return open_release(several).training


def later_pictures_as_noise(folder, into):
    """The same release with noise for every picture of a turn but its first."""
    shutil.copytree(folder, into)
    rng = np.random.default_rng(3)
    for line in read_turns(into):
        for frame in line["frames"][1:]:
            noise = rng.integers(0, 256, size=(240, 320, 3), dtype=np.uint8)
            Image.fromarray(noise).save(into / frame)
    write_release(into, read_turns(into))
    return into


def test_all_pictures_of_a_turn_stand_in_its_prompt_with_their_tokens(several, turns, backbone, config):
    encoder = Encoder(backbone, config, several)

    for turn in turns:
        sample = encoder.lesson(turn)
        assert sample.prompt.images["pixel_values"].shape[1] == len(turn.frames)
        assert sample.prompt.ids.tolist().count(backbone.image_token_id) == 9 * len(turn.frames)
        assert list(sample_faults(sample, backbone, config.max_length)) == []
    assert {len(turn.frames) for turn in turns} == {1, 2, 3}


def test_a_fault_of_a_sample_names_its_turn_and_quotes_nobody(several, turns, backbone, config):
    sample = Encoder(backbone, config, several).lesson(turns[0])
    spoiled = dataclasses.replace(sample, answer=[*sample.answer[:-4], *sample.answer[-2:]])

    (fault,) = sample_faults(spoiled, backbone, config.max_length)

    assert fault.startswith(f"turn {turns[0].id}: from character ")
    assert not [word for word in turns[0].reply.split() if len(word) > 4 and word in fault]


def test_what_a_turn_comes_to_does_not_depend_on_the_pictures_of_its_neighbours(several, turns, backbone, config):
    encoder = Encoder(backbone, config, several)
    questions = [encoder.question(turn) for turn in turns[:6]]

    with torch.no_grad():
        together = label_probabilities(questions, backbone)
        alone = torch.cat([label_probabilities([question], backbone) for question in questions])

    torch.testing.assert_close(together, alone, atol=1e-5, rtol=0)
    faces = backbone.pooled_faces([question.prompt.images for question in questions])
    one_by_one = torch.cat([backbone.pooled_faces([question.prompt.images]) for question in questions])
    torch.testing.assert_close(faces, one_by_one, atol=1e-5, rtol=0)


def test_a_picture_more_makes_another_sample(several, turns, backbone, config):
    turn = next(turn for turn in turns if len(turn.frames) == 3)
    samples = [
        Encoder(backbone, dataclasses.replace(config, frames=most), several).question(turn) for most in (1, 2, 3)
    ]

    assert [sample.prompt.images["pixel_values"].shape[1] for sample in samples] == [1, 2, 3]
    batch = collate(samples, backbone)
    assert batch.images["pixel_values"].shape[:2] == (3, 3)
    assert not batch.images["pixel_values"][0, 1:].any()


def test_later_pictures_are_trained_on_and_predicted_from(several, tmp_path, config, progress):
    adapters, predictions = [], []
    for name, folder in (("as they are", several), ("noise", later_pictures_as_noise(several, tmp_path / "noise"))):
        run = Run(open_release(folder), dataclasses.replace(config, epochs=1), tmp_path / name)
        train(run, preflight(run, progress), progress)
        predict(run, progress)
        adapters.append(load_file(run.out / ADAPTER / WEIGHTS))
        predictions.append((run.out / PREDICTIONS).read_text())

    assert any(not torch.equal(tensor, adapters[1][name]) for name, tensor in adapters[0].items())
    assert predictions[0] != predictions[1]


@pytest.mark.parametrize(("most", "unused"), [(None, 0), (3, 0), (2, 8), (1, 24)])
def test_preflight_says_which_pictures_are_not_used(most, unused, several, tmp_path, config, progress):
    run = Run(open_release(several), dataclasses.replace(config, frames=most), tmp_path / "out")

    preflight(run, progress)

    recorded = json.loads((run.out / "run.json").read_text())["preflight"]["pictures"]
    assert recorded == {"in_release": 48, "unused": unused, "most_a_turn": most}
    told = f"pictures that are not used: {unused} of 48" in progress.path.read_text()
    assert told == (unused > 0)


def test_too_many_pictures_for_the_length_are_refused_with_the_length_they_need(several, tmp_path, config, progress):
    run = Run(open_release(several), dataclasses.replace(config, max_length=60), tmp_path / "out")

    with pytest.raises(RunRefused) as refusal:
        preflight(run, progress)

    assert any("max_length=60; it needs" in fault for fault in refusal.value.faults)


@pytest.mark.parametrize(
    ("most", "chosen"), [(None, "abcde"), (5, "abcde"), (9, "abcde"), (1, "c"), (2, "bd"), (3, "ace"), (4, "abde")]
)
def test_a_limit_takes_the_middles_of_equal_parts(most, chosen, turns):
    turn = dataclasses.replace(turns[0], frames=tuple("abcde"), face_boxes=(None,) * 5)

    assert "".join(path for path, _ in chosen_pictures(turn, most)) == chosen


def test_a_family_that_takes_one_picture_is_given_one(config, monkeypatch):
    monkeypatch.setitem(MOST_PICTURES, "tiny", 1)

    assert pictures_a_turn(dataclasses.replace(config, frames=4)) == 1
    assert pictures_a_turn(config) == 1


def test_a_release_of_before_has_a_box_for_its_first_picture_alone(several):
    line = read_turns(several)[2]
    assert len(line["frames"]) == 3
    del line["face_boxes"]

    assert Turn.from_json(line).face_boxes == (tuple(line["face_box"]), None, None)
