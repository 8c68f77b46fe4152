"""What a run is told: one YAML file, read into a frozen dataclass. Free of torch, so that the web app may import it."""

from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, fields
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import yaml

Family = Literal["tiny"]  # What training/families loads; another base is one more file and name, there and here.
BASE_NAMES: dict[Family, str] = {"tiny": "attune-tiny"}
"""What the base of a family is called where the config names none."""
DEMONSTRATION_FAMILIES: frozenset[Family] = frozenset({"tiny"})
"""Bases for trying everything out: what they come to is no research result."""
MOST_PICTURES: dict[Family, int | None] = {"tiny": None}
"""How many pictures one prompt of the family takes; None where it takes any number."""
Ablation = Literal["none", "no_vision", "no_words"]
Weighting = Literal["continuous", "binary", "engagement", "class_balanced", "none"]
LoraPart = Literal["text", "vision", "connector"]

FEWEST_CLIENTS = 3
"""In the training part, to set one aside: of two, one would be left whose ways alone are learnt."""

PRESETS = Path(__file__).parent / "configs"


class ConfigRefused(Exception):
    """The config cannot be used; `faults` lists every reason at once."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


@dataclass(frozen=True, kw_only=True)
class TrainingConfig:
    """Every knob of a run. Defaults suit a real base; the tiny base has its own preset, `configs/tiny.yaml`."""

    family: Family
    """Which vision-language architecture; it decides prompt, processor and LoRA targets."""
    base: str | None = None
    """Local folder or hub id of the base; None is the family's default."""
    seed: int = 0
    """Of order, dropout and adapter initialisation."""
    device: Literal["auto", "cpu", "cuda"] = "auto"
    """`auto` is the GPU where there is one."""
    threads: int = 1
    """CPU threads; more than one slows a tiny model down."""

    development_share: float = 0.2
    """Share of the training clients that are not trained on, so that the detection threshold can be chosen on them;
    0 trains on all, and then nothing is scored at a threshold."""

    ablation: Ablation = "none"
    """What the model may not see: the picture, or every word (context included)."""
    context_turns: int = 0
    """Turns before the client's that stand in the prompt, 0 to 4; each adds some 20 tokens."""
    context_dropout: float = 0.3
    """Share of samples per epoch whose context is blanked. E-THER, section 4."""
    frames: int | None = None
    """Pictures of a turn that the model is given at most, evenly spread over those of the release; None gives it all
    that its family takes. Each adds the tokens of a picture and its share of time and memory."""
    crop_margin: float = 0.15
    """Room around the face box, as a share of its longer side."""
    max_length: int = 512
    """Tokens of prompt and reply together; a longer sample is refused before training, never cut in silence."""

    weighting: Weighting = "continuous"
    """How much a sample counts: by VAD discrepancy (Eq. 4), label, engagement, class size, or equally."""
    weight_lambda: float = 0.5
    """Share of the embeddings' distance in the severity, the rest being the VAD distance."""
    weight_gamma: float = 1.0
    """Exponent of the severity, 0.8 to 1.2 in E-THER."""
    weight_tau: Literal["frozen", "batch"] = "frozen"
    """Median VAD distance of the whole training part, or of each optimizer step."""
    normalise_weights: bool = True
    """Divide by the mean weight, so that weighting does not change the step size."""
    label_token_weight: float = 1.0
    """How many reply tokens a label token counts for; a tiny model needs 10 or more."""
    vad_weight: float = 0.1
    """Of the valence-arousal-dominance head in the loss; 0 leaves the head out."""

    lora_rank: int = 16
    """Adapter size; doubling it doubles the trainable weights."""
    lora_alpha: int = 32
    lora_dropout: float = 0.05
    lora_parts: tuple[LoraPart, ...] = ("text",)
    """Where adapters sit. Without `vision` the vision tower stays frozen."""

    learning_rate: float = 1e-4
    warmup_share: float = 0.05
    """Share of the steps in which the learning rate climbs; a cosine to zero follows."""
    weight_decay: float = 0.0
    max_gradient_norm: float = 1.0
    epochs: int = 3
    max_steps: int | None = None
    """Stop after so many optimizer steps, whatever the epochs."""
    batch_size: int = 16
    """Samples on the device at once; memory grows with it."""
    accumulation: int = 1
    """Batches per optimizer step: 1 x 16 trains as 16 x 1 does, in less memory and more time."""
    checkpoint_every: int = 100
    """Optimizer steps between checkpoints: the most that a kill can cost; a request to end costs none."""

    max_new_tokens: int = 64
    """Longest generated reply."""


def read_config(path: Path) -> TrainingConfig:
    """Read a YAML file.

    Raises:
        ConfigRefused: with every unknown key, missing key and senseless value.
    """
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ConfigRefused([f"{path} cannot be read as YAML: {error}"]) from error
    if not isinstance(content, dict):
        raise ConfigRefused([f"{path} holds no settings"])
    return config_from(content)


def config_from(settings: Mapping[str, Any]) -> TrainingConfig:
    """Check settings and make a config of them; raises ConfigRefused with every fault."""
    hints = get_type_hints(TrainingConfig)
    faults = [f"{key} is not a setting; known are {', '.join(hints)}" for key in settings if key not in hints]
    values: dict[str, Any] = {}
    for field in fields(TrainingConfig):
        if field.name in settings:
            try:
                values[field.name] = _fitted(settings[field.name], hints[field.name])
            except ValueError as error:
                faults.append(f"{field.name}: {error}")
        elif field.default is MISSING:
            faults.append(f"{field.name} is missing")
    faults += [
        f"{name}={values[name]} is not {wanted}"
        for name, (is_sensible, wanted) in _RANGES.items()
        if values.get(name) is not None and not is_sensible(values[name])
    ]
    if faults:
        raise ConfigRefused(faults)
    return TrainingConfig(**values)


def pictures_a_turn(config: TrainingConfig) -> int | None:
    """How many pictures of a turn the model is given at most; None where there is no limit."""
    limits = [limit for limit in (config.frames, MOST_PICTURES[config.family]) if limit is not None]
    return min(limits, default=None)


def as_yaml(config: TrainingConfig) -> str:
    """The config as a file that `read_config` reads back equal."""
    settings = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(config).items()}
    return yaml.safe_dump(settings, sort_keys=False)


def _fitted(value: Any, hint: Any) -> Any:
    """The value as the hinted type; raises ValueError saying what would fit."""
    origin, options = get_origin(hint), get_args(hint)
    if origin is Literal:
        if value in options:
            return value
        raise ValueError(f"{value!r} is not one of {', '.join(map(str, options))}")
    if origin in (Union, UnionType):
        return None if value is None else _fitted(value, options[0])
    if origin is tuple:
        if isinstance(value, list | tuple):
            return tuple(_fitted(item, options[0]) for item in value)
        raise ValueError(f"{value!r} is not a list")
    if hint is float and isinstance(value, int | str) and not isinstance(value, bool):
        return float(value)  # YAML reads 1e-4, without a dot, as text.
    if type(value) is hint:
        return value
    raise ValueError(f"{value!r} is not of type {hint.__name__}")


_POSITIVE = (lambda value: value > 0, "above 0")
_NOT_NEGATIVE = (lambda value: value >= 0, "0 or more")
_SHARE = (lambda value: 0 <= value <= 1, "between 0 and 1")
_COUNT = (lambda value: value >= 1, "1 or more")
_RANGES = {
    "seed": _NOT_NEGATIVE,
    "threads": _COUNT,
    "development_share": (lambda value: 0 <= value < 1, "at least 0 and below 1"),
    "context_turns": (lambda value: 0 <= value <= 4, "between 0 and 4"),
    "context_dropout": _SHARE,
    "frames": _COUNT,
    "crop_margin": _NOT_NEGATIVE,
    "max_length": _COUNT,
    "weight_lambda": _SHARE,
    "weight_gamma": _POSITIVE,
    "label_token_weight": _POSITIVE,
    "vad_weight": _NOT_NEGATIVE,
    "lora_rank": _COUNT,
    "lora_alpha": _COUNT,
    "lora_dropout": (lambda value: 0 <= value < 1, "at least 0 and below 1"),
    "lora_parts": (lambda value: len(value) > 0, "a list of one part or more"),
    "learning_rate": _POSITIVE,
    "warmup_share": _SHARE,
    "weight_decay": _NOT_NEGATIVE,
    "max_gradient_norm": _POSITIVE,
    "epochs": _COUNT,
    "max_steps": _COUNT,
    "batch_size": _COUNT,
    "accumulation": _COUNT,
    "checkpoint_every": _COUNT,
    "max_new_tokens": _COUNT,
}
