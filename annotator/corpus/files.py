"""Files of the corpus, each import in a folder of its own. Paths in the database are relative to the media folder."""

import hashlib
import shutil
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self
from uuid import uuid4

from django.conf import settings

from annotator.corpus.transcripts.decoding import INVISIBLE
from annotator.errors import DomainError

_IMPORTS = "imports"
_PIECE_BYTES = 1_000_000
_LONGEST_NAME = 255
_NOT_SHOWN = {"Cc", "Cs", "Zl", "Zp"}
"""Kinds of characters that no name shows: control, halves of one, line and paragraph ends."""


class TooLarge(DomainError):
    code = "too_large"
    status = 400


@dataclass(frozen=True)
class Upload:
    """A file as it arrives: its name elsewhere, and its bytes in pieces."""

    name: str
    pieces: Iterable[bytes]

    @classmethod
    def of(cls, path: Path) -> Self:
        """A file on this machine, opened when its pieces are asked for."""
        return cls(name=path.name, pieces=_pieces(path))


@dataclass(frozen=True)
class Kept:
    """A file on the disk."""

    path: str
    sha256: str
    bytes: int


def absolute(path: str) -> Path:
    """Where a stored path lies today."""
    return Path(settings.MEDIA_DIR) / path


def shown_name(name: str) -> str:
    """A file's name as it is kept: without what would break its line, or turn what follows about as U+202E does.

    Of a long one the end is kept, for its suffix.
    """
    kept = (char for char in name if char not in INVISIBLE and unicodedata.category(char) not in _NOT_SHOWN)
    return "".join(kept)[-_LONGEST_NAME:]


def new_folder() -> str:
    """Make the folder of one import."""
    folder = f"{_IMPORTS}/{uuid4()}"
    absolute(folder).mkdir(parents=True)
    return folder


def keep(upload: Upload, path: str, *, at_most: int) -> Kept:
    """Write the upload to the disk piece by piece.

    Raises:
        TooLarge: it has more than `at_most` bytes.
    """
    digest, n_bytes = hashlib.sha256(), 0
    with absolute(path).open("wb") as file:
        for piece in upload.pieces:
            n_bytes += len(piece)
            if n_bytes > at_most:
                raise TooLarge(f"{upload.name} is larger than {at_most // 1_000_000} MB, the most that is taken here.")
            digest.update(piece)
            file.write(piece)
    return Kept(path=path, sha256=digest.hexdigest(), bytes=n_bytes)


def keep_second_name(path: str, second: str) -> None:
    """Give a file that is on the disk a second name, under which it stays when the first goes. Nothing is copied."""
    try:
        absolute(second).hardlink_to(absolute(path))
    except OSError:  # Not every disk can: a memory stick, say.
        shutil.copyfile(absolute(path), absolute(second))


def folder_of(path: str) -> str:
    """The import's folder that a stored path lies in."""
    return str(Path(path).parent)


def remove_folder(folder: str) -> None:
    """Delete an import's folder with all that is in it."""
    shutil.rmtree(absolute(folder), ignore_errors=True)


def folders_older_than(timestamp: float) -> list[str]:
    """The imports' folders that were made before that moment (seconds since 1970)."""
    imports = absolute(_IMPORTS)
    if not imports.is_dir():
        return []
    return [f"{_IMPORTS}/{each.name}" for each in imports.iterdir() if each.stat().st_mtime < timestamp]


def _pieces(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(_PIECE_BYTES):
            yield piece
