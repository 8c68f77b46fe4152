"""Let a trained adapter say what it makes of the held-out turns.

python -m training.predict --release releases/4 --config training/configs/tiny.yaml --out runs/17
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import torch
from safetensors.torch import load_file
from torch import Tensor

from training.command import Run, run_command
from training.data import Encoder, Sample, chunks, collate, is_lesson
from training.development import split_training
from training.device import device_of
from training.families.backbone import Backbone
from training.files import write_lines
from training.heads import VadHead, pooled, to_scale
from training.lora import load_adapter
from training.losses import answer_log_likelihoods
from training.progress import Progress
from training.prompts import LABELS, split_answer
from training.record import add_to_record
from training.release import Turn
from training.train import ADAPTER, HEAD

PREDICTIONS = "predictions.jsonl"
DEVELOPMENT_PREDICTIONS = "predictions-development.jsonl"
"""Of the development part, for choosing a threshold; without a line where there is none."""
REPLIES = "replies.jsonl"
BATCH = 32


def predict(run: Run, progress: Progress) -> None:
    """Write predictions and replies for the hold-out, and predictions for the development part.

    Raises:
        RunRefused: there is no adapter, or none that can be used.
    """
    progress.report(0, "loading what the model has learned")
    backbone = run.backbone(progress.part("base", 0, 0.05))
    load_adapter(backbone, run.out / ADAPTER)
    backbone.model.eval().to(device_of(run.config))
    head = _load_head(run, backbone)
    encoder = Encoder(backbone, run.config, run.release.folder)
    holdout = run.release.holdout()
    questions = [encoder.question(turn) for turn in holdout]

    predicting = progress.part("predicting", 0.1, 0.7)
    write_lines(run.out / PREDICTIONS, _predictions(questions, backbone, head, _share_done(predicting, questions)))
    aside = split_training(run.release.training, run.config).development
    development = [encoder.question(turn) for turn in aside if is_lesson(turn)]
    write_lines(run.out / DEVELOPMENT_PREDICTIONS, _predictions(development, backbone, None, lambda done: None))
    replying = progress.part("predicting", 0.7, 1)
    answers = list(_answers(questions, backbone, run.config.max_new_tokens, _share_done(replying, questions)))
    write_lines(run.out / REPLIES, _reply_lines(holdout, answers))
    add_to_record(
        run.out,
        prediction={
            "scored": "likelihood of each label as the answer's beginning",
            "turns": len(questions),
            "answers_without_label": sum(split_answer(answer)[0] is None for answer in answers),
        },
    )


def _load_head(run: Run, backbone: Backbone) -> VadHead | None:
    path = run.out / ADAPTER / HEAD
    if not path.exists():
        return None
    head = VadHead(backbone.hidden_size)
    head.load_state_dict(load_file(path))
    return head.to(device_of(run.config))


@torch.no_grad()
def _predictions(
    samples: Sequence[Sample], backbone: Backbone, head: VadHead | None, report: Callable[[int], None]
) -> Iterator[dict[str, Any]]:
    for start, rows in enumerate(chunks(samples, BATCH)):
        probabilities = label_probabilities(rows, backbone)
        vad = _vad(rows, backbone, head)
        for sample, shares, values in zip(rows, probabilities.tolist(), vad, strict=True):
            yield {
                "turn": sample.turn.id,
                "session": sample.turn.session,
                **{f"p_{label}": round(share, 6) for label, share in zip(LABELS, shares, strict=True)},
                "predicted": LABELS[shares.index(max(shares))],
                **values,
            }
        report(start * BATCH + len(rows))


def label_probabilities(samples: Sequence[Sample], backbone: Backbone) -> Tensor:
    """How likely each of `LABELS` is as the beginning of the answer, among the three; shape (samples, 3)."""
    likelihoods = []
    for label in LABELS:
        batch = collate([replace(sample, answer=backbone.text_ids(label)) for sample in samples], backbone)
        batch = batch.to(backbone.model.device)
        hidden = backbone.hidden(batch.ids, batch.mask, batch.images)
        likelihoods.append(answer_log_likelihoods(hidden, batch, backbone))
    return torch.stack(likelihoods, dim=1).softmax(dim=1)


def _vad(samples: Sequence[Sample], backbone: Backbone, head: VadHead | None) -> list[dict[str, float]]:
    if head is None:
        return [{}] * len(samples)
    batch = collate(samples, backbone).to(backbone.model.device)
    predicted = head(pooled(backbone.hidden(batch.ids, batch.mask, batch.images), batch))
    return [to_scale(values) for values in predicted.cpu()]


@torch.no_grad()
def _answers(
    samples: Sequence[Sample], backbone: Backbone, max_new_tokens: int, report: Callable[[int], None]
) -> Iterator[str]:
    for start, rows in enumerate(chunks(samples, BATCH)):
        batch = collate(rows, backbone, side="left").to(backbone.model.device)
        yield from backbone.generate(batch, max_new_tokens=max_new_tokens)
        report(start * BATCH + len(rows))


def _reply_lines(turns: Sequence[Turn], answers: Sequence[str]) -> Iterator[dict[str, Any]]:
    for turn, answer in zip(turns, answers, strict=True):
        before = [one for one in turns if one.session == turn.session and one.position < turn.position]
        yield {
            "session": turn.session,
            "turn": turn.id,
            "client": turn.words,
            "reply": split_answer(answer)[1],
            "reference": turn.reply,
            "history": [one.words for one in sorted(before, key=lambda one: one.position)[-2:]],
        }


def _share_done(progress: Progress, samples: Sequence[Sample]) -> Callable[[int], None]:
    return lambda done: progress.report(done / len(samples), "predicting", step=done, of=len(samples))


def main(arguments: list[str] | None = None) -> int:
    def work(run: Run, progress: Progress) -> str:
        predict(run, progress.part("predicting", 0, 1))
        return "predictions and replies are written"

    return run_command("predict", work, arguments)


if __name__ == "__main__":
    sys.exit(main())
