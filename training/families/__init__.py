"""One file a family of bases; a family is found here by its name in the config."""

from pathlib import Path

from transformers.utils.logging import disable_progress_bar

from training.config import TrainingConfig
from training.families.backbone import Backbone
from training.progress import Report


def load_backbone(config: TrainingConfig, *, cache: Path, report: Report) -> Backbone:
    """The base of the config, ready on the CPU; `cache` is where bases that the project makes itself are kept."""
    # Progress is told in progress.jsonl; bars would fill the log.
    disable_progress_bar()
    match config.family:
        case "tiny":
            from training.families.tiny import load_tiny

            return load_tiny(cache, report)
