"""Waiting for a database that is away for a while: restarted, moved, or out of room.

Long work outlives that. What a job writes of itself is written once the database answers again, and the attempt goes
on; only what is done in the middle of a transaction has to be begun anew.
"""

import logging
import time
from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from django.db import InterfaceError, OperationalError, connection

from annotator.jobs import ending

logger = logging.getLogger(__name__)

Result = TypeVar("Result")

WITHIN_S = 600.0
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.1, 5.0
AWAY = (OperationalError, InterfaceError)
"""What Django raises while a database can't be reached or written."""


def patiently(act: Callable[[], Result], *, until: Callable[[], bool] = ending.is_asked) -> Result:
    """Do it, again after growing pauses while the database is away. It must be harmless when it is done twice.

    Args:
        until: whether to give up now, since nobody waits for it any more.

    Raises:
        OperationalError, InterfaceError: it was still away after `WITHIN_S`, `until` said so, or this is part of a
            transaction, which is lost.
    """
    began, pause_s = time.monotonic(), FIRST_PAUSE_S
    while True:
        try:
            return act()
        except AWAY:
            if connection.in_atomic_block or until() or time.monotonic() - began > WITHIN_S:
                raise
            logger.warning("The database is away; trying again in %.1f s", pause_s, exc_info=pause_s == FIRST_PAUSE_S)
        # A connection that broke stays broken: the next try makes one of its own.
        connection.close()
        time.sleep(pause_s)
        pause_s = min(2 * pause_s, LONGEST_PAUSE_S)


def is_away() -> bool:
    """Whether this process's connection broke, which a restarted database leaves; not so after a refused statement."""
    if connection.in_atomic_block:
        return False
    return connection.connection is None or not connection.is_usable()


def up_since() -> datetime | None:
    """When the database began to answer; None where it can't be said, as of SQLite's file."""
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_postmaster_start_time()")
        (started_at,) = cursor.fetchone()
    return started_at if isinstance(started_at, datetime) else None
