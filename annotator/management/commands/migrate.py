"""Django's `migrate`, one at a time: of two that start together the second waits, and finds nothing left to do."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management.commands import migrate
from django.db import connection

from annotator.file_locks import held

_OF_MIGRATIONS = 7_014_201_815  # Attune's own number among the database's advisory locks.


class Command(migrate.Command):
    help = f"{migrate.Command.help} Whoever starts a second one at the same time waits."

    def handle(self, *args: Any, **options: Any) -> None:
        with _alone():
            super().handle(*args, **options)


@contextmanager
def _alone() -> Iterator[None]:
    """Hold this database's migrations. The system lets go with the process or the connection, however that ends."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # However long the other's take; and its own may wait for a request that has not ended yet.
            cursor.execute("SET lock_timeout = 0")
            cursor.execute("SELECT pg_advisory_lock(%s)", [_OF_MIGRATIONS])
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [_OF_MIGRATIONS])
                cursor.execute("RESET lock_timeout")
        return
    file = Path(str(connection.settings_dict["NAME"]))
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.with_name(f"{file.name}-migrating").open("w") as claim, held(claim):
        yield
