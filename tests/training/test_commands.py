"""The commands as the web app starts them."""

import json
import signal
import subprocess
import sys
import time
from contextlib import ExitStack

import pytest

from tests.full_disk import tiny_disk
from training import run
from training.config import as_yaml
from training.disk import FULL_STATUS
from training.files import write_json
from training.progress import Progress


@pytest.fixture
def config_file(tmp_path, config):
    path = tmp_path / "config.yaml"
    path.write_text(as_yaml(config), encoding="utf-8")
    return path


def lines_of(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def arguments(small_release, config_file, tmp_path):
    return ["--release", str(small_release), "--config", str(config_file), "--out", str(tmp_path / "out")]


def test_a_run_leaves_adapter_predictions_replies_and_scores(arguments, tmp_path):
    assert run.main(arguments) == 0

    out = tmp_path / "out"
    predictions, replies = lines_of(out / "predictions.jsonl"), lines_of(out / "replies.jsonl")
    assert len(predictions) == len(replies) == 6
    for line in predictions:
        assert line["p_none"] + line["p_minimizing"] + line["p_contradiction"] == pytest.approx(1, abs=1e-5)
        assert 1 <= line["valence_face"] <= 9
    assert [len(line["history"]) for line in replies] == [0, 1, 2, 2, 2, 2]
    evaluation = json.loads((out / "evaluation.json").read_text())
    auroc = evaluation["detection"]["estimates"]["auroc"]
    assert auroc["low"] is None
    assert "1 session; an interval needs at least 5" in auroc["why_no_interval"]
    assert evaluation["detection"]["majority_class"]["level"] == "none"
    assert evaluation["detection"]["human_ceiling"]["humans"]["f1"]["value"] > 0
    assert evaluation["replies"]["reference"]["means"]["pct_adherence"]["value"] is not None


def test_progress_only_grows_and_ends_with_done(arguments, tmp_path):
    run.main(arguments)

    lines = lines_of(tmp_path / "out" / "progress.jsonl")
    shares = [line["progress"] for line in lines]
    assert shares == sorted(shares)
    assert lines[-1]["stage"] == "done"
    assert {"preflight", "training", "predicting", "evaluating"} <= {line["stage"] for line in lines}
    assert all(line["loss"] > 0 for line in lines if line["stage"] == "training" and line["step"])


def test_a_line_begins_anew_after_one_that_a_killed_process_left_half(tmp_path):
    path = tmp_path / "progress.jsonl"
    path.write_text('{"stage": "training", "st')

    Progress(path).report(0.5, "once more")
    Progress(path).report(0.6, "and again")

    half, *whole = path.read_text().splitlines()
    assert half == '{"stage": "training", "st'
    assert [json.loads(line)["message"] for line in whole] == ["once more", "and again"]


def test_a_run_started_again_trains_no_second_time(arguments, tmp_path):
    run.main(arguments)
    adapter = tmp_path / "out" / "adapter" / "adapter_model.safetensors"
    before = adapter.stat().st_mtime_ns

    assert run.main(arguments) == 0
    assert adapter.stat().st_mtime_ns == before


def test_a_refusal_exits_with_two_and_lists_its_faults(arguments, config_file, tmp_path, capsys):
    config_file.write_text("family: tiny\nrank: 8\nepochs: 0\n", encoding="utf-8")

    assert run.main(arguments) == 2

    told = json.loads(capsys.readouterr().out)
    assert told["stage"] == "failed"
    assert len(told["faults"]) == 2
    assert lines_of(tmp_path / "out" / "progress.jsonl")[-1]["faults"] == told["faults"]


@pytest.mark.slow
def test_a_run_that_is_told_to_stop_ends_within_seconds(arguments, tmp_path):
    child = subprocess.Popen([sys.executable, "-m", "training.run", *arguments])
    progress = tmp_path / "out" / "progress.jsonl"
    deadline = time.monotonic() + 120
    while not progress.exists() and time.monotonic() < deadline:
        time.sleep(0.2)

    child.send_signal(signal.SIGTERM)

    assert child.wait(timeout=10) != 0


@pytest.fixture
def on_tiny_disk(small_release, config_file, tmp_path):
    """The run's folder on a disk of that size, and the arguments that name it."""
    with ExitStack() as mounts:

        def mount(size):
            out = mounts.enter_context(tiny_disk(tmp_path / "disk", size=size)) / "out"
            return out, ["--release", str(small_release), "--config", str(config_file), "--out", str(out)]

        yield mount


@pytest.mark.parametrize("size", ["8k", "40k", "200k"])  # No room for the record, the adapter, a checkpoint.
def test_a_run_whose_disk_fills_up_ends_with_a_status_that_says_so(on_tiny_disk, size):
    out, arguments = on_tiny_disk(size)

    assert run.main(arguments) == FULL_STATUS

    assert not list(out.rglob("*.part"))
    if (out / "run.json").exists():  # What is there is whole.
        json.loads((out / "run.json").read_text())
    assert not (out / "evaluation.json").exists()


def test_a_run_that_found_no_room_goes_on_once_there_is_some(on_tiny_disk):
    out, arguments = on_tiny_disk("200k")
    assert run.main(arguments) == FULL_STATUS

    subprocess.run(["mount", "-o", "remount,size=64m", str(out.parent)], check=True)

    assert run.main(arguments) == 0
    assert lines_of(out / "predictions.jsonl")


def test_a_file_that_finds_no_room_leaves_the_one_before_it(tmp_path):
    with tiny_disk(tmp_path / "disk", size="16k") as folder:
        write_json(folder / "run.json", {"seed": 1})

        with pytest.raises(OSError, match="No space left"):
            write_json(folder / "run.json", {"seed": "x" * 100_000})

        assert json.loads((folder / "run.json").read_text()) == {"seed": 1}
        assert [path.name for path in folder.iterdir()] == ["run.json"]
