"""Saving an annotation while others are slow: 40 stopped reading a video, 40 send a form byte by byte, no log-in."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from uuid import UUID, uuid4

from bench.ratio import Ratio
from bench.server import web_server
from bench.site import Site, client_turn_ids, throwaway_site

SLOW = 40
LONGEST_MS = 100
VIDEO_BYTES = 60_000_000
SAVES = 24
_BYTE_EVERY_S = 5


def measure() -> list[Ratio]:
    site = throwaway_site()
    _add_recording(site)
    turns = iter(client_turn_ids(site.assignment)[-3 * SAVES :])  # Which are not rated yet.
    with web_server() as (port, _), ExitStack() as lines:
        _saves_ms(port, site, turns, SAVES // 4)  # The first ones only warm it up.
        idle_ms = _saves_ms(port, site, turns, SAVES)
        for _ in range(SLOW):
            lines.enter_context(_stalled_reader(port, site))
        senders = [lines.enter_context(_slow_sender(port)) for _ in range(SLOW)]
        beside_ms = []
        for _ in range(2):
            beside_ms += _saves_ms(port, site, turns, SAVES // 2)
            time.sleep(_BYTE_EVERY_S)
            for sender in senders:
                sender.sendall(b"x")
    typical, latest = sorted(beside_ms)[SAVES // 2], sorted(beside_ms)[int(SAVES * 0.95)]
    return [
        Ratio(
            name=f"saving beside {SLOW} stalled readers, {SLOW} slow senders, against idle",
            value=typical / sorted(idle_ms)[SAVES // 2],
            target=1.5,
            at_most=True,
            detail=f"{typical:.1f} ms; idle {sorted(idle_ms)[SAVES // 2]:.1f} ms",
        ),
        Ratio(
            name=f"saving beside {SLOW} stalled readers, {SLOW} slow senders, against {LONGEST_MS} ms",
            value=latest / LONGEST_MS,
            target=1,
            at_most=True,
            detail=f"{latest:.1f} ms, which 95 of 100 stay under",
        ),
    ]


def _add_recording(site: Site) -> None:
    from django.conf import settings

    from annotator.corpus.models import Recording

    video = Path(settings.MEDIA_DIR) / "bench" / "proxy.mp4"
    video.parent.mkdir(parents=True, exist_ok=True)
    with video.open("wb") as file:
        file.truncate(VIDEO_BYTES)
    told = {"bytes": VIDEO_BYTES, "duration_ms": 60_000, "probe": {}, "proxy_path": "bench/proxy.mp4"}
    Recording.objects.update_or_create(session=site.assignment.session, defaults=told)


def _saves_ms(port: int, site: Site, turns: Iterator[UUID], times: int) -> list[float]:
    """How long each save took to be acknowledged, one after the other on one line."""
    took = []
    connection = HTTPConnection("127.0.0.1", port)
    headers = {"Cookie": site.cookies, "X-CSRFToken": site.csrf_token, "Content-Type": "application/json"}
    for _ in range(times):
        path = f"/api/v1/assignments/{site.assignment.pk}/turns/{next(turns)}/annotation/"
        change = {"client_key": str(uuid4()), "construct": "engagement", "value": 4}
        began = time.perf_counter()
        connection.request("PATCH", path, json.dumps({"version": 0, "changes": [change]}), headers)
        answer = connection.getresponse()
        told = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status} {told[:200]!r}")
        took.append((time.perf_counter() - began) * 1000)
    connection.close()
    return took


def _stalled_reader(port: int, site: Site) -> socket.socket:
    """Opens the video, and reads no more than that it begins."""
    head = f"GET /api/v1/sessions/{site.assignment.session_id}/video/ HTTP/1.1\r\nCookie: {site.lead_cookies}"
    reader = _line(port, head)
    if not reader.recv(12).startswith(b"HTTP/1.1 200"):
        raise RuntimeError("The video did not begin.")
    return reader


def _slow_sender(port: int) -> socket.socket:
    """Begins a form that nobody has logged in for."""
    head = f"POST /api/v1/log-in/ HTTP/1.1\r\nCookie: csrftoken={'c' * 32}\r\nContent-Length: 60000"
    sender = _line(port, f"{head}\r\nContent-Type: application/x-www-form-urlencoded")
    sender.sendall(b"x")
    return sender


def _line(port: int, head: str) -> socket.socket:
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", port))
    line.sendall(f"{head}\r\nHost: 127.0.0.1\r\n\r\n".encode())
    return line
