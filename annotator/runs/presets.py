"""Ready-made configs that a run starts from, and what tables call a run."""

from annotator.errors import DomainError
from annotator.wording import listed
from training.config import PRESETS, Ablation, TrainingConfig, read_config

ABLATION_NAMES: dict[Ablation, str] = {"none": "both channels", "no_vision": "words only", "no_words": "picture only"}


class UnknownPreset(DomainError):
    code = "unknown_preset"
    status = 400


def preset_names() -> list[str]:
    return sorted(path.stem for path in PRESETS.glob("*.yaml"))


def preset_config(name: str) -> TrainingConfig:
    """The config of a preset; raises UnknownPreset where there is none of that name."""
    if name not in preset_names():
        raise UnknownPreset(f"There is no preset “{name}”. Choose {listed(preset_names(), by='or')}.")
    return read_config(PRESETS / f"{name}.yaml")
