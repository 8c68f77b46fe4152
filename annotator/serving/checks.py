"""What must be so before the start, each told in words with the way out."""

import shutil
import socket
from pathlib import Path

from annotator.errors import DomainError

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


def require_free_disk(folder: Path) -> None:
    """Refuse when recordings and labels might not fit."""
    folder.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(folder).free
    if free < NEEDED_FREE_BYTES:
        raise CannotStart(
            f"Only {free // 1_000_000} MB are free where {folder} lies, and Attune wants 500. Make room, or put the "
            "data elsewhere: DATA_DIR=/another/disk make run"
        )
