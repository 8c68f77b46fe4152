"""Training: what must hold whatever the figures."""

import itertools
import json
import math
import os
import signal

import pytest
import torch
from safetensors.torch import load_file, save_file

from training.ending import ENDED
from training.files import CHECKPOINT
from training.lora import WEIGHTS
from training.predict import predict
from training.preflight import preflight
from training.progress import Progress
from training.record import read_record
from training.refusals import RunRefused
from training.train import ADAPTER, step_loss, train


def trained(run, progress):
    train(run, preflight(run, progress), progress)
    return load_file(run.out / ADAPTER / WEIGHTS)


def assert_equal(first, second, tolerance=0.0):
    assert first.keys() == second.keys()
    for name, tensor in first.items():
        torch.testing.assert_close(second[name], tensor, rtol=0, atol=tolerance)


def losses(run):
    return [step["loss"] for step in read_record(run.out)["training"]["steps"]]


class Interrupted(Exception):
    pass


class Interrupting(Progress):
    """Ends the run as a kill would, once so many steps are told of."""

    def report(self, fraction, message="", *, step=None, of=None, loss=None):
        if step == 5:
            raise Interrupted


def test_one_batch_of_four_trains_as_four_batches_of_one_do(run_of, progress):
    together = run_of("together", batch_size=4, accumulation=1, lora_dropout=0.0)
    apart = run_of("apart", batch_size=1, accumulation=4, lora_dropout=0.0)

    assert_equal(trained(together, progress), trained(apart, progress), tolerance=2e-5)
    assert losses(together) == pytest.approx(losses(apart), abs=1e-4)


def test_a_run_that_is_interrupted_ends_as_if_it_had_not_been(run_of, progress, tmp_path):
    whole = run_of("whole", lora_dropout=0.1, checkpoint_every=2)
    broken = run_of("broken", lora_dropout=0.1, checkpoint_every=2)
    with pytest.raises(Interrupted):
        train(broken, preflight(broken, progress), Interrupting(tmp_path / "lost.jsonl"))
    assert (broken.out / CHECKPOINT).exists()

    assert_equal(trained(whole, progress), trained(broken, progress))
    assert losses(whole) == losses(broken)
    assert not (broken.out / CHECKPOINT).exists()


def test_a_run_that_is_asked_to_end_after_its_last_step_keeps_it_all(run_of, progress, monkeypatch):
    whole, ended = run_of("whole", lora_dropout=0.1), run_of("ended", lora_dropout=0.1)
    taught, n_losses = trained(whole, progress), itertools.count()

    def asking(course, trainee, step):
        if next(n_losses) == len(losses(whole)):  # The one look after the last step.
            os.kill(os.getpid(), signal.SIGTERM)
        return step_loss(course, trainee, step)

    with monkeypatch.context() as patched, pytest.raises(SystemExit):
        patched.setattr("training.train.step_loss", asking)
        train(ended, preflight(ended, progress), progress)

    assert len(torch.load(ended.out / CHECKPOINT)["steps"]) == len(losses(whole))
    assert_equal(taught, trained(ended, progress))
    assert read_record(whole.out)["training"]["tokens"] == read_record(ended.out)["training"]["tokens"]


@pytest.mark.parametrize("step", [5, "last"])
def test_a_run_that_is_asked_to_end_keeps_what_it_has_learnt(run_of, progress, tmp_path, step):
    whole, ended = run_of("whole", lora_dropout=0.1), run_of("ended", lora_dropout=0.1)

    class Asking(Progress):
        def report(self, fraction, message="", *, step=None, of=None, loss=None):
            if step == (of if at_step == "last" else at_step):
                os.kill(os.getpid(), signal.SIGTERM)

    at_step = step
    with pytest.raises(SystemExit) as end:
        train(ended, preflight(ended, progress), Asking(tmp_path / "lost.jsonl"))
    assert end.value.code == ENDED
    assert not (ended.out / ADAPTER).exists()
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL

    assert_equal(trained(whole, progress), trained(ended, progress))
    assert losses(whole) == losses(ended)


def test_a_checkpoint_of_another_config_is_refused(run_of, progress, tmp_path):
    broken = run_of(checkpoint_every=2)
    with pytest.raises(Interrupted):
        train(broken, preflight(broken, progress), Interrupting(tmp_path / "lost.jsonl"))
    other = run_of(checkpoint_every=2, seed=1)

    with pytest.raises(RunRefused, match="made with other settings, another release or another base"):
        train(other, preflight(other, progress), progress)


def test_a_checkpoint_that_cannot_be_read_is_refused_in_words(run_of, progress):
    run = run_of("damaged")
    run.out.mkdir(parents=True, exist_ok=True)
    (run.out / CHECKPOINT).write_bytes(b"half of it")

    with pytest.raises(RunRefused, match=r"cannot be read\. Start a new run"):
        train(run, preflight(run, progress), progress)


def test_training_again_changes_nothing(run_of, progress):
    run = run_of(max_steps=1)
    first = trained(run, progress)

    assert_equal(first, trained(run, progress))


@pytest.mark.parametrize(("setting", "named"), [({"learning_rate": 1e3}, "loss"), ({"learning_rate": 1e38}, "loss")])
def test_a_run_that_diverges_fails_and_offers_no_adapter(run_of, progress, setting, named):
    run = run_of(max_steps=2, **setting)

    with pytest.raises(RunRefused, match=named):
        train(run, preflight(run, progress), progress)

    assert not (run.out / ADAPTER).exists()


def test_an_adapter_without_tensors_is_refused(run_of, progress):
    run = run_of(max_steps=1)
    trained(run, progress)
    save_file({}, run.out / ADAPTER / WEIGHTS)

    with pytest.raises(RunRefused, match="holds no weights"):
        predict(run, progress)


def test_an_adapter_that_is_not_finite_is_refused(run_of, progress):
    run = run_of(max_steps=1)
    tensors = trained(run, progress)
    save_file({name: tensor * math.nan for name, tensor in tensors.items()}, run.out / ADAPTER / WEIGHTS)

    with pytest.raises(RunRefused, match="not finite"):
        predict(run, progress)


@pytest.mark.parametrize("weighting", ["continuous", "binary", "engagement", "class_balanced", "none"])
def test_normalised_weights_are_one_on_average_and_are_recorded(run_of, progress, weighting):
    run = run_of(max_steps=1, weighting=weighting)

    trained(run, progress)

    record = read_record(run.out)
    json.dumps(record, allow_nan=False)
    summary = record["training"]["weights"]
    assert summary["weighting"] == weighting
    assert summary["mean_weight_given_to"] == 0
    assert summary["weight"]["max"] >= 1 or weighting == "class_balanced"


def test_the_record_tells_the_run_again(run_of, progress):
    run = run_of(max_steps=1)

    trained(run, progress)

    record = read_record(run.out)
    assert record["config"]["seed"] == record["seed"] == 0
    assert record["release"]["content_hash"] == run.release.content_hash
    assert record["base"]["family"] == "tiny"
    assert set(record["code"]) == {"commit", "clean"}
    assert record["packages"]["torch"]
    assert record["device"].startswith("cpu")
    assert record["training"]["tokens"] > 0
    assert record["training"]["peak_memory_mb"] > 0
    assert len(record["training"]["adapter_sha256"]) == 64


def test_an_adapter_names_its_base_and_no_folder_of_ours(run_of, progress):
    run = run_of(max_steps=1)

    trained(run, progress)

    base = read_record(run.out)["base"]
    config = json.loads((run.out / ADAPTER / "adapter_config.json").read_text())
    readme = (run.out / ADAPTER / "README.md").read_text()
    assert (config["base_model_name_or_path"], config["revision"]) == ("attune-tiny", base["revision"])
    assert all(f"| {told} |" in readme for told in (base["name"], base["revision"], base["sha256"]))
    assert run.release.content_hash in readme
    texts = {path.name: path.read_bytes() for path in (run.out / ADAPTER).iterdir() if path.is_file()}
    assert [name for name, text in texts.items() if str(run.out.parents[1]).encode() in text or b"/tiny-" in text] == []
