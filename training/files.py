"""Files that are whole or not there."""

import errno
import json
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from training.disk import is_full

CHECKPOINT = "checkpoint.pt"
"""In the folder of a run that has begun to learn and is not done."""


def write_whole(path: Path, write: Callable[[Path], object]) -> None:
    """Let `write` fill a file beside `path`, then move it there: whoever is ended meanwhile leaves the old one.

    Raises:
        OSError: ENOSPC where the disk is full, whatever `write` made of that.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.part")
    try:
        write(beside)
        beside.replace(path)
    except BaseException as error:
        full = is_full(error, path.parent)  # Asked before the half file gives its room back.
        beside.unlink(missing_ok=True)
        if full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path)) from error
        raise


def write_json(path: Path, content: Mapping[str, Any]) -> None:
    text = json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False)
    write_whole(path, lambda beside: beside.write_text(text + "\n", encoding="utf-8"))


def write_lines(path: Path, lines: Iterable[Mapping[str, Any]]) -> None:
    text = "".join(json.dumps(line, ensure_ascii=False, allow_nan=False) + "\n" for line in lines)
    write_whole(path, lambda beside: beside.write_text(text, encoding="utf-8"))


def read_lines(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]
