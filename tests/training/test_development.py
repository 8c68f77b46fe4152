"""The threshold comes from clients that the adapter was not fitted on, or there is none and the record says why."""

import dataclasses
import json

import numpy as np
import pytest
from factory import make_release, read_turns

from metrics.detection import choose_threshold
from training import development, run
from training.command import Run
from training.config import as_yaml
from training.development import split_training
from training.preflight import preflight
from training.release import Turn, open_release

CALLS = ("f1", "mcc", "precision", "recall")


def turn(client, number, label):
    return Turn(
        id=f"{client}-{number}",
        session=f"S-{client}",
        client=client,
        position=number,
        words="",
        reply=None,
        context=(),
        frames=(),
        face_boxes=(),
        incongruence=label,
        engagement=None,
        vad_words=None,
        vad_face=None,
    )


def turns_of(client, **labels):
    """So many turns of each label."""
    wanted = [label for label, count in labels.items() for _ in range(count)]
    return [turn(client, number, label) for number, label in enumerate(wanted)]


FULL = {"none": 8, "minimizing": 4, "contradiction": 4}


@pytest.mark.parametrize("seed", range(5))
def test_whole_clients_are_set_aside_and_the_seed_decides_which(config, seed):
    turns = [one for name in "ABCDEFGHIJ" for one in turns_of(name, **FULL)]

    part, again = (split_training(turns, dataclasses.replace(config, seed=seed)) for _ in range(2))

    assert part == again
    aside, fitted = ({one.client for one in side} for side in (part.development, part.fitted))
    assert (len(aside), aside & fitted) == (2, set())
    assert len(part.fitted) + len(part.development) == len(turns)
    assert part.record() == {
        "sessions": [f"S-{name}" for name in sorted(aside)],
        "clients": 2,
        "turns": 32,
        "why_none": None,
    }


def test_what_the_model_may_see_changes_nothing_about_who_is_set_aside(config):
    turns = [one for name in "ABCDE" for one in turns_of(name, **FULL)]

    parts = [
        split_training(turns, dataclasses.replace(config, ablation=each)) for each in ("none", "no_vision", "no_words")
    ]

    assert parts[0] == parts[1] == parts[2]


def test_a_client_without_enough_of_both_labels_is_never_the_one_set_aside(config):
    turns = [
        *turns_of("A", none=20),
        *turns_of("B", none=20, minimizing=2),
        *turns_of("C", minimizing=9, contradiction=9),
        *turns_of("D", **FULL),
        *turns_of("E", **FULL),
    ]

    chosen = {
        one.client
        for seed in range(20)
        for one in split_training(turns, dataclasses.replace(config, seed=seed)).development
    }

    assert chosen == {"D", "E"}


@pytest.mark.parametrize(
    ("turns", "changes", "why"),
    [
        ([*turns_of("A", **FULL), *turns_of("B", **FULL)], {}, "has 2 client"),
        ([*turns_of("A", **FULL), *turns_of("B", none=9), *turns_of("C", none=9)], {}, "leave every label"),
        ([one for name in "ABC" for one in turns_of(name, none=4, minimizing=4)], {}, "5 congruent and 5 incongruent"),
        ([one for name in "ABC" for one in turns_of(name, **FULL)], {"development_share": 0.0}, "development_share"),
    ],
)
def test_where_nobody_can_be_set_aside_all_are_trained_on_and_the_reason_is_kept(config, turns, changes, why):
    part = split_training(turns, dataclasses.replace(config, **changes))

    assert (part.fitted, part.development) == (tuple(turns), ())
    assert why in part.why_none


@pytest.fixture
def larger(tmp_path):
    return make_release(tmp_path / "larger", sessions=6, turns=14, holdout=1, seed=2)


@pytest.fixture
def scored(tmp_path, config):
    """A run to its end; its folder."""

    def run_on(release, **changes):
        settings = tmp_path / "config.yaml"
        settings.write_text(as_yaml(dataclasses.replace(config, epochs=1, **changes)), encoding="utf-8")
        arguments = ["--release", str(release), "--config", str(settings), "--out", str(tmp_path / "out")]
        assert run.main(arguments) == 0
        return tmp_path / "out"

    return run_on


def detection_of(out):
    return json.loads((out / "evaluation.json").read_text())["detection"]


def test_the_threshold_rests_on_clients_that_were_not_trained_on(larger, scored, monkeypatch):
    monkeypatch.setattr(development, "FEWEST_OF_EACH", 2)

    out = scored(larger)

    record, detection = json.loads((out / "run.json").read_text()), detection_of(out)
    clients = {line["turn"]: (line["client"], line["split"]) for line in read_turns(larger)}
    labels = {line["turn"]: line["labels"]["incongruence"] for line in read_turns(larger)}
    lines = [json.loads(line) for line in (out / "predictions-development.jsonl").read_text().splitlines()]
    aside = {clients[line["turn"]][0] for line in lines}
    assert {clients[line["turn"]][1] for line in lines} == {"train"}
    assert aside & {client for client, split in clients.values() if split == "holdout"} == set()
    assert record["development"]["sessions"] == sorted({line["session"] for line in lines})
    assert record["training"]["samples"] == sum(
        split == "train" and client not in aside for client, split in clients.values()
    )
    truth = [float(labels[line["turn"]] != "none") for line in lines]
    assert detection["threshold"] == choose_threshold(
        np.array(truth), np.array([min(max(1 - line["p_none"], 0), 1) for line in lines])
    )
    assert detection["threshold_chosen_on"] == "clients set aside from training"
    assert detection["development"] == record["development"]
    assert detection["estimates"]["f1"]["value"] is not None


def test_without_a_development_part_nothing_is_scored_at_a_threshold_and_the_rest_is(larger, scored):
    out = scored(larger, development_share=0.0)

    detection = detection_of(out)
    assert (detection["threshold"], detection["threshold_chosen_on"]) == (None, "nothing")
    for estimates in (detection["estimates"], detection["human_ceiling"]["model"]):
        for name in CALLS:
            assert estimates[name]["value"] is None
            assert "development_share is 0" in estimates[name]["why_undefined"]
        assert estimates["auroc"]["value"] is not None
    assert detection["human_ceiling"]["humans"]["f1"]["value"] is not None


def test_no_command_of_a_run_reads_a_threshold_off_turns_it_was_fitted_on(
    larger, config, tmp_path, progress, monkeypatch
):
    monkeypatch.setattr(development, "FEWEST_OF_EACH", 2)
    one = Run(open_release(larger), config, tmp_path / "out")

    ready = preflight(one, progress)

    fitted = {sample.turn.client for sample in ready.lessons}
    part = split_training(one.release.training, config)
    assert part.development
    assert fitted & {turn.client for turn in part.development} == set()
