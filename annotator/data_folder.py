"""The folder of all data belongs to Attune alone: no other account of the computer may look into it. No Django.

Whoever reads the database reads every session, and can take the key of somebody's log-in from it. On a lab server
nginx hands out media itself: its account is then put into Attune's group, and the media are open to that group.
"""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_ALONE, _PASSED_BY_GROUP, _READ_BY_GROUP = 0o700, 0o710, 0o2750  # Files made below the last are of its group.


def keep_private(folder: Path, *, media: Path, group_reads_media: bool) -> None:
    """Close the folder and whatever it holds already, and make all that this process and its children write private.

    Without the right to change what is there, it stays as it is: `open_to_others` then says so.

    Args:
        media: the part that nginx hands out.
        group_reads_media: whether it does.

    Raises:
        ValueError: the folder is one that all accounts share, as that of temporary files is.
    """
    if folder.is_dir() and folder.stat().st_mode & stat.S_ISVTX:
        raise ValueError(f"{folder} is shared by every account of this computer")
    os.umask(0o027 if group_reads_media else 0o077)
    folder.mkdir(mode=_ALONE, parents=True, exist_ok=True)
    if not group_reads_media:
        _set_mode(folder, _ALONE)
        return
    for entry in folder.iterdir():
        if entry != media and not entry.is_symlink():
            _set_mode(entry, stat.S_IMODE(entry.stat().st_mode) & ~_OTHERS)
    media.mkdir(mode=_ALONE, exist_ok=True)
    if stat.S_IMODE(media.stat().st_mode) != _READ_BY_GROUP:
        for each in media.rglob("*"):
            _set_mode(each, 0o750 if each.is_dir() else 0o640)
        _set_mode(media, _READ_BY_GROUP)  # Last, so that a walk that was broken off is begun anew.
    _set_mode(folder, _PASSED_BY_GROUP)


def keep_database_private(file: Path) -> None:
    """Close an SQLite database, wherever it lies, and what SQLite keeps beside it while it is open."""
    for path in (file, file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm")):
        _set_mode(path, 0o600)


def open_to_others(folder: Path, *, media: Path, group_reads_media: bool) -> list[Path]:
    """What other accounts can look into: the folder, or parts of it where the group may pass through it."""
    return [path for path, wanted in _wanted(folder, media, group_reads_media) if _mode(path) & _OTHERS & ~wanted]


def _wanted(folder: Path, media: Path, group_reads_media: bool) -> Iterator[tuple[Path, int]]:
    if not group_reads_media:
        yield folder, _ALONE
        return
    yield folder, _PASSED_BY_GROUP
    for entry in folder.iterdir():
        if not entry.is_symlink():
            yield entry, _READ_BY_GROUP if entry == media else _ALONE


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def _set_mode(path: Path, mode: int) -> None:
    try:
        if not path.is_symlink() and _mode(path) != mode:
            path.chmod(mode)
    except (PermissionError, FileNotFoundError):
        return  # Somebody else's, or gone meanwhile.
