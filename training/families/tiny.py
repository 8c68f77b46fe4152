"""The tiny base: built here, once, for the demo study and the tests. All else is as for a real family."""

import tempfile
from pathlib import Path

from transformers import Idefics3ForConditionalGeneration, Idefics3Processor

from training.config import BASE_NAMES
from training.families import tiny_base
from training.families.backbone import BaseIdentity
from training.families.idefics3 import Idefics3
from training.progress import Report
from training.release import sha256_of


class Tiny(Idefics3):
    instruction = ""
    """It reads no instructions, and each token costs time."""


def load_tiny(cache: Path, report: Report) -> Tiny:
    """Load the base from `cache`, making it first where it is not there."""
    revision = tiny_base.base_hash(tiny_base.RECIPE)
    folder = cache / f"tiny-{revision}"
    if not folder.is_dir():
        _make(folder, report)
    model = Idefics3ForConditionalGeneration.from_pretrained(folder)
    processor = Idefics3Processor.from_pretrained(folder)
    identity = BaseIdentity("tiny", BASE_NAMES["tiny"], revision, sha256_of(folder / "model.safetensors"))
    return Tiny(model, processor, identity)


def _make(folder: Path, report: Report) -> None:
    """Make the base beside its place and move it there whole, so that a run that is ended leaves no half base."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".making-") as workshop:
        made = Path(workshop) / folder.name
        tiny_base.make_base(made, report, tiny_base.RECIPE)
        try:
            made.rename(folder)
        except OSError:
            # Another run made the same base meanwhile.
            if not folder.is_dir():
                raise
