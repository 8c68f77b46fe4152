"""Between the web server and Django: slow clients wait here, where waiting costs nothing, and never in a thread.

Django answers in a few threads. A request reaches one of them once its body is here, and leaves it as soon as the
answer is made; what the client has yet to take of it waits for the client. An answer that is made while it is sent, a
recording say, comes back to a thread for each piece.
"""

import asyncio
import json
import logging
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from io import BytesIO
from typing import IO, Any, TypeVar
from urllib.parse import unquote

from annotator.serving.bodies import (
    ANYBODYS_BYTES,
    BodyRefused,
    Message,
    Receive,
    StreamedBody,
    allowance_of,
    read_whole,
    require_size,
)

logger = logging.getLogger(__name__)

THREADS = 8
# Apart, so that however many recordings arrive slowly, nobody's answer waits for them.
SENDING_THREADS = 16
PIECE_BYTES = 256 * 1024
TAKEN_WITHIN_S = 300  # A player that is paused takes nothing, and asks anew when its line was cut.

Environ = dict[str, Any]
Headers = list[tuple[str, str]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]
T = TypeVar("T")


@dataclass(frozen=True)
class Answer:
    """What Django answers: the first piece of it, and where more may follow, the rest."""

    status: int
    headers: Headers
    first: bytes
    rest: Iterator[bytes] | None
    close: Callable[[], None]


class Gateway:
    """An ASGI application that serves a WSGI one.

    Args:
        is_logged_in: asked, in a thread, before more is read of a body than anybody may send.
    """

    def __init__(self, application: Application, *, is_logged_in: Callable[[Environ], bool]) -> None:
        self._application = application
        self._is_logged_in = is_logged_in
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="answering")
        self._sending_threads = ThreadPoolExecutor(SENDING_THREADS, thread_name_prefix="sending")

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        environ = _environ(scope)
        try:
            threads, body = await self._body(environ, receive)
            if body is None:
                return
            environ["wsgi.input"] = body
            answer = await self._in_thread(threads, partial(_begin, self._application, environ))
        except BodyRefused as refusal:
            await _refuse(refusal, send)
            return
        except Exception:
            logger.exception("A request met a bug outside of Django")
            await _refuse(BodyRefused(500, "error", "Something went wrong inside Attune."), send)
            return
        await self._send(answer, receive, send)

    async def _body(
        self, environ: Environ, receive: Receive
    ) -> tuple[ThreadPoolExecutor, IO[bytes] | StreamedBody | None]:
        """What the request brings, and the threads that are to answer it; None where the line broke."""
        if "HTTP_TRANSFER_ENCODING" in environ:
            raise BodyRefused(411, "length_required", "Say in the header Content-Length how many bytes are sent.")
        told = environ.get("CONTENT_LENGTH") or "0"
        if not (told.isascii() and told.isdecimal()):
            raise BodyRefused(400, "parse_error", "The header Content-Length must be a number of bytes.")
        allowance = allowance_of(environ["REQUEST_METHOD"], unquote(environ["PATH_INFO"]))
        require_size(n_bytes := int(told), allowance.most_bytes)
        if allowance.is_streamed:
            return self._sending_threads, StreamedBody(receive, asyncio.get_running_loop())
        if n_bytes > ANYBODYS_BYTES:
            asked = partial(self._is_logged_in, {**environ, "CONTENT_LENGTH": "", "wsgi.input": BytesIO()})
            if not await self._in_thread(self._threads, asked):
                raise BodyRefused(401, "not_authenticated", "Log in before you send this.")
        return self._threads, await read_whole(receive, n_bytes)

    async def _send(self, answer: Answer, receive: Receive, send: Send) -> None:
        headers = [(name.lower().encode("latin-1"), value.strip().encode("latin-1")) for name, value in answer.headers]
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        if answer.rest is None:
            await _send_piece(send, answer.first, is_last=True)
            return
        gone = asyncio.create_task(_until_gone(receive))
        try:
            piece = answer.first
            while not gone.done():
                is_last = len(piece) < PIECE_BYTES
                await _send_piece(send, piece, is_last=is_last)
                if is_last:
                    return
                piece = await self._in_thread(self._threads, partial(_next_piece, answer.rest))
        except TimeoutError:
            logger.info("A client took nothing of an answer for %s s, which ends here", TAKEN_WITHIN_S)
        finally:
            gone.cancel()
            await self._in_thread(self._threads, answer.close)

    async def _in_thread(self, threads: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(threads, work)


def _begin(application: Application, environ: Environ) -> Answer:
    """Ask Django, and make the first piece of its answer: mostly that is all, and then the thread is done with it."""
    told: list[tuple[int, Headers]] = []

    def start_response(status: str, headers: Headers, _error: object = None) -> None:
        told[:] = [(int(status.split(" ", 1)[0]), headers)]

    made = application(environ, start_response)
    close: Callable[[], None] = getattr(made, "close", _nothing)
    try:
        pieces = iter(made)
        first = _next_piece(pieces)
        if len(first) >= PIECE_BYTES:
            return Answer(*told[0], first, pieces, close)
    except BaseException:
        close()
        raise
    close()  # In the thread whose connection to the database it used.
    return Answer(*told[0], first, rest=None, close=_nothing)


def _next_piece(pieces: Iterator[bytes]) -> bytes:
    """So much of an answer that going to a thread and back is worth it; less at its end."""
    piece = b""
    while len(piece) < PIECE_BYTES and (more := next(pieces, None)) is not None:
        piece += more
    return piece


def _nothing() -> None:
    pass


async def _send_piece(send: Send, piece: bytes, *, is_last: bool) -> None:
    """Send it, and wait until the client has taken what was sent before. Raises TimeoutError where it takes nothing."""
    async with asyncio.timeout(TAKEN_WITHIN_S):
        await send({"type": "http.response.body", "body": piece, "more_body": not is_last})


async def _until_gone(receive: Receive) -> None:
    """Wait until the client has gone, reading over what it still sends."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _refuse(refusal: BodyRefused, send: Send) -> None:
    body = json.dumps({"code": refusal.code, "message": refusal.message}).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),  # What has not been read of the body would pass for the next request.
    ]
    if refusal.status == HTTPStatus.UNAUTHORIZED:
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _environ(scope: dict[str, Any]) -> Environ:
    """The request as WSGI (PEP 3333) has it, without its body."""
    server, client = scope.get("server") or ("", None), scope.get("client") or ("", 0)
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or ""),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "REMOTE_PORT": str(client[1]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin-1"), raw_value.decode("latin-1")
        if "_" in name:  # `X_Forwarded_For` would pass for `X-Forwarded-For`, which a proxy sets.
            continue
        key = name.upper().replace("-", "_")
        if key not in {"CONTENT_TYPE", "CONTENT_LENGTH"}:
            key = f"HTTP_{key}"
        if key in environ:
            value = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{value}"
        environ[key] = value
    return environ
