"""From turns to encoded samples, and from samples to batches."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeVar

import numpy as np
import torch
from PIL import Image
from torch import Tensor

from training.config import TrainingConfig, pictures_a_turn
from training.families.backbone import Backbone, Prompt
from training.pictures import chosen_pictures, client_face, no_picture
from training.prompts import messages, target
from training.release import Turn

Item = TypeVar("Item")

IGNORED = -100
"""In labels: a token that is not trained."""


@dataclass(frozen=True)
class Sample:
    """One client turn, encoded."""

    turn: Turn
    prompt: Prompt
    bare_prompt: Prompt
    """The prompt with its context blanked; the same object where there is no context."""
    answer: list[int] = field(default_factory=list)
    """Token ids of the target; empty where none is wanted."""
    label_tokens: int = 0
    """How many of the answer's first tokens are the label."""

    @property
    def length(self) -> int:
        return len(self.prompt.ids) + len(self.answer)


@dataclass(frozen=True)
class Batch:
    """Padded samples: ids, mask and labels of shape (samples, length)."""

    ids: Tensor
    mask: Tensor
    labels: Tensor
    token_weights: Tensor
    images: dict[str, Tensor]

    def to(self, device: torch.device) -> "Batch":
        return Batch(
            self.ids.to(device),
            self.mask.to(device),
            self.labels.to(device),
            self.token_weights.to(device),
            {name: value.to(device) for name, value in self.images.items()},
        )


@dataclass(frozen=True)
class Encoder:
    """Encodes turns as the config asks."""

    backbone: Backbone
    config: TrainingConfig
    folder: Path
    """The release's."""

    def question(self, turn: Turn) -> Sample:
        """A turn to be answered."""
        pictures = self._pictures(turn)
        prompt = self._prompt(turn, pictures, self.config.context_turns)
        has_context = bool(turn.context) and self.config.context_turns > 0
        return Sample(turn, prompt, self._prompt(turn, pictures, 0) if has_context else prompt)

    def lesson(self, turn: Turn) -> Sample:
        """A turn with its answer: label and reply, or the label alone where no reply followed."""
        question = self.question(turn)
        label = self.backbone.text_ids(str(turn.incongruence))
        return Sample(turn, question.prompt, question.bare_prompt, self._answer(turn), len(label))

    def _answer(self, turn: Turn) -> list[int]:
        label = str(turn.incongruence)
        if turn.reply is None:
            # Nothing says that the counsellor stayed silent, so the end is not taught.
            return self.backbone.text_ids(label)
        return [*self.backbone.text_ids(target(label, turn.reply)), self.backbone.tokenizer.eos_token_id]

    def _prompt(self, turn: Turn, pictures: Sequence[Image.Image], context_turns: int) -> Prompt:
        return self.backbone.encode(
            messages(
                turn,
                instruction=self.backbone.instruction,
                ablation=self.config.ablation,
                context_turns=context_turns,
                n_pictures=len(pictures),
            ),
            pictures,
        )

    def _pictures(self, turn: Turn) -> list[Image.Image]:
        if not turn.frames or self.config.ablation == "no_vision":
            return [no_picture()]
        return [
            client_face(self.folder / frame, box, margin=self.config.crop_margin)
            for frame, box in chosen_pictures(turn, pictures_a_turn(self.config))
        ]


def is_lesson(turn: Turn) -> bool:
    """Whether the turn can be trained on: someone agreed on its incongruence."""
    return turn.incongruence is not None


def collate(
    samples: Sequence[Sample],
    backbone: Backbone,
    *,
    label_token_weight: float = 1.0,
    max_length: int | None = None,
    blank_context: Sequence[bool] | None = None,
    side: Literal["left", "right"] = "right",
) -> Batch:
    """Pad samples to one length on one side, the left one to generate from; the label mask goes with the tokens."""
    blanked = blank_context or [False] * len(samples)
    prompts = [sample.bare_prompt if blank else sample.prompt for sample, blank in zip(samples, blanked, strict=True)]
    rows = [
        _row(prompt.ids.tolist(), sample, label_token_weight, max_length)
        for prompt, sample in zip(prompts, samples, strict=True)
    ]
    width = max(len(ids) for ids, _, _ in rows)
    ids = torch.full((len(rows), width), backbone.tokenizer.pad_token_id)
    mask = torch.zeros((len(rows), width), dtype=torch.long)
    labels = torch.full((len(rows), width), IGNORED)
    weights = torch.zeros((len(rows), width))
    for index, (row_ids, row_labels, row_weights) in enumerate(rows):
        place = slice(width - len(row_ids), width) if side == "left" else slice(0, len(row_ids))
        ids[index, place] = torch.tensor(row_ids)
        mask[index, place] = 1
        labels[index, place] = torch.tensor(row_labels)
        weights[index, place] = torch.tensor(row_weights)
    return Batch(ids, mask, labels, weights, backbone.stack([prompt.images for prompt in prompts]))


def epoch_steps(lengths: Sequence[int], *, config: TrainingConfig, epoch: int) -> list[list[int]]:
    """The samples of each optimizer step of an epoch, by length within the step, so that its batches pad little.

    Steps themselves are drawn at random: an answer's length goes with its label, and a step of one label teaches
    badly. All depends on seed and epoch alone, so that an interrupted run goes on in the same order.
    """
    order = np.random.default_rng([config.seed, epoch]).permutation(len(lengths)).tolist()
    return [
        sorted(step, key=lambda index: lengths[index])
        for step in chunks(order, config.batch_size * config.accumulation)
    ]


def chunks(items: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]


def blanks_context(config: TrainingConfig, *, epoch: int, index: int) -> bool:
    """One draw per sample and epoch, whatever else is drawn."""
    return bool(np.random.default_rng([config.seed, 1, epoch, index]).random() < config.context_dropout)


def _row(
    prompt: list[int], sample: Sample, label_token_weight: float, max_length: int | None
) -> tuple[list[int], list[int], list[float]]:
    answer = sample.answer
    ids = (prompt + answer)[:max_length]
    labels = ([IGNORED] * len(prompt) + answer)[:max_length]
    label_weights = [label_token_weight] * sample.label_tokens
    weights = [0.0] * len(prompt) + label_weights + [1.0] * (len(answer) - sample.label_tokens)
    return ids, labels, weights[:max_length]
