"""The adapter: put on, saved, checked and loaded."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import torch
from peft import LoraConfig, PeftModel, get_peft_model
from safetensors import SafetensorError
from safetensors.torch import load_file

from training.adapter_card import README, adapter_readme
from training.config import DEMONSTRATION_FAMILIES, TrainingConfig
from training.families.backbone import Backbone, BaseIdentity
from training.refusals import RunRefused

WEIGHTS = "adapter_model.safetensors"


def add_adapter(backbone: Backbone, config: TrainingConfig) -> PeftModel:
    """Freeze the base and put LoRA layers on it; the seed decides how they start."""
    torch.manual_seed(config.seed)
    layers = LoraConfig(
        r=config.lora_rank,
        lora_alpha=config.lora_alpha,
        lora_dropout=config.lora_dropout,
        target_modules=backbone.lora_targets(config.lora_parts),
    )
    with _without_pefts_warning():
        return get_peft_model(backbone.model, layers)


def save_adapter(model: PeftModel, folder: Path, *, base: BaseIdentity, release_hash: str) -> None:
    """Save the adapter and read it back. It says by name, revision and hash what it belongs on: no path of ours leaves.

    Raises:
        RunRefused: what was saved is no usable adapter.
    """
    layers = model.peft_config[model.active_adapter]
    layers.base_model_name_or_path, layers.revision = base.name, base.revision
    # The base's embeddings are frozen; asking whether they changed would ask the hub.
    model.save_pretrained(str(folder), save_embedding_layers=False)
    # In place of peft's, which names the base's folder.
    readme = adapter_readme(
        base=base, release_hash=release_hash, is_demonstration=base.family in DEMONSTRATION_FAMILIES
    )
    (folder / README).write_text(readme, encoding="utf-8")
    check_adapter(folder)


def load_adapter(backbone: Backbone, folder: Path) -> PeftModel:
    """Put a saved adapter on its base; raises RunRefused where there is none that can be used."""
    check_adapter(folder)
    with _without_pefts_warning():
        return PeftModel.from_pretrained(backbone.model, str(folder))


def check_adapter(folder: Path) -> None:
    """Raise RunRefused unless the folder holds an adapter whose weights are there and finite."""
    path = folder / WEIGHTS
    try:
        tensors = load_file(path)
    except (OSError, SafetensorError) as error:
        raise RunRefused(f"{path} holds no weights: {error}; train again") from error
    if not tensors:
        raise RunRefused(f"{path} holds no weights; train again")
    spoilt = [name for name, tensor in tensors.items() if not tensor.isfinite().all()]
    if spoilt:
        raise RunRefused(f"{path} has {len(spoilt)} weights that are not finite, {spoilt[0]} first; train again")


@contextmanager
def _without_pefts_warning() -> Iterator[None]:
    """peft 0.21 still asks transformers for a property by its old name."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*is_gradient_checkpointing", category=FutureWarning)
        yield
