"""A full disk, told from other errors. Free of torch, so that the web app may import it."""

import errno
import os
from pathlib import Path

FULL_STATUS = 28
"""Exit status of a command whose disk is full: it may have no room left to write down why it ended."""
NO_ROOM_BYTES = 64 * 1024
_FULL = {errno.ENOSPC, errno.EDQUOT}
_WORDS = ("no space left on device", "disk quota exceeded", "disk is full")
"""As the system, SQLite and libraries say it that hand on no error number."""


def is_full(error: BaseException, folder: Path | None = None) -> bool:
    """Whether the error, or what it came of, is a full disk.

    `folder` is where was written: torch says nothing of the kind, and leaves no room there.
    """
    each: BaseException | None = error
    while each is not None:
        if isinstance(each, OSError) and each.errno in _FULL:
            return True
        if any(words in str(each).lower() for words in _WORDS):
            return True
        each = each.__cause__ or each.__context__
    return folder is not None and free_bytes(folder) < NO_ROOM_BYTES


def free_bytes(folder: Path) -> int:
    """Room on the disk of a folder, or of the nearest one above it that is there."""
    there = next(each for each in (folder, *folder.absolute().parents) if each.exists())
    disk = os.statvfs(there)
    return disk.f_bavail * disk.f_frsize
