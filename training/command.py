"""What the commands share: arguments, progress, and how a refusal is told."""

import argparse
import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from training.config import ConfigRefused, TrainingConfig, as_yaml, read_config
from training.disk import FULL_STATUS, is_full
from training.families import load_backbone
from training.families.backbone import Backbone
from training.progress import Progress
from training.refusals import RunRefused
from training.release import Release, ReleaseRefused, open_release

REFUSED = 2


@dataclass(frozen=True)
class Run:
    """One run: what goes in, where it comes out."""

    release: Release
    config: TrainingConfig
    out: Path

    @property
    def cache(self) -> Path:
        """Where bases that the project makes are kept: once a machine, or beside the runs."""
        return Path(os.environ.get("ATTUNE_CACHE_DIR", self.out.parent / "base"))

    def backbone(self, progress: Progress) -> Backbone:
        """The base as it is before any adapter, set to the run's threads."""
        import torch

        torch.set_num_threads(self.config.threads)
        return load_backbone(self.config, cache=self.cache, report=progress.report)


def run_command(name: str, work: Callable[[Run, Progress], str], arguments: list[str] | None = None) -> int:
    """Parse the arguments, do the work, and give the exit status: 0, 2 after a refusal, 28 where the disk is full."""
    parser = argparse.ArgumentParser(prog=f"python -m training.{name}")
    parser.add_argument("--release", type=Path, required=True, help="folder of a frozen release")
    parser.add_argument("--config", type=Path, required=True, help="YAML file, such as training/configs/tiny.yaml")
    parser.add_argument("--out", type=Path, required=True, help="folder of this run; the same one for all commands")
    given = parser.parse_args(arguments)
    progress = Progress(given.out / "progress.jsonl")
    try:
        run = Run(open_release(given.release), read_config(given.config), given.out)
        given.out.mkdir(parents=True, exist_ok=True)
        (given.out / "config.yaml").write_text(as_yaml(run.config), encoding="utf-8")
        progress.done(work(run, progress))
    except (RunRefused, ConfigRefused, ReleaseRefused) as refusal:
        faults = getattr(refusal, "faults", [str(refusal)])
        progress.failed(str(refusal), faults)
        sys.stdout.write(
            json.dumps({"stage": "failed", "message": str(refusal), "faults": faults}, ensure_ascii=False) + "\n"
        )
        return REFUSED
    except Exception as error:
        if not is_full(error, given.out):
            raise
        # Whoever started this knows it by the exit status: there may be no room for a line of progress or log.
        with suppress(OSError):
            progress.failed("the disk is full", [])
        return FULL_STATUS
    return 0
