"""The file of a backup: a tar of a header, the files, and at its end a manifest with the SHA-256 of each. No Django.

The manifest comes last because nothing is read twice and nothing is held in memory: hashes are known once a file is
written. A file that ends early therefore has no manifest, and is refused.
"""

import hashlib
import io
import json
import os
import tarfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from annotator.errors import DomainError
from training.disk import is_full

FORMAT = "attune-backup/1"
HEADER, MANIFEST = "attune-backup.json", "manifest.json"
_PIECE_BYTES = 1_000_000
_LONGEST_TEXT_BYTES = 200_000_000  # A manifest of a million files; more is no manifest.

Json = dict[str, Any]
Progress = Callable[[int], None]
"""Told the bytes that are done."""


class NotABackup(DomainError):
    """The file is none of ours, is damaged, or would write elsewhere."""

    code = "not_a_backup"


class FileChanged(DomainError):
    code = "file_changed"


@dataclass(frozen=True)
class Member:
    """A file to be kept, under its name in the backup."""

    name: str
    path: Path


def write(file: Path, *, header: Mapping[str, Any], members: Iterable[Member], on_progress: Progress) -> int:
    """Write the backup, readable by its owner alone, and return its number of files. It appears once it is whole.

    A file that is gone by the time its turn comes is left out: what the database names was there before.

    Raises:
        FileChanged: a file became shorter while it was read.
    """
    unfinished = file.with_name(f".{file.name}.unfinished")
    hashes: dict[str, str] = {}
    try:
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as out, tarfile.open(fileobj=out, mode="w|") as tar:
            text = _as_bytes({"format": FORMAT, **header})
            hashes[HEADER] = _add(tar, HEADER, io.BytesIO(text), len(text))
            for member in members:
                try:
                    opened = member.path.open("rb")
                except FileNotFoundError:
                    continue
                with opened:
                    size = member.path.stat().st_size
                    hashes[member.name] = _add(tar, member.name, opened, size)
                on_progress(size)
            text = _as_bytes({"sha256": hashes})
            _add(tar, MANIFEST, io.BytesIO(text), len(text))
        unfinished.rename(file)
    finally:
        unfinished.unlink(missing_ok=True)
    return len(hashes) - 1


def check(file: Path, *, folders: Iterable[str]) -> Json:
    """Read the whole backup and return its header; nothing is written.

    Raises:
        NotABackup: another kind of file, a damaged one, or one with a path outside `folders`.
    """
    try:
        header, manifest, hashes = _read(file, folders)
    except tarfile.FilterError as error:
        raise NotABackup(f"{file.name} would write outside of its folder. Nothing was restored.") from error
    except tarfile.TarError as error:
        raise NotABackup(f"{file.name} is not a backup of Attune, or is damaged.") from error
    if header.get("format") != FORMAT:
        raise NotABackup(f"{file.name} is not a backup of Attune, or of a version that this one does not know.")
    if manifest is None:
        raise NotABackup(f"{file.name} ends early: it was not written, or not copied, to its end. Use another copy.")
    if wrong := sorted({name for name, _ in hashes.items() ^ manifest.get("sha256", {}).items()}):
        raise NotABackup(f"{file.name} is damaged: {', '.join(wrong[:3])} is not what it was. Use another copy.")
    return header


def extract(file: Path, into: Path, *, on_progress: Progress) -> None:
    """Write the files of a backup that was checked below `into`."""
    with tarfile.open(file, mode="r|") as tar:
        for member in tar:
            if member.name not in (HEADER, MANIFEST):
                tar.extract(member, into, filter="data")
                on_progress(member.size)


def _read(file: Path, folders: Iterable[str]) -> tuple[Json, Json | None, dict[str, str]]:
    """The header, the manifest where there is one, and the SHA-256 of all before it. Stops at a foreign header."""
    header: Json = {}
    manifest: Json | None = None
    hashes: dict[str, str] = {}
    with tarfile.open(file, mode="r|") as tar:
        for member in tar:
            content = tar.extractfile(member) if member.isreg() else None
            if content is None:
                raise NotABackup(f"{file.name} holds {member.name}, which is no plain file. Nothing was restored.")
            if manifest is not None or member.name in hashes:
                raise NotABackup(f"{file.name} is damaged: {member.name} stands where nothing should.")
            if member.name == MANIFEST:
                manifest = _read_json(file, member.name, content.read(_LONGEST_TEXT_BYTES))
            elif not hashes:
                text = content.read(_LONGEST_TEXT_BYTES) if member.name == HEADER else b"{}"
                header = _read_json(file, member.name, text)
                if header.get("format") != FORMAT:
                    break
                hashes[HEADER] = hashlib.sha256(text).hexdigest()
            else:
                _require_inside(file, member, folders)
                hashes[member.name] = _hash_of(content)
    return header, manifest, hashes


def _require_inside(file: Path, member: tarfile.TarInfo, folders: Iterable[str]) -> None:
    tarfile.data_filter(member, "/nowhere")  # Raises FilterError for a path that leads outside.
    folder, _, rest = member.name.partition("/")
    if folder not in folders or not rest or ".." in rest.split("/"):
        raise NotABackup(f"{file.name} holds {member.name}, which belongs to no backup. Nothing was restored.")


def _read_json(file: Path, name: str, text: bytes) -> Json:
    try:
        told = json.loads(text)
    except ValueError as error:
        raise NotABackup(f"{file.name} is damaged: {name} cannot be read.") from error
    if not isinstance(told, dict):
        raise NotABackup(f"{file.name} is damaged: {name} cannot be read.")
    return told


def _add(tar: tarfile.TarFile, name: str, content: IO[bytes], size: int) -> str:
    """Add one file and return its SHA-256. A file that grows meanwhile is kept as long as it was."""
    member = tarfile.TarInfo(name)
    member.size, member.mode = size, 0o640  # Where nginx hands out media, it reads the restored files by group.
    reader = _HashingReader(content)
    try:
        tar.addfile(member, reader)  # type: ignore[arg-type]  # It only reads.
    except OSError as error:
        if reader.n_read < size and not is_full(error):
            raise FileChanged(f"{name} became shorter while it was read. Make the backup again.") from error
        raise
    return reader.hash.hexdigest()


class _HashingReader:
    def __init__(self, content: IO[bytes]) -> None:
        self._content = content
        self.hash = hashlib.sha256()
        self.n_read = 0

    def read(self, size: int) -> bytes:
        piece = self._content.read(size)
        self.hash.update(piece)
        self.n_read += len(piece)
        return piece


def _hash_of(content: IO[bytes]) -> str:
    sha256 = hashlib.sha256()
    while piece := content.read(_PIECE_BYTES):
        sha256.update(piece)
    return sha256.hexdigest()


def _as_bytes(content: Mapping[str, Any]) -> bytes:
    return json.dumps(content, ensure_ascii=False, indent=1).encode()
