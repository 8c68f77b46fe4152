"""Several people at one moment: each call in a thread and a database connection of its own, begun at a barrier.

Tests that use it need real transactions: `@pytest.mark.django_db(transaction=True)`.
"""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import connection, connections
from rest_framework.response import Response

T = TypeVar("T")
_LONGEST_S = 60.0


def at_once(*calls: Callable[[], T]) -> list[T | Exception]:
    """What each call returned or raised, in their order. Fails where they are not done within a minute."""
    barrier = threading.Barrier(len(calls))

    def begin(call: Callable[[], T]) -> T | Exception:
        connection.ensure_connection()  # So that all stand at the same line.
        barrier.wait(_LONGEST_S)
        try:
            return call()
        except Exception as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(begin, calls, timeout=_LONGEST_S))


def statuses(outcomes: Sequence[Response | Exception]) -> list[int]:
    """The HTTP status of each answer, sorted. An exception that left a view, so a 500, is raised here."""
    for outcome in outcomes:
        if isinstance(outcome, Exception):
            raise outcome
    return sorted(outcome.status_code for outcome in outcomes if not isinstance(outcome, Exception))
