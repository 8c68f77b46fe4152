"""Where a run computes."""

import torch

from training.config import TrainingConfig


def device_of(config: TrainingConfig) -> torch.device:
    """The device of the config; `auto` is the GPU where there is one."""
    if config.device == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return torch.device(config.device)
