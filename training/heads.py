"""A head that reads valence, arousal and dominance of both channels off the pooled last hidden state.

The labels themselves never stand in the prompt (E-THER's VAD masking).
"""

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import smooth_l1_loss

from training.data import IGNORED, Batch
from training.release import Turn, Vad

CHANNELS = ("words", "face")


class VadHead(nn.Linear):
    """Six values a sample, each from -1 to 1: words' and then face's valence, arousal, dominance."""

    def __init__(self, hidden_size: int) -> None:
        super().__init__(hidden_size, 6)


def pooled(hidden: Tensor, batch: Batch) -> Tensor:
    """Hidden state of each prompt's last token, where the answer begins: shape (samples, hidden)."""
    in_prompt = (batch.mask == 1) & (batch.labels == IGNORED)
    places = torch.arange(in_prompt.shape[1], device=hidden.device)
    return hidden[torch.arange(len(hidden)), (in_prompt * places).argmax(1)]


def vad_targets(turns: Sequence[Turn]) -> Tensor:
    """Labels of shape (turns, 6), brought from 1-9 to -1..1; NaN where there is none."""
    return torch.tensor([_scaled(turn.vad_words) + _scaled(turn.vad_face) for turn in turns])


def vad_losses(predicted: Tensor, wanted: Tensor) -> Tensor:
    """Smooth-L1 of each sample over the values it has, shape (samples,); 0 where it has none."""
    known = ~wanted.isnan()
    errors = smooth_l1_loss(predicted, wanted.nan_to_num(), reduction="none") * known
    return errors.sum(1) / known.sum(1).clamp(min=1)


def to_scale(predicted: Tensor) -> dict[str, float]:
    """Six predicted values as on the raters' scale, 1 to 9, by the names of the release's labels."""
    names = [f"{dimension}_{channel}" for channel in CHANNELS for dimension in ("valence", "arousal", "dominance")]
    return dict(zip(names, np.clip(5 + 4 * predicted.numpy(), 1, 9).round(3).tolist(), strict=True))


def _scaled(vad: Vad | None) -> list[float]:
    return [float("nan")] * 3 if vad is None else [(value - 5) / 4 for value in vad]
