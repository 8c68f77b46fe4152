"""A tiny base of a few steps and a small release: enough for the code path, not for good figures."""

import dataclasses
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from factory import make_release

from training.command import Run
from training.config import PRESETS, TrainingConfig, read_config
from training.families import tiny_base
from training.families.backbone import Backbone
from training.progress import Progress
from training.release import open_release


@pytest.fixture(scope="session", autouse=True)
def quick_base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A base after two batches, kept for the whole session."""
    cache = tmp_path_factory.mktemp("bases")
    recipe = tiny_base.Recipe(faces=64, face_epochs=1, captions=64, caption_epochs=1, vocabulary=600)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tiny_base, "RECIPE", recipe)
        patch.setenv("ATTUNE_CACHE_DIR", str(cache))
        yield cache


@pytest.fixture(scope="session")
def small_release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_release(tmp_path_factory.mktemp("releases") / "1", sessions=4, turns=6, holdout=1)


@pytest.fixture
def release(small_release: Path, tmp_path: Path) -> Path:
    """A release to spoil."""
    return Path(shutil.copytree(small_release, tmp_path / "release"))


@pytest.fixture
def config() -> TrainingConfig:
    return dataclasses.replace(
        read_config(PRESETS / "tiny.yaml"), epochs=2, batch_size=4, max_new_tokens=8, learning_rate=1e-3
    )


@pytest.fixture
def run_of(small_release: Path, tmp_path: Path, config: TrainingConfig) -> Callable[..., Run]:
    """Make a run, with some settings changed."""

    def make(out: str = "run", **changes: object) -> Run:
        return Run(open_release(small_release), dataclasses.replace(config, **changes), tmp_path / out)

    return make


@pytest.fixture
def progress(tmp_path: Path) -> Progress:
    return Progress(tmp_path / "progress.jsonl")


@pytest.fixture
def backbone(run_of: Callable[..., Run], progress: Progress) -> Backbone:
    return run_of().backbone(progress)
