"""Making a backup while the app goes on, and filling an empty installation from one."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import connection, transaction

from annotator.accounts.models import ApiToken, PasswordLink, User
from annotator.backups import archive, databases
from annotator.backups.archive import Member, Progress
from annotator.disk import in_words
from annotator.errors import DomainError
from annotator.jobs.models import UNDER_WAY, Job, JobState
from annotator.studies.models import Role, Study
from annotator.studies.restoring import hold_restored_studies
from training.disk import free_bytes

_DATABASE = "database"


class FileExists(DomainError):
    code = "file_exists"


class NotEmpty(DomainError):
    code = "not_empty"


class NoRoom(DomainError):
    code = "no_room"
    status = 507


class OtherVersion(DomainError):
    code = "other_version"


class OtherDatabase(DomainError):
    code = "other_database"


@dataclass(frozen=True)
class Held:
    """A study that is closed until somebody confirms it."""

    study: str
    confirming: list[str]
    """Who can, by username and role."""


@dataclass(frozen=True)
class Contents:
    """What a backup says of itself."""

    made_at: str
    secrets: list[str]
    """What has to be given anew, by name: no backup holds a secret's value."""
    held: list[Held]


def make_backup(file: Path, *, now: datetime, on_progress: Progress) -> int:
    """Write everything of this installation to `file` and return the number of files in it.

    The database comes first, so that every file it names is there by the time files are read.

    Raises:
        FileExists: there is such a file already.
        FileChanged: a file became shorter while it was read.
    """
    if file.exists():
        raise FileExists(f"{file} exists already. Choose another name; no backup is ever written over.")
    header = {
        "made_at": now.isoformat(),
        "database": connection.vendor,
        "migrations": databases.applied_migrations(),
        "secrets": _secret_names(),
    }
    with tempfile.TemporaryDirectory(dir=file.parent, prefix=".attune-backup-") as folder:
        databases.dump(Path(folder))
        return archive.write(file, header=header, members=_members(Path(folder)), on_progress=on_progress)


def full_message(file: Path) -> str:
    """What to say where the disk had no room for the backup; nothing of it is left."""
    needed = sum(member.path.stat().st_size for member in _members(Path(settings.DATA_DIR) / "none"))
    free = free_bytes(file.parent)
    lacking = f", so about {in_words(needed - free)} more" if needed > free else " and the database"
    return (
        f"There is no room for the backup: {file.parent} has {in_words(free)} left. Media, releases and runs alone "
        f"take {in_words(needed)}{lacking}. Nothing of the backup was kept. Make room, or name a file on another disk."
    )


def restore_backup(file: Path, *, now: datetime, on_progress: Progress, ends_passwords: bool = False) -> Contents:
    """Fill this empty installation from a backup. Nothing is written before all of the file has been checked.

    Its studies stay closed until a steward of each has confirmed what came back (decision 0027).

    Raises:
        NotEmpty: there is something here that would be lost.
        NotABackup: the file is damaged or no backup.
        OtherVersion, OtherDatabase: it was made by another version of Attune, or of another kind of database.
        NoRoom: the disk of the data folder has less room than the backup takes.
    """
    _require_empty()
    header = archive.check(file, folders=[_DATABASE, *_folders()])
    _require_fitting(header)
    settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
    _require_room(file.stat().st_size)
    with tempfile.TemporaryDirectory(dir=settings.DATA_DIR, prefix=".restoring-") as staging:
        archive.extract(file, Path(staging), on_progress=on_progress)
        for name, folder in _folders().items():
            if (Path(staging) / name).is_dir():
                shutil.rmtree(folder, ignore_errors=True)  # It is empty.
                (Path(staging) / name).rename(folder)
        databases.load(Path(staging) / _DATABASE)
        if ends_passwords:
            User.objects.update(password=make_password(None))
        held = _hold(as_of=datetime.fromisoformat(header["made_at"]), now=now)
    return Contents(made_at=header["made_at"], secrets=header["secrets"], held=held)


@transaction.atomic
def _hold(*, as_of: datetime, now: datetime) -> list[Held]:
    """Let nothing of what came back be seen, leave or go on by itself: what happened since the backup is not known.

    Tokens and password links that were ended since would be valid again, and so all of them end. Passwords stay, since
    somebody has to log in; each study is closed to all but its stewards.
    """
    ApiToken.objects.all().delete()
    PasswordLink.objects.all().delete()
    waiting = Job.objects.filter(state__in=UNDER_WAY)
    waiting.update(state=JobState.CANCELLED, finished_at=now, error="Ended, since Attune was restored from a backup.")
    return [_told(study) for study in hold_restored_studies(as_of=as_of, now=now)]


def _told(study: Study) -> Held:
    members = study.memberships.select_related("user").order_by("user__username")
    stewards = [each for each in members if each.role == Role.STEWARD]
    confirming = stewards or [each for each in members if each.role == Role.LEAD]
    return Held(study=study.name, confirming=[f"{each.user.username} ({each.role})" for each in confirming])


def _folders() -> dict[str, Path]:
    folders = {"media": settings.MEDIA_DIR, "releases": settings.RELEASES_DIR, "runs": settings.RUNS_DIR}
    return {name: Path(folder) for name, folder in folders.items()}


def _members(database: Path) -> Iterator[Member]:
    for name, folder in {_DATABASE: database, **_folders()}.items():
        for parent, folders, files in os.walk(folder):
            # Hidden ones are being written, and get their name when they are whole.
            folders[:] = sorted(each for each in folders if not each.startswith("."))
            for each in sorted(files):
                path = Path(parent) / each
                if not each.startswith(".") and path.is_file():
                    yield Member(f"{name}/{path.relative_to(folder).as_posix()}", path)


def _secret_names() -> list[str]:
    given = [name for name in ("SECRET_KEY", "DATABASE_URL", "REDIS_URL") if os.environ.get(name)]
    kept = [name for name in ("secret-key", "demo/log-ins.txt") if (settings.DATA_DIR / name).is_file()]
    return given + kept


def _require_empty() -> None:
    there = [str(folder) for folder in _folders().values() if folder.is_dir() and any(folder.iterdir())]
    if databases.has_content():
        there.append("the database")
    if there:
        raise NotEmpty(
            f"There is something already in {' and '.join(there)}. A backup is restored into an empty folder only: "
            "DATA_DIR=/new/folder manage.py restore FILE (with PostgreSQL, an empty database too)."
        )


def _require_room(needed: int) -> None:
    """Asked beforehand: a disk that fills up halfway would leave half an installation."""
    free = free_bytes(settings.DATA_DIR)
    if free < needed:
        raise NoRoom(
            f"There is no room to restore this backup: it takes {in_words(needed)}, and the disk of "
            f"{settings.DATA_DIR} has {in_words(free)} left. Make room for {in_words(needed - free)} more, or restore "
            "into a folder on another disk. Nothing was restored."
        )


def _require_fitting(header: dict[str, Any]) -> None:
    made, known = set(header["migrations"]), set(databases.known_migrations())
    if made != known:
        lacking, unknown = sorted(known - made), sorted(made - known)
        how = f"it does not have {lacking[0]} yet" if lacking else f"it has {unknown[0]}, which is unknown here"
        raise OtherVersion(
            f"This backup was made by {'an older' if lacking else 'a newer'} version of Attune: {how}. Restore it with "
            "the version that made it; then bring that up to date."
        )
    if header["database"] != connection.vendor:
        raise OtherDatabase(
            f"This backup holds a {header['database']} database, and DATABASE_URL names a {connection.vendor} one. "
            "Restore it into the same kind."
        )
