"""Files that are there whole or not at all."""

import hashlib
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from annotator.file_locks import hold_at_once

_UNFINISHED = ".making-"
_PARTIAL = ".partial"
_LOOK_AGAIN_S = 0.2


def write_whole(path: Path, data: bytes) -> str:
    """Write the file and return its SHA-256 in hexadecimal; a process killed half-way leaves no half file."""
    partial = path.with_name(f".{path.name}{_PARTIAL}")
    partial.write_bytes(data)
    partial.replace(path)
    return hashlib.sha256(data).hexdigest()


def sha256_of(path: Path) -> str:
    """SHA-256 of a file in hexadecimal, read once."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def workbench(folder: Path) -> Iterator[Path]:
    """A folder inside `folder` for files that are being made, each to be moved out when it is whole.

    Each piece of work has one of its own, so that a worker taken for dead can't spoil what its successor makes.
    """
    with TemporaryDirectory(prefix=_UNFINISHED, dir=folder, ignore_cleanup_errors=True) as bench:
        yield Path(bench)


@contextmanager
def alone_in(folder: Path, *, on_wait: Callable[[], object]) -> Iterator[None]:
    """Work in a folder while no other process or thread does; `on_wait` is called again and again until it is so.

    The system ends the claim with the process, however that ends.
    """
    claim = os.open(folder, os.O_RDONLY)
    try:
        while not hold_at_once(claim):
            on_wait()
            time.sleep(_LOOK_AGAIN_S)
        yield
    finally:
        os.close(claim)


def clear_workbenches(folder: Path) -> None:
    """Delete what killed processes left unfinished in `folder` and the folders in it. Whoever calls is alone there."""
    for bench in list(folder.rglob(f"{_UNFINISHED}*")):
        shutil.rmtree(bench, ignore_errors=True)
    for partial in list(folder.rglob(f".*{_PARTIAL}")):
        partial.unlink(missing_ok=True)
