"""What a batch of samples costs."""

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from training.data import IGNORED, Batch
from training.families.backbone import Backbone


def answer_losses(hidden: Tensor, batch: Batch, backbone: Backbone) -> Tensor:
    """Mean cross-entropy of each sample's answer under its token weights, shape (samples,)."""
    costs = _token_costs(hidden, batch, backbone)
    weights = batch.token_weights[:, 1:]
    return (costs * weights).sum(1) / weights.sum(1)


def answer_log_likelihoods(hidden: Tensor, batch: Batch, backbone: Backbone) -> Tensor:
    """Log-probability of each sample's whole answer after its prompt, shape (samples,)."""
    return -_token_costs(hidden, batch, backbone).sum(1)


def _token_costs(hidden: Tensor, batch: Batch, backbone: Backbone) -> Tensor:
    """Cross-entropy where a token is trained, 0 elsewhere, shape (samples, length - 1)."""
    wanted = batch.labels[:, 1:]
    trained = wanted != IGNORED
    costs = torch.zeros(wanted.shape, device=hidden.device)
    # A large vocabulary over the whole prompt would be most of the memory, and is not needed.
    costs[trained] = cross_entropy(backbone.logits(hidden[:, :-1][trained]), wanted[trained], reduction="none")
    return costs
