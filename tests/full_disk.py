"""A disk with hardly any room, for tests of what happens when it is full."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def tiny_disk(folder: Path, *, size: str) -> Iterator[Path]:
    """`folder` as a disk of that size (`64k`); skips the test where this user may mount none."""
    folder.mkdir(parents=True, exist_ok=True)
    if sys.platform != "linux":
        pytest.skip("only Linux mounts a disk in memory")
    command = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=0700", "tmpfs", str(folder)]
    try:
        mounted = subprocess.run(command, capture_output=True, text=True)
    except FileNotFoundError:
        pytest.skip("there is no mount program")
    if mounted.returncode:
        pytest.skip(f"this user may mount no disk: {mounted.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
