"""Recordings that lie on the server already: a folder that whoever looks after it fills, instead of a browser.

Each study sees the subfolder named after it, and no other: recordings of one study are none of another's business.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings

from annotator.accounts.models import User
from annotator.corpus import files
from annotator.corpus.formats import VIDEO_FORMATS
from annotator.corpus.inspecting import look_through_recording
from annotator.corpus.models import RecordingUpload
from annotator.corpus.uploads import append, arrived, begin_upload, discard_upload
from annotator.errors import DomainError
from annotator.jobs.parts import Part
from annotator.jobs.registry import Cancelled, Progress, Result
from annotator.jobs.services import start_job
from annotator.studies.models import Study

_BYTES_BETWEEN_REPORTS = 50_000_000
_COPIED = 0.4
"""The share of the work that copying is."""
_SUFFIXES = {f".{each}" for each in VIDEO_FORMATS}


class NotInFolder(DomainError):
    code = "not_in_folder"
    status = 404


class FileChanged(DomainError):
    """The file was changed while it was copied, by a program that still writes it perhaps."""

    code = "file_changed"


@dataclass(frozen=True)
class ServerFile:
    """A recording in the study's folder; `name` is its path within, with slashes."""

    name: str
    bytes: int
    modified_at: datetime


def folder_for(study: Study) -> Path | None:
    """The study's folder on the server; None where the server has none for it."""
    if settings.IMPORT_DIR is None:
        return None
    folder = Path(settings.IMPORT_DIR) / study.slug
    return folder if folder.is_dir() else None


def recordings_in_folder(study: Study) -> list[ServerFile]:
    """The recordings in the study's folder and below it, those changed last first. Links are not followed."""
    folder = folder_for(study)
    if folder is None:
        return []
    found = [_told(path, folder) for path in _paths(folder)]
    return sorted(found, key=lambda file: (file.modified_at, file.name), reverse=True)


def take_from_folder(*, study: Study, name: str, actor: User, now: datetime) -> RecordingUpload:
    """Begin to copy a recording out of the study's folder. It arrives as one that a browser sends does.

    Raises:
        NotInFolder: the study's folder has no such recording.
        NoRoom: there is no room for it.
    """
    path = _path_of(study, name)
    found = path.stat()
    upload = begin_upload(study=study, name=files.shown_name(path.name), n_bytes=found.st_size, actor=actor, now=now)
    try:
        upload.looked_through_by = start_job(
            kind="copy_recording",
            arguments={"upload_id": str(upload.pk), "name": name, "modified_ns": found.st_mtime_ns},
            # No name: people name recordings after clients, and more people see jobs than recordings.
            title=f"Copying a recording of {max(1, found.st_size // 1_000_000)} MB",
            study=study,
            started_by=actor,
            now=now,
        )
        upload.save(update_fields=["looked_through_by"])
    except BaseException:
        discard_upload(upload=upload, actor=actor, now=now)
        raise
    return upload


def copy_recording(progress: Progress, *, upload_id: str, name: str, modified_ns: int) -> Result:
    """Copy what has not arrived yet, then look through it. After a worker died it goes on where that one ended.

    Raises:
        NotInFolder: the recording is there no more.
        FileChanged: it is another than when it was chosen.
        FileRefused: it is no recording that can be played to its end.
        Cancelled: the upload was thrown away.
    """
    upload = RecordingUpload.objects.select_related("study").filter(pk=upload_id).first()
    if upload is None:
        raise Cancelled
    _copy(Part(progress, until=_COPIED), upload, _path_of(upload.study, name), modified_ns=modified_ns)
    return look_through_recording(Part(progress, since=_COPIED), upload_id=upload_id)


def _copy(progress: Progress, upload: RecordingUpload, path: Path, *, modified_ns: int) -> None:
    with path.open("rb") as source:
        offset = arrived(upload)
        source.seek(offset)
        while offset < upload.bytes:
            if not RecordingUpload.objects.filter(pk=upload.pk).exists():
                raise Cancelled
            progress.report(offset / upload.bytes, "Copying the recording")
            before, n_bytes = offset, min(_BYTES_BETWEEN_REPORTS, upload.bytes - offset)
            offset = append(upload=upload, offset=offset, source=source, n_bytes=n_bytes)
            if offset == before:
                break
        found = os.fstat(source.fileno())
        if (found.st_size, found.st_mtime_ns) != (upload.bytes, modified_ns):
            # What was copied may be half of the old and half of the new, and it is named as neither.
            files.remove_folder(files.folder_of(upload.path))
            raise FileChanged(
                "The recording was changed while it was copied. Throw this import away, wait until the program that "
                "writes the recording has ended, and choose it again."
            )


def _paths(folder: Path) -> Iterator[Path]:
    for parent, folders, names in os.walk(folder):
        folders[:] = [each for each in folders if not each.startswith(".")]
        for name in names:
            path = Path(parent, name)
            if path.suffix.lower() in _SUFFIXES and not name.startswith(".") and _is_plain(path):
                yield path


def _is_plain(path: Path) -> bool:
    # Not the path's own method, which raises for a name that is longer than any file's.
    return os.path.isfile(path) and not path.is_symlink()  # noqa: PTH113


def _told(path: Path, folder: Path) -> ServerFile:
    found = path.stat()
    return ServerFile(
        name=path.relative_to(folder).as_posix(),
        bytes=found.st_size,
        modified_at=datetime.fromtimestamp(found.st_mtime, UTC),
    )


def _path_of(study: Study, name: str) -> Path:
    """Where the recording lies. A name that leads out of the folder, by dots or by links, is the name of none."""
    folder = folder_for(study)
    path = folder / name if folder and "\0" not in name else None
    if path is None or folder is None or not _is_plain(path) or not path.resolve().is_relative_to(folder.resolve()):
        raise NotInFolder("The server's folder of this study has no such recording. Look at the list again.")
    return path
