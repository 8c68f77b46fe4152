"""The database before and during a start: up to date, readable, and still the one that Attune began with."""

from dataclasses import dataclass
from pathlib import Path

from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from annotator.serving.checks import CannotStart


@dataclass(frozen=True)
class Standing:
    """How many changes of the schema wait to be made, and how many were made by a newer Attune than this one."""

    waiting: int
    unknown: int


def standing() -> Standing:
    """Compare the database with the changes that this Attune knows. Raises DatabaseError where it does not answer."""
    executor = MigrationExecutor(connection)
    loader = executor.loader
    made = {each for each in loader.applied_migrations if each[0] == "annotator"}
    return Standing(
        waiting=len(executor.migration_plan(loader.graph.leaf_nodes())),
        unknown=len(made - set(loader.disk_migrations)),
    )


def bring_up_to_date() -> None:
    """Make the changes that wait, if any.

    Raises:
        CannotStart: the database can't be read or written, or a newer Attune has made it.
    """
    try:
        found = standing()
        if found.unknown:
            raise CannotStart(
                "The database was last used by a newer Attune, whose changes to it this one does not know. Start the "
                "newer one, or restore a backup of before into an empty DATA_DIR."
            )
        if found.waiting:  # Asking takes a third of what doing nothing would.
            call_command("migrate", verbosity=0, interactive=False)
    except DatabaseError as error:
        raise CannotStart(f"The database can't be used: {error}. {_advice()}") from error


def file_now() -> tuple[int, int] | None:
    """What tells the database's file from another one put in its place; None where it is no file, or is gone."""
    file = _file()
    try:
        found = file.stat() if file else None
    except FileNotFoundError:
        return None
    return (found.st_dev, found.st_ino) if found else None


def is_replaced(begun_with: tuple[int, int] | None) -> bool:
    """Whether the file that Attune began with is gone from its place, so that what is saved would be lost."""
    return begun_with is not None and file_now() != begun_with


def _file() -> Path | None:
    """Where the database lies, if it is a file."""
    return Path(str(connection.settings_dict["NAME"])) if connection.vendor == "sqlite" else None


def _advice() -> str:
    file = _file()
    if file is None:
        return "Start it, or look at DATABASE_URL."
    return (
        f"It lies at {file}. If the disk is full or closed to writing, mend that; if the file is damaged, move it away "
        "and put back a backup: manage.py restore FILE, with DATA_DIR naming an empty folder."
    )
