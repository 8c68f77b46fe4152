"""Folders sent as a zip while they are read, so that no copy lies on the disk or in memory."""

import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from django.http import StreamingHttpResponse

_PIECE = 256 * 1024


class _Outgoing(io.RawIOBase):
    """What the archive has written and nobody has taken yet."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        piece = bytes(data)  # type: ignore[call-overload]  # The archive writes bytes and memory views.
        self._pieces.append(piece)
        return len(piece)

    def take(self) -> bytes:
        taken = b"".join(self._pieces)
        self._pieces.clear()
        return taken


File = tuple[str, Path | bytes]
"""Its name in the archive, and where it lies or what it holds."""


def zip_response(files: Iterable[File], *, name: str) -> StreamingHttpResponse:
    """A download called `name` of the files, each under its name in the archive; never kept by a cache."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingHttpResponse(_zipped(files), content_type="application/zip", headers=headers)


def files_below(folder: Path) -> list[File]:
    """Every file of the folder with its path inside it, in order."""
    return [(path.relative_to(folder).as_posix(), path) for path in sorted(folder.rglob("*")) if path.is_file()]


def _zipped(files: Iterable[File]) -> Iterator[bytes]:
    outgoing = _Outgoing()
    with ZipFile(outgoing, "w", ZIP_STORED) as archive:  # Stored: pictures and Parquet are compressed already.
        for name, content in files:
            opened = io.BytesIO(content) if isinstance(content, bytes) else content.open("rb")
            with opened as source, archive.open(ZipInfo(name), "w", force_zip64=True) as member:
                while piece := source.read(_PIECE):
                    member.write(piece)
                    yield outgoing.take()
    yield outgoing.take()
