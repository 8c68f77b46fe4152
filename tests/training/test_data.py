"""Encoding and batching: what is trained is exactly the reply."""

import dataclasses

import pytest

from training.data import IGNORED, Encoder, collate, epoch_steps
from training.pictures import GREY
from training.prompts import UNHEARD, messages
from training.release import ContextLine, open_release


@pytest.fixture
def encoder(backbone, config, small_release):
    return Encoder(backbone, config, small_release)


@pytest.fixture
def turns(small_release):
    return open_release(small_release).training


@pytest.mark.parametrize("side", ["left", "right"])
def test_labels_decode_to_exactly_the_reply_on_either_side_of_padding(encoder, turns, backbone, side):
    lessons = sorted((encoder.lesson(turn) for turn in turns), key=lambda lesson: lesson.length)
    shortest, longest = lessons[0], lessons[-1]
    assert shortest.length < longest.length

    batch = collate([shortest, longest], backbone, side=side)

    for labels, lesson in zip(batch.labels, [shortest, longest], strict=True):
        trained = backbone.tokenizer.decode(labels[labels != IGNORED], skip_special_tokens=True)
        assert trained == f"{lesson.turn.incongruence}: {lesson.turn.reply}"


def test_the_label_token_counts_for_as_many_as_the_config_says(encoder, turns, backbone):
    batch = collate([encoder.lesson(turns[0])], backbone, label_token_weight=12)

    trained = batch.token_weights[batch.labels != IGNORED].tolist()
    assert trained[0] == 12
    assert set(trained[1:]) == {1}


def test_a_turn_without_a_frame_is_seen_as_plain_grey(encoder, turns):
    blind = encoder.question(dataclasses.replace(turns[0], frames=(), face_boxes=()))

    pixels = blind.prompt.images["pixel_values"]
    assert pixels.min() == pixels.max() == pytest.approx(GREY[0] / 127.5 - 1, abs=0.01)


def test_without_words_neither_words_nor_context_are_read(backbone, config, small_release, turns):
    deaf = dataclasses.replace(config, ablation="no_words", context_turns=4)

    ids = Encoder(backbone, deaf, small_release).question(turns[3]).prompt.ids

    assert backbone.tokenizer.decode(ids, skip_special_tokens=True).replace("<global-img>", "").strip() == UNHEARD


def test_blanking_the_context_leaves_the_clients_words(backbone, config, small_release, turns):
    turn = turns[3]
    sample = Encoder(backbone, dataclasses.replace(config, context_turns=2), small_release).question(turn)

    with_context, without = (backbone.tokenizer.decode(one.ids) for one in (sample.prompt, sample.bare_prompt))
    assert turn.context[-1].text in with_context
    assert turn.context[-1].text not in without
    assert turn.words in with_context
    assert turn.words in without


@pytest.mark.parametrize("asked", [1, 2, 3, 4])
@pytest.mark.parametrize("there", [0, 1, 2, 3, 4])
def test_as_many_lines_of_context_as_asked_or_as_there_are(turns, asked, there):
    lines = tuple(ContextLine("client", f"line {number}") for number in range(there))
    turn = dataclasses.replace(turns[0], context=lines)

    (message,) = messages(turn, instruction="", ablation="none", context_turns=asked)

    *shown, words = message["content"][-1]["text"].split("\n")
    assert shown == [f"client: {line.text}" for line in lines][-asked:]
    assert words == turn.words


def test_an_epoch_meets_every_sample_once_in_an_order_of_its_own(config):
    lengths = list(range(50, 71))

    first, again, second = (epoch_steps(lengths, config=config, epoch=epoch) for epoch in (0, 0, 1))

    assert first == again != second
    assert sorted(index for step in first for index in step) == list(range(21))
