"""Make a family's base ahead of its first run, so that no run waits for it.

    ATTUNE_CACHE_DIR=data/cache python -m training.base --config training/configs/tiny.yaml

Nothing is done where the base is there already.
"""

import argparse
import os
import sys
from pathlib import Path

from training.config import read_config
from training.families import load_backbone


def main(arguments: list[str] | None = None) -> int:
    """Load the base of the config's family, which makes it where it is missing."""
    import torch

    parser = argparse.ArgumentParser(prog="python -m training.base")
    parser.add_argument("--config", type=Path, required=True, help="YAML file, such as training/configs/tiny.yaml")
    given = parser.parse_args(arguments)
    config = read_config(given.config)
    torch.set_num_threads(config.threads)
    load_backbone(config, cache=Path(os.environ["ATTUNE_CACHE_DIR"]), report=lambda _share, _text: None)
    return 0


if __name__ == "__main__":
    sys.exit(main())
