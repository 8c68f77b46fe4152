"""The record of a run, `run.json`: enough to tell the run again."""

import json
import platform
import resource
import subprocess
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

import torch

from training.command import Run
from training.families.backbone import Backbone
from training.files import write_json

RECORD = "run.json"
PACKAGES = ("torch", "transformers", "peft", "tokenizers", "safetensors", "numpy", "pillow")


def read_record(out: Path) -> dict[str, Any]:
    """What is recorded so far; empty before the first command."""
    path = out / RECORD
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def add_to_record(out: Path, **parts: Any) -> None:
    """Write each command's part beside the others'."""
    write_json(out / RECORD, read_record(out) | parts)


def circumstances(run: Run, backbone: Backbone, device: torch.device) -> dict[str, Any]:
    """All that a run starts from."""
    return {
        "config": asdict(run.config),
        "seed": run.config.seed,
        "release": {"content_hash": run.release.content_hash, "number": run.release.manifest.get("number")},
        "base": asdict(backbone.identity),
        "code": code_state(),
        "packages": {name: version(name) for name in PACKAGES},
        "python": platform.python_version(),
        "device": torch.cuda.get_device_name(device)
        if device.type == "cuda"
        else f"cpu, {torch.get_num_threads()} thread(s)",
    }


def code_state() -> dict[str, Any]:
    """Commit of this code and whether the tree was clean; both None where it is no git checkout."""
    folder = Path(__file__).parents[1]
    try:
        commit = _git(folder, "rev-parse", "HEAD")
        return {"commit": commit, "clean": _git(folder, "status", "--porcelain") == ""}
    except (OSError, subprocess.CalledProcessError):
        return {"commit": None, "clean": None}


def peak_memory_mb(device: torch.device) -> float:
    """The most memory held so far: the GPU's, or the process's on a CPU."""
    if device.type == "cuda":
        return torch.cuda.max_memory_allocated(device) / 2**20
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10


def _git(folder: Path, *arguments: str) -> str:
    command = ["git", "-C", str(folder), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
