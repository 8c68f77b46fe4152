"""Train an adapter on the training part of a release.

    python -m training.train --release releases/4 --config training/configs/tiny.yaml --out runs/17

Started again on the same folder, it goes on from its last checkpoint, or finds that all is done.
"""

import hashlib
import math
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch
from peft import PeftModel
from safetensors.torch import save_file
from torch import Tensor, nn
from torch.optim.lr_scheduler import LambdaLR

from training.checkpoint import Trainee, resume, save_checkpoint
from training.command import Run, run_command
from training.config import TrainingConfig, as_yaml
from training.data import Sample, blanks_context, chunks, collate, epoch_steps
from training.device import device_of
from training.ending import held_back
from training.families.backbone import Backbone
from training.files import CHECKPOINT
from training.heads import VadHead, pooled, vad_losses, vad_targets
from training.lora import WEIGHTS, add_adapter, save_adapter
from training.losses import answer_losses
from training.preflight import Ready, preflight
from training.progress import Progress
from training.record import add_to_record, circumstances, peak_memory_mb, read_record
from training.refusals import RunRefused
from training.release import sha256_of
from training.sample_weights import SampleWeights, sample_weights

ADAPTER = "adapter"
HEAD = "vad_head.safetensors"


@dataclass(frozen=True)
class Course:
    """What stays the same through a run."""

    config: TrainingConfig
    backbone: Backbone
    samples: list[Sample]
    weights: SampleWeights
    vad: Tensor
    """Targets of the head, shape (samples, 6)."""
    device: torch.device

    @property
    def steps_per_epoch(self) -> int:
        return math.ceil(len(self.samples) / (self.config.batch_size * self.config.accumulation))

    @property
    def steps(self) -> int:
        whole = self.config.epochs * self.steps_per_epoch
        return min(whole, self.config.max_steps) if self.config.max_steps else whole


def train(run: Run, ready: Ready, progress: Progress) -> None:
    """Train, and leave `adapter/` and the record in the run's folder.

    Raises:
        RunRefused: the loss became NaN or infinite, or ended far above where it began; no adapter is left then.
    """
    config, backbone, samples = run.config, ready.backbone, ready.lessons
    key = run_key(run, backbone)
    if read_record(run.out).get("run_key") == key and (run.out / ADAPTER / WEIGHTS).exists():
        progress.report(1, "trained already")
        return
    device = device_of(config)
    course = Course(
        config=config,
        backbone=backbone,
        samples=samples,
        weights=sample_weights(samples, backbone, config),
        vad=vad_targets([sample.turn for sample in samples]).to(device),
        device=device,
    )
    model = add_adapter(backbone, config).to(device)
    trainee = _trainee(model, course)
    resume(run.out / CHECKPOINT, trainee, run_key=key)
    with held_back() as is_asked_to_end:
        _run(course, trainee, run.out / CHECKPOINT, key=key, progress=progress, is_asked_to_end=is_asked_to_end)
    save_adapter(model, run.out / ADAPTER, base=backbone.identity, release_hash=run.release.content_hash)
    if "vad_head" in trainee.modules:
        save_file(trainee.modules["vad_head"].state_dict(), run.out / ADAPTER / HEAD)
    add_to_record(
        run.out,
        run_key=key,
        **circumstances(run, backbone, device),
        training={
            "samples": len(samples),
            "weights": course.weights.summary(),
            "steps": trainee.steps,
            "tokens": trainee.tokens,
            "wall_time_s": round(trainee.seconds, 2),
            "peak_memory_mb": round(peak_memory_mb(device), 1),
            "trainable_weights": sum(parameter.numel() for parameter in trainee.parameters()),
            "adapter_sha256": sha256_of(run.out / ADAPTER / WEIGHTS),
        },
    )
    (run.out / CHECKPOINT).unlink(missing_ok=True)


def run_key(run: Run, backbone: Backbone) -> str:
    """One value for everything that decides what is learnt: release, config, base."""
    told = f"{run.release.content_hash}\n{as_yaml(run.config)}\n{backbone.identity.sha256}"
    return hashlib.sha256(told.encode()).hexdigest()


def step_loss(course: Course, trainee: Trainee, step: int) -> Tensor:
    """Loss of one optimizer step; its gradients are left in the parameters.

    It is a mean over the step's samples however they are split into batches, so that accumulation changes nothing.
    """
    epoch, place = divmod(step, course.steps_per_epoch)
    lengths = [sample.length for sample in course.samples]
    indices = epoch_steps(lengths, config=course.config, epoch=epoch)[place]
    weights = torch.tensor(course.weights.of(indices), dtype=torch.float32, device=course.device)
    total = torch.zeros((), device=course.device)
    for rows in chunks(range(len(indices)), course.config.batch_size):
        chosen = [indices[row] for row in rows]
        blanks = [blanks_context(course.config, epoch=epoch, index=index) for index in chosen]
        batch = collate(
            [course.samples[index] for index in chosen],
            course.backbone,
            label_token_weight=course.config.label_token_weight,
            max_length=course.config.max_length,
            blank_context=blanks,
        ).to(course.device)
        hidden = course.backbone.hidden(batch.ids, batch.mask, batch.images)
        losses = weights[list(rows)] * answer_losses(hidden, batch, course.backbone)
        if "vad_head" in trainee.modules:
            predicted = trainee.modules["vad_head"](pooled(hidden, batch))
            losses = losses + course.config.vad_weight * vad_losses(predicted, course.vad[chosen])
        loss = losses.sum() / len(indices)
        loss.backward()
        total += loss.detach()
        trainee.tokens += int(batch.mask.sum())
    return total


def _trainee(model: PeftModel, course: Course) -> Trainee:
    config = course.config
    modules = nn.ModuleDict({"adapter": model})
    if config.vad_weight > 0 and not bool(course.vad.isnan().all()):
        modules["vad_head"] = VadHead(course.backbone.hidden_size).to(course.device)
    parameters = [parameter for parameter in modules.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(parameters, lr=config.learning_rate, weight_decay=config.weight_decay, fused=True)
    warmup = max(1, round(config.warmup_share * course.steps))

    def share(step: int) -> float:
        if step < warmup:
            return (step + 1) / warmup
        return 0.5 * (1 + math.cos(math.pi * (step - warmup) / max(1, course.steps - warmup)))

    return Trainee(modules, optimizer, LambdaLR(optimizer, share), steps=[])


def _run(
    course: Course,
    trainee: Trainee,
    checkpoint: Path,
    *,
    key: str,
    progress: Progress,
    is_asked_to_end: Callable[[], bool],
) -> None:
    """Train to the last step, or to the one after which the process is asked to end."""
    config = course.config
    trainee.modules.train()
    before, started = trainee.seconds, time.monotonic()
    for step in range(len(trainee.steps), course.steps):
        rate = float(trainee.schedule.get_last_lr()[0])
        loss = float(step_loss(course, trainee, step))
        if not math.isfinite(loss):
            raise RunRefused(f"the loss of step {step + 1} is {loss}; lower the learning rate ({config.learning_rate})")
        norm = nn.utils.clip_grad_norm_(trainee.parameters(), config.max_gradient_norm)
        trainee.optimizer.step()
        trainee.optimizer.zero_grad()
        trainee.schedule.step()
        trainee.steps.append({"loss": loss, "learning_rate": rate, "gradient_norm": norm.item()})
        trainee.seconds = before + time.monotonic() - started
        done = step + 1
        progress.report(done / course.steps, "training", step=done, of=course.steps, loss=round(loss, 4))
        if is_asked_to_end():
            save_checkpoint(checkpoint, trainee, run_key=key)
            return
        if done % config.checkpoint_every == 0 and done < course.steps:
            save_checkpoint(checkpoint, trainee, run_key=key)
    _refuse_divergence(course, trainee)
    if is_asked_to_end():
        save_checkpoint(checkpoint, trainee, run_key=key)
    trainee.modules.eval()


def _refuse_divergence(course: Course, trainee: Trainee) -> None:
    """The last update has met no loss yet: look once more, so that a spoilt adapter is not offered."""
    first, learnt_from = trainee.steps[0]["loss"], trainee.tokens
    final = float(step_loss(course, trainee, course.steps - 1))
    trainee.optimizer.zero_grad()
    trainee.tokens = learnt_from
    if not math.isfinite(final) or final > 2 * first:
        raise RunRefused(
            f"the loss went from {first:.3f} to {final:.3g}; lower the learning rate ({course.config.learning_rate})"
        )


def main(arguments: list[str] | None = None) -> int:
    def work(run: Run, progress: Progress) -> str:
        ready = preflight(run, progress.part("preflight", 0, 0.3))
        train(run, ready, progress.part("training", 0.3, 1))
        return "the adapter is trained"

    return run_command("train", work, arguments)


if __name__ == "__main__":
    sys.exit(main())
