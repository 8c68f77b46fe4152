"""What a request may bring with it: how much, for how long, and what is read of it before somebody is logged in."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from dataclasses import dataclass
from io import BufferedIOBase, BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from django.conf import settings

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]

ANYBODYS_BYTES = 64_000  # Enough for a log-in; whoever is not logged in can send no more.
FORM_BYTES = 1_000_000  # What a form has around its file.
BEGIN_S = 20
SLOWEST_BYTES_PER_S = 16_000  # A poor mobile line; a transcript of 20 MB has 21 minutes.
SILENT_S = 30  # How long a recording that is being sent may stop; what has arrived is kept.
_IN_MEMORY_BYTES = 1_000_000

RECORDING = re.compile(r"/api/v1/uploads/[^/]+/")
TRANSCRIPT = re.compile(r"/api/v1/(studies/[^/]+/drafts|sessions/[^/]+/transcript/drafts)/")


class BodyRefused(Exception):
    """The request is answered without its body, in the API's shape."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


@dataclass(frozen=True)
class Allowance:
    """What one address takes."""

    most_bytes: int
    is_streamed: bool = False
    """Whether the view reads the body while it arrives, and decides itself how much it takes."""


def allowance_of(method: str, path: str) -> Allowance:
    """Recordings are streamed, transcripts are files, and all else is a form or a few answers."""
    if method == "PATCH" and RECORDING.fullmatch(path):
        return Allowance(settings.MAX_UPLOAD_BYTES, is_streamed=True)
    if method == "POST" and TRANSCRIPT.fullmatch(path):
        return Allowance(settings.MAX_TRANSCRIPT_BYTES + FORM_BYTES)
    return Allowance(settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0)


def require_size(n_bytes: int, most_bytes: int) -> None:
    """Refuse, before any of it is read, what is larger than the address takes."""
    if n_bytes > most_bytes:
        most = f"{most_bytes / 1_000_000:.1f}".removesuffix(".0")
        raise BodyRefused(413, "too_large", f"This is larger than {most} MB, the most that can be sent here.")


async def read_whole(receive: Receive, n_bytes: int) -> IO[bytes] | None:
    """The body, once all of it has arrived; None where the line broke.

    Raises:
        BodyRefused: it arrives more slowly than any line that people use.
    """
    if not n_bytes:
        return BytesIO()
    body: IO[bytes] = SpooledTemporaryFile(max_size=_IN_MEMORY_BYTES)  # noqa: SIM115  # Django reads it, and drops it.
    try:
        async with asyncio.timeout(BEGIN_S + n_bytes / SLOWEST_BYTES_PER_S):
            while (message := await receive())["type"] == "http.request":
                body.write(message.get("body", b""))
                if not message.get("more_body"):
                    body.seek(0)
                    return body
    except TimeoutError:
        body.close()
        raise BodyRefused(
            408, "too_slow", "This took too long to arrive. Look at your connection, then try again."
        ) from None
    body.close()
    return None


class StreamedBody(BufferedIOBase):
    """A body that a thread reads while it arrives. It ends early where the line breaks or falls silent."""

    def __init__(self, receive: Receive, loop: asyncio.AbstractEventLoop) -> None:
        self._receive = receive
        self._loop = loop
        self._arrived = bytearray()
        self._is_over = False

    def read(self, size: int | None = -1, /) -> bytes:
        """Wait until `size` bytes have arrived, or all that will; empty at the end."""
        arriving: Future[bytes] = asyncio.run_coroutine_threadsafe(self._take(-1 if size is None else size), self._loop)
        return arriving.result()

    async def _take(self, size: int) -> bytes:
        while not self._is_over and (size < 0 or len(self._arrived) < size):
            try:
                async with asyncio.timeout(SILENT_S):
                    message = await self._receive()
            except TimeoutError:
                self._is_over = True
                break
            self._arrived += message.get("body", b"")
            self._is_over = message["type"] != "http.request" or not message.get("more_body")
        taken = bytes(self._arrived) if size < 0 else bytes(self._arrived[:size])
        del self._arrived[: len(taken)]
        return taken
