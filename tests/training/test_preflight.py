"""Preflight: every fault at once, before anything is trained."""

import dataclasses
import json

import pytest
from factory import read_turns, write_release

from training.command import Run
from training.preflight import preflight
from training.refusals import RunRefused
from training.release import open_release


@pytest.fixture
def faults_of(config, tmp_path, progress):
    def faults(release, **changes):
        run = Run(open_release(release), dataclasses.replace(config, **changes), tmp_path / "out")
        with pytest.raises(RunRefused) as refusal:
            preflight(run, progress)
        return refusal.value.faults

    return faults


def change_manifest(folder, **changes):
    path = folder / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def test_a_sound_release_is_ready_and_counted(run_of, progress):
    run = run_of()

    ready = preflight(run, progress)

    counts = json.loads((run.out / "run.json").read_text())["preflight"]
    assert len(ready.lessons) == counts["lessons"] == counts["training_turns"] == 18
    assert counts["holdout_turns"] == 6
    assert sum(counts["classes"].values()) == 18


def test_all_faults_of_a_release_are_told_at_once(release, faults_of):
    lines = read_turns(release)
    lines[-1]["client"] = lines[0]["client"]
    write_release(release, lines)
    (release / lines[0]["frames"][0]).write_bytes(b"another picture")
    (release / lines[1]["frames"][0]).unlink()
    change_manifest(release, approvals=[], consent={"scopes": ["view"]})

    told = "\n".join(faults_of(release))

    assert "it differs" in told or "SHA-256 differs" in told
    assert "the file is missing" in told
    assert "consent: the manifest does not name the scope train" in told
    assert "approval: nobody" in told
    assert f"client {lines[0]['client']} is in the training part and in the hold-out" in told


def test_a_length_that_would_cut_image_tokens_names_the_turn_and_what_it_needs(release, faults_of):
    fault = faults_of(release, max_length=8)[0]

    assert read_turns(release)[0]["turn"] in fault
    assert "9 image features but" in fault
    assert "it needs" in fault


def test_a_length_that_would_cut_a_reply_names_the_turn_and_what_it_needs(release, faults_of):
    assert any("more than max_length=40" in fault for fault in faults_of(release, max_length=40))


@pytest.mark.parametrize(
    ("weighting", "labels"),
    [("continuous", ["valence_face", "valence_words"]), ("engagement", ["engagement"])],
)
def test_a_weighting_without_its_labels_is_refused_by_name(release, faults_of, weighting, labels):
    lines = read_turns(release)
    for line in lines:
        line["labels"] |= dict.fromkeys(labels)
    write_release(release, lines)

    assert any(f"{weighting} needs" in fault for fault in faults_of(release, weighting=weighting))


def test_turns_without_a_frame_or_a_label_are_counted(release, config, tmp_path, progress):
    lines = read_turns(release)
    lines[0] |= {"frames": [], "frame_missing": "no face found", "face_box": None}
    lines[1]["labels"]["incongruence"] = None
    lines[2]["reply"] = None
    write_release(release, lines)
    run = Run(open_release(release), config, tmp_path / "out")

    preflight(run, progress)

    counts = json.loads((run.out / "run.json").read_text())["preflight"]
    assert (counts["without_frame"], counts["without_label"], counts["without_reply"]) == (1, 1, 1)
