"""Writing much beside people who write little."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction


@contextmanager
def in_turn_with_others() -> Iterator[None]:
    """One short transaction of many, followed by a pause as long as it took.

    SQLite lets one write at a time and keeps no queue: who asks again at once would be served before those who wait,
    a rater's save among them.
    """
    began = time.monotonic()
    with transaction.atomic():
        yield
    time.sleep(time.monotonic() - began)
