"""How far long work of a command has come, in a line every few seconds."""

import time

from django.core.management.base import OutputWrapper

_EVERY_S = 5


class Telling:
    """Counts bytes and says so now and then."""

    def __init__(self, out: OutputWrapper) -> None:
        self._out = out
        self._bytes = 0
        self._latest = time.monotonic()

    def add(self, n_bytes: int) -> None:
        self._bytes += n_bytes
        if time.monotonic() - self._latest > _EVERY_S:
            self._latest = time.monotonic()
            self._out.write(f"{self.amount} so far")

    @property
    def amount(self) -> str:
        return f"{self._bytes / 1e6:.1f} MB"
