"""What must be so before the start, each told in words with the way out."""

import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from annotator.errors import DomainError
from annotator.file_locks import hold_at_once

NEEDED_FREE_BYTES = 500_000_000


class CannotStart(DomainError):
    code = "cannot_start"


def require_free_port(host: str, port: int) -> None:
    """Refuse when something else listens there."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CannotStart(
                f"Port {port} on {host} is not free ({error.strerror}). Perhaps Attune already runs there: open "
                f"http://{host}:{port}. Else choose another port: PORT={port + 1} make run"
            ) from error


@contextmanager
def only_start(folder: Path, *, address: str) -> Iterator[None]:
    """Hold the folder, so that no second start serves the same data; the system lets go when this process ends.

    Raises:
        CannotStart: another start holds it, or nothing can be written there.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        holder = (folder / "serving").open("a+")
    except OSError as error:
        raise CannotStart(
            f"Nothing can be written to {folder} ({error.strerror}). Give this user the right to, or put the data "
            "elsewhere: DATA_DIR=/another/folder make run"
        ) from error
    with holder:
        if not hold_at_once(holder):
            holder.seek(0)
            raise CannotStart(
                f"Attune already runs with the data in {folder}: open {holder.read().strip() or 'it'} in a browser. To "
                "start it anew, end that one first (Ctrl-C in its terminal). For data of its own: DATA_DIR=/another/"
                "folder PORT=8010 make run"
            )
        holder.truncate(0)
        holder.write(address)
        holder.flush()
        yield


def require_free_disk(folder: Path) -> None:
    """Refuse when recordings and labels might not fit."""
    free = shutil.disk_usage(folder).free
    if free < NEEDED_FREE_BYTES:
        raise CannotStart(
            f"Only {free // 1_000_000} MB are free where {folder} lies, and Attune wants 500. Make room, or put the "
            "data elsewhere: DATA_DIR=/another/disk make run"
        )
