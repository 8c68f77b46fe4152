"""What an interrupted run needs to go on as if nothing had happened."""

from dataclasses import dataclass
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import torch
from torch import Tensor, nn
from torch.optim import Optimizer
from torch.optim.lr_scheduler import LRScheduler

from training.files import write_whole
from training.refusals import RunRefused

_ANEW = "Start a new run on the release, in a folder of its own."


@dataclass
class Trainee:
    """The parts of a run that change from step to step."""

    modules: nn.ModuleDict
    optimizer: Optimizer
    schedule: LRScheduler
    steps: list[dict[str, float]]
    """Figures of each finished optimizer step."""
    tokens: int = 0
    """Tokens read so far, padding left out."""
    seconds: float = 0.0
    """Time spent so far, over all starts."""

    def parameters(self) -> list[nn.Parameter]:
        return [parameter for parameter in self.modules.parameters() if parameter.requires_grad]


def save_checkpoint(path: Path, trainee: Trainee, *, run_key: str) -> None:
    """Save weights, optimizer, schedule, random states and figures; `run_key` says of which run."""
    content = {
        "run_key": run_key,
        "weights": _trained(trainee.modules),
        "optimizer": trainee.optimizer.state_dict(),
        "schedule": trainee.schedule.state_dict(),
        "random": _random_states(),
        "steps": trainee.steps,
        "tokens": trainee.tokens,
        "seconds": trainee.seconds,
    }
    write_whole(path, lambda beside: torch.save(content, beside))


def resume(path: Path, trainee: Trainee, *, run_key: str) -> None:
    """Bring `trainee` to where the checkpoint left it; nothing happens without one.

    Raises:
        RunRefused: the checkpoint is of another config, release or base, or can't be read.
    """
    if not path.exists():
        return
    try:
        content: dict[str, Any] = torch.load(path, weights_only=True)
    except (RuntimeError, EOFError, LookupError, UnpicklingError) as error:
        raise RunRefused(f"the checkpoint {path.name} in the run's folder cannot be read. {_ANEW}") from error
    if content.get("run_key") != run_key:
        raise RunRefused(
            "the checkpoint in the run's folder was made with other settings, another release or another base, as an "
            f"older version of Attune may have had them, so training cannot go on from it. {_ANEW}"
        )
    trainee.modules.load_state_dict(content["weights"], strict=False)
    trainee.optimizer.load_state_dict(content["optimizer"])
    trainee.schedule.load_state_dict(content["schedule"])
    torch.set_rng_state(content["random"]["cpu"])
    if torch.cuda.is_available():
        torch.cuda.set_rng_state_all(content["random"]["cuda"])
    trainee.steps, trainee.tokens, trainee.seconds = content["steps"], content["tokens"], content["seconds"]


def _trained(modules: nn.ModuleDict) -> dict[str, Tensor]:
    return {name: parameter for name, parameter in modules.named_parameters() if parameter.requires_grad}


def _random_states() -> dict[str, Any]:
    cuda = torch.cuda.get_rng_state_all() if torch.cuda.is_available() else []
    return {"cpu": torch.get_rng_state(), "cuda": cuda}
