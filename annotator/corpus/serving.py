"""Sending a file in ranges, without which a browser's player cannot seek."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from django.conf import settings
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse

from annotator.corpus import files

_PIECE_BYTES = 256 * 1024
_LOOK_EVERY_BYTES = 4 * 1024 * 1024  # Half a minute of a recording at 1 Mbit/s, and two small queries.
_RANGE = re.compile(r"bytes=(\d{0,30})-(\d{0,30})", re.ASCII)


def send_json(body: bytes) -> HttpResponse:
    """JSON that lies ready."""
    return HttpResponse(body, content_type="application/json")


def send_file(
    path: str, *, content_type: str, range_header: str = "", may_go_on: Callable[[], bool] = lambda: True
) -> HttpResponseBase:
    """The file or the range asked for (RFC 9110, section 14): 200, 206, or 416 for a range outside of it.

    Whoever calls has checked that the person may have it. A header that asks for several ranges, or for none that
    can be read, is answered with the whole file, as the RFC allows. Behind nginx, nginx sends it.

    Args:
        may_go_on: asked every few megabytes; once it says no, the answer ends before its announced length.
    """
    if settings.X_ACCEL_PREFIX:
        # An answer that nginx has begun can't be ended from here; the next range that a player asks for is refused.
        accel = {"X-Accel-Redirect": f"{settings.X_ACCEL_PREFIX.rstrip('/')}/{path}"}
        return HttpResponse(content_type=content_type, headers=accel)
    file = files.absolute(path)
    size = file.stat().st_size
    asked = _asked_range(range_header, size)
    headers = {"Accept-Ranges": "bytes"}
    if asked is None:
        headers["Content-Length"] = str(size)
        return StreamingHttpResponse(_pieces(file, 0, size, may_go_on), content_type=content_type, headers=headers)
    start, end = asked
    if start >= end:
        return HttpResponse(status=416, headers={**headers, "Content-Range": f"bytes */{size}"})
    headers |= {"Content-Length": str(end - start), "Content-Range": f"bytes {start}-{end - 1}/{size}"}
    pieces = _pieces(file, start, end, may_go_on)
    return StreamingHttpResponse(pieces, status=206, content_type=content_type, headers=headers)


def _asked_range(header: str, size: int) -> tuple[int, int] | None:
    """The first byte and the one after the last; equal or crossed where the file has none of them."""
    match = _RANGE.fullmatch(header.strip())
    if match is None or match.groups() == ("", ""):
        return None
    first, last = match.groups()
    if not first:
        return size - min(size, int(last)), size
    if last and int(last) < int(first):
        return None
    return int(first), min(size, int(last) + 1 if last else size)


def _pieces(file: Path, start: int, end: int, may_go_on: Callable[[], bool]) -> Iterator[bytes]:
    look_at = start + _LOOK_EVERY_BYTES
    with file.open("rb") as opened:
        opened.seek(start)
        while start < end and (piece := opened.read(min(_PIECE_BYTES, end - start))):
            if start >= look_at:
                if not may_go_on():
                    return
                look_at = start + _LOOK_EVERY_BYTES
            start += len(piece)
            yield piece
