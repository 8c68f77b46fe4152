"""Sending a recording, against a bare view that streams a request to the disk; and the memory it takes."""

import os
from http.client import HTTPConnection
from pathlib import Path
from time import perf_counter

from bench.ratio import Ratio
from bench.server import web_server
from bench.site import throwaway_site

N_BYTES = int(os.environ.get("BENCH_UPLOAD_MB", "300")) * 1_000_000
ROUNDS = 5
MOST_GROWTH_MB = 60
_PIECE = os.urandom(1_000_000)


def measure() -> list[Ratio]:
    site = throwaway_site()
    cookies = {"Cookie": site.lead_cookies, "X-CSRFToken": site.csrf_token, "Tus-Resumable": "1.0.0"}
    begin = f"/api/v1/studies/{site.assignment.session.study.slug}/uploads/"
    ours, bare = [], []
    with web_server() as (port, process):
        before = _resident_mb(process, peak=False)
        for _ in range(ROUNDS):
            bare.append(_send(port, "PATCH", "/api/v1/uploads/plain/", cookies))
            told = {**cookies, "Upload-Length": str(N_BYTES)}
            location = _ask(port, "POST", begin, told)["location"]
            body = {**cookies, "Upload-Offset": "0", "Content-Type": "application/offset+octet-stream"}
            ours.append(_send(port, "PATCH", location, body))
            _ask(port, "DELETE", location, cookies)
        growth = _resident_mb(process, peak=True) - before
    ours_s, bare_s = min(ours), min(bare)  # Other processes only ever add to a time.
    speeds = f"{N_BYTES / ours_s / 1e6:.0f} MB/s; bare view {N_BYTES / bare_s / 1e6:.0f} MB/s"
    return [
        Ratio(
            name=f"sending {N_BYTES // 1_000_000} MB, speed against a bare view",
            value=bare_s / ours_s,
            target=0.8,
            detail=speeds,
        ),
        Ratio(
            name=f"sending {N_BYTES // 1_000_000} MB, server's growth against {MOST_GROWTH_MB} MB",
            value=growth / MOST_GROWTH_MB,
            target=1,
            at_most=True,
            detail=f"{growth:.0f} MB on {before:.0f} MB",
        ),
    ]


def _send(port: int, method: str, path: str, headers: dict[str, str]) -> float:
    """Send the bytes and return how many seconds it took to the answer."""
    connection = HTTPConnection("127.0.0.1", port)
    started = perf_counter()
    pieces = (_PIECE for _ in range(N_BYTES // len(_PIECE)))
    connection.request(method, path, pieces, {**headers, "Content-Length": str(N_BYTES)})
    answer = connection.getresponse()
    if answer.status != 204:
        raise RuntimeError(f"{method} {path}: {answer.status} {answer.read()[:200]!r}")
    took = perf_counter() - started
    connection.close()
    return took


def _ask(port: int, method: str, path: str, headers: dict[str, str]) -> dict[str, str]:
    connection = HTTPConnection("127.0.0.1", port)
    connection.request(method, path, headers=headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return {name.lower(): value for name, value in answer.getheaders()}


def _resident_mb(process: int, *, peak: bool) -> float:
    name = "VmHWM" if peak else "VmRSS"
    lines = dict(line.split(":", 1) for line in Path(f"/proc/{process}/status").read_text().splitlines())
    return int(lines[name].split()[0]) / 1000
