"""Whether the weights that a run left can be used, and what leaves with them.

Read without torch, since neither web nor worker imports it.
"""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from annotator.api.archives import File, files_below
from annotator.runs.models import Run
from training.adapter_card import README, adapter_readme

WEIGHTS = "adapter_model.safetensors"
CONFIG = "adapter_config.json"
_UNKNOWN = "not recorded"
# Where the exponent of a 16-bit brain float stands; all ones there mean infinite or not a number.
_BF16_EXPONENT = 0x7F80
_FLOATS = {"F64": "<f8", "F32": "<f4", "F16": "<f2"}


def why_unusable(folder: Path) -> str | None:
    """The reason for which the adapter may not be offered; None where it may.

    Source of the format: huggingface.co/docs/safetensors, a length, a JSON header and raw little-endian tensors.
    """
    path = folder / WEIGHTS
    if not path.is_file():
        return "the run left no adapter"
    content = path.read_bytes()
    length = int.from_bytes(content[:8], "little")
    header: dict[str, Any] = json.loads(content[8 : 8 + length])
    tensors = {name: tensor for name, tensor in header.items() if name != "__metadata__"}
    if not tensors:
        return "the adapter holds no weights"
    for name, tensor in tensors.items():
        start, end = tensor["data_offsets"]
        if not _is_finite(content[8 + length + start : 8 + length + end], tensor["dtype"]):
            return f"the adapter's weights {name} are not finite"
    return None


def files_of(run: Run) -> list[File]:
    """The adapter as it may leave.

    What says which base it belongs on is made of the run's record: peft named a folder of this machine there, and
    older runs kept that, some of them in their record as well.
    """
    folder = run.folder / "adapter"
    base = _base_of(run)
    readme = adapter_readme(
        base=SimpleNamespace(**base), release_hash=run.release.content_hash, is_demonstration=run.is_demonstration
    )
    files = [(name, content) for name, content in files_below(folder) if name not in (README, CONFIG)]
    if (folder / CONFIG).is_file():
        config = _without_folders(json.loads((folder / CONFIG).read_text("utf-8")))
        revision = None if base["revision"] == _UNKNOWN else base["revision"]
        config |= {"base_model_name_or_path": base["name"], "revision": revision}
        files.insert(0, (CONFIG, (json.dumps(config, indent=2) + "\n").encode()))
    return [(README, readme.encode()), *files]


def _base_of(run: Run) -> dict[str, str]:
    """Name, revision and hash of the base; of a run that recorded none, what its settings say."""
    recorded: dict[str, str] = {"revision": _UNKNOWN, "sha256": _UNKNOWN, **(run.record or {}).get("base", {})}
    name = recorded.get("name")
    return recorded | {"name": run.model_name if name is None or Path(name).is_absolute() else name}


def _without_folders(config: dict[str, Any]) -> dict[str, Any]:
    """The config with no folder of this machine in it."""
    return {
        key: None if isinstance(value, str) and Path(value).is_absolute() else value for key, value in config.items()
    }


def _is_finite(raw: bytes, dtype: str) -> bool:
    import numpy as np  # The web server offers adapters too, and needs none of it.

    if dtype == "BF16":
        return not ((np.frombuffer(raw, "<u2") & _BF16_EXPONENT) == _BF16_EXPONENT).any()
    return dtype not in _FLOATS or bool(np.isfinite(np.frombuffer(raw, _FLOATS[dtype])).all())
