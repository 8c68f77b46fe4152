"""Celery's messages over a folder, without the loss that the stock transport has.

kombu's file-system transport opens a message under its final name and then writes it, so a reader that comes
between takes an empty or half message. Here a message is written under another name and then renamed, which is
atomic. Its names sort by a clock that starts anew with each boot; ours sort by the time of day.
"""

import os
import time
import uuid
from pathlib import Path
from typing import Any

from kombu.exceptions import ChannelError
from kombu.transport import filesystem
from kombu.utils.encoding import str_to_bytes
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    """A channel whose messages appear whole."""

    def _put(self, queue: str, payload: dict[str, Any], **_kwargs: Any) -> None:  # type: ignore[override]
        folder = Path(self.data_folder_out)
        name = f"{time.time_ns():020d}_{uuid.uuid4()}.{queue}.msg"
        unfinished = folder / f".{name}.tmp"
        try:
            with unfinished.open("wb") as file:
                file.write(str_to_bytes(dumps(payload)))
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(folder / name)
        except OSError as error:
            raise ChannelError(f"The message for queue {queue} cannot be written to {folder}: {error}") from error


class Transport(filesystem.Transport):
    Channel = Channel


def transport_options(folder: Path) -> dict[str, object]:
    """Folders of the transport, made where missing. All lie on one disk, so that taking a message is a rename."""
    messages, control, taken = folder / "messages", folder / "control", folder / "taken"
    for each in (messages, control, taken):
        each.mkdir(parents=True, exist_ok=True)
    return {
        "data_folder_in": str(messages),
        "data_folder_out": str(messages),
        "control_folder": str(control),
        "processed_folder": str(taken),
        "store_processed": True,
        "polling_interval": 0.1,
    }


def remove_taken_messages(folder: Path, *, older_than_s: float, now: float) -> int:
    """Delete messages that a worker took long ago; the job table, not the message, knows what became of them."""
    removed = 0
    for path in (folder / "taken").glob("*.msg"):
        if now - path.stat().st_mtime > older_than_s:
            path.unlink(missing_ok=True)
            removed += 1
    return removed
