"""Recordings on their way: they arrive in pieces, over hours, over broken lines and restarts of the server.

What has arrived is what the file on the disk holds, so there is nothing to recover after a crash.
"""

import hashlib
import os
import shutil
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import IO, Protocol
from uuid import uuid4

from django.conf import settings
from django.db import transaction

from annotator.accounts.models import User
from annotator.audit.services import record
from annotator.corpus import files
from annotator.corpus.files import TooLarge
from annotator.corpus.models import RecordingUpload
from annotator.errors import DomainError
from annotator.file_locks import held
from annotator.jobs.services import JobIsOver, request_cancel
from annotator.locks import lock
from annotator.studies.models import Study

KEPT_FOR = timedelta(days=3)  # What broke off on Friday goes on on Monday.
CHECKSUMS = ("sha1", "sha256")
_KEPT_FREE_BYTES = 1_000_000_000  # For the copies that are made of recordings, and for the database.
_PIECE_BYTES = 1_000_000
_GONE = "This recording was used for an import or thrown away already. Look at the imports begun."


class Source(Protocol):
    """Where bytes come from: a request's body, or a file."""

    def read(self, size: int, /) -> bytes: ...


class NoRoom(TooLarge):
    status = 413


class OffsetMissed(DomainError):
    code = "offset_missed"


class ChecksumMissed(DomainError):
    code = "checksum_missed"
    status = 460  # The upload protocol's own.


class UploadUnfinished(DomainError):
    code = "upload_unfinished"


class UploadGone(DomainError):
    code = "upload_gone"


@dataclass(frozen=True)
class Checksum:
    """What the bytes of one request must hash to."""

    algorithm: str
    digest: bytes


def most_bytes() -> int:
    """The largest recording that can be sent at this moment: as settings allow, and as the disk has room for."""
    return min(settings.MAX_UPLOAD_BYTES, room_bytes())


def room_bytes() -> int:
    """What the disk has room for, beside recordings on their way, the copies made of them, and the database."""
    promised = sum(upload.bytes - arrived(upload) for upload in RecordingUpload.objects.all())
    folder = Path(settings.MEDIA_DIR)
    while not folder.exists():
        folder = folder.parent
    return max(0, shutil.disk_usage(folder).free - _KEPT_FREE_BYTES - promised)


def begin_upload(*, study: Study, name: str, n_bytes: int, actor: User, now: datetime) -> RecordingUpload:
    """Make room for a recording of `n_bytes`.

    Raises:
        NoRoom: it is larger than the settings allow, or than the disk has room for.
    """
    most = most_bytes()
    if n_bytes > most:
        raise NoRoom(f"{name} is larger than {most // 1_000_000} MB, the most that can be taken here now.")
    folder = files.new_folder()
    try:
        files.absolute(f"{folder}/original").touch()
        with transaction.atomic():
            upload = RecordingUpload.objects.create(
                study=study, created_by=actor, created_at=now, name=name, path=f"{folder}/original", bytes=n_bytes
            )
            message = f"A recording of {_megabytes(n_bytes)} is being sent"
            record(actor=actor, action="upload.begun", text=message, study=study, target=upload, at=now)
    except BaseException:
        files.remove_folder(folder)
        raise
    return upload


def arrived(upload: RecordingUpload) -> int:
    """How many bytes are on the disk."""
    path = files.absolute(upload.path)
    return path.stat().st_size if path.exists() else 0


def expires_at(upload: RecordingUpload) -> datetime:
    """When the upload is forgotten, unless more of it arrives."""
    path = files.absolute(upload.path)
    latest = datetime.fromtimestamp(path.stat().st_mtime, UTC) if path.exists() else upload.created_at
    return latest + KEPT_FOR


def append(
    *, upload: RecordingUpload, offset: int, source: Source, n_bytes: int, checksum: Checksum | None = None
) -> int:
    """Write up to `n_bytes` of `source` to the end of the upload, in constant memory, and return what has arrived.

    A line that breaks leaves what came over it, unless there is a checksum to be kept: then it is all or nothing.
    Two senders may come at once. Each piece is written only where the file ends, so that one of them is refused.

    Raises:
        OffsetMissed: the file doesn't end at `offset`, or another sender was quicker.
        NoRoom: there is more than was told when the upload was begun.
        ChecksumMissed: the bytes were changed on their way; none is kept.
    """
    if offset != (found := arrived(upload)):
        raise OffsetMissed(f"{found} bytes have arrived, not {offset}. Go on from there.")
    if offset + n_bytes > upload.bytes:
        raise NoRoom(f"{upload.name} was said to have {upload.bytes} bytes, and this is more.")
    if checksum is None:
        return _append(upload, source, offset=offset, n_bytes=n_bytes)
    aside = files.absolute(upload.path).with_name(f".{uuid4()}.part")
    try:
        if not _is_as_told(source, aside, n_bytes=n_bytes, checksum=checksum):
            raise ChecksumMissed("These bytes are not the ones that were sent. They were not kept; send them again.")
        with aside.open("rb") as verified:
            return _append(upload, verified, offset=offset, n_bytes=n_bytes)
    finally:
        aside.unlink(missing_ok=True)


def discard_upload(*, upload: RecordingUpload, actor: User | None, now: datetime) -> None:
    """Forget the upload and delete what has arrived of it.

    Raises:
        UploadGone: it was used or discarded before.
    """
    came = f"{_megabytes(arrived(upload))} of {_megabytes(upload.bytes)} had arrived"
    message = f"A recording that was being sent was thrown away; {came}"
    with transaction.atomic():
        upload = lock_upload(upload)
        record(actor=actor, action="upload.discarded", text=message, study=upload.study, target=upload, at=now)
        if upload.looked_through_by and not upload.looked_through_by.is_over:
            with suppress(JobIsOver):  # At this very moment.
                request_cancel(job=upload.looked_through_by, now=now)
        upload.delete()
    files.remove_folder(files.folder_of(upload.path))


def is_finished(upload: RecordingUpload) -> bool:
    """Whether all of it has arrived."""
    return arrived(upload) == upload.bytes


def require_finished(upload: RecordingUpload) -> None:
    """Refuse an upload of which a part is still missing."""
    if (found := arrived(upload)) != upload.bytes:
        share = f"{found // 1_000_000} of {upload.bytes // 1_000_000} MB"
        raise UploadUnfinished(f"Only {share} of {upload.name} have arrived. Send the rest first.")


def lock_upload(upload: RecordingUpload) -> RecordingUpload:
    """The upload as it stands, held to the end of the transaction.

    Raises:
        UploadGone: it was used or discarded before.
    """
    rows = lock(RecordingUpload.objects.select_related("study", "looked_through_by"))
    found = rows.filter(pk=upload.pk).first()
    if found is None:
        raise UploadGone(_GONE)
    return found


def take_upload(upload: RecordingUpload) -> None:
    """Remove the row, within a transaction, so that the recording is used once.

    Raises:
        UploadGone: it was used or discarded before, perhaps by the same click sent twice.
    """
    taken, _ = RecordingUpload.objects.filter(pk=upload.pk).delete()
    if not taken:
        raise UploadGone(_GONE)


def expire_uploads(*, now: datetime) -> None:
    """Discard uploads of which nothing has come for `KEPT_FOR`."""
    for upload in RecordingUpload.objects.select_related("study"):
        if expires_at(upload) < now:
            with suppress(UploadGone):  # Used or thrown away elsewhere at this moment.
                discard_upload(upload=upload, actor=None, now=now)


def _megabytes(n_bytes: int) -> str:
    return f"{n_bytes / 1_000_000:,.1f} MB"


def _append(upload: RecordingUpload, source: Source, *, offset: int, n_bytes: int) -> int:
    end = offset + n_bytes
    with files.absolute(upload.path).open("ab", buffering=0) as file:
        while offset < end and (piece := source.read(min(_PIECE_BYTES, end - offset))):
            _write_at_end(file, piece, end=offset)
            offset += len(piece)
    return offset


def _write_at_end(file: IO[bytes], piece: bytes, *, end: int) -> None:
    """Write the piece if the file ends there. Held for a moment only: a sender that hangs keeps nobody off."""
    with held(file):
        if os.fstat(file.fileno()).st_size != end:
            raise OffsetMissed("Another window sends this file too, and was quicker. Go on from what has arrived.")
        rest = memoryview(piece)
        while rest:
            rest = rest[file.write(rest) :]


def _is_as_told(source: Source, aside: Path, *, n_bytes: int, checksum: Checksum) -> bool:
    """Keep the bytes apart until all have come, and say whether they are the ones that were sent."""
    digest, left = hashlib.new(checksum.algorithm, usedforsecurity=False), n_bytes
    with aside.open("wb") as file:
        while left and (piece := source.read(min(_PIECE_BYTES, left))):
            digest.update(piece)
            file.write(piece)
            left -= len(piece)
    return not left and digest.digest() == checksum.digest
