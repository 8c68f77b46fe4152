"""Celery's messages over a folder, without the loss that the stock transport has.

kombu's file-system transport opens a message under its final name and then writes it, so a reader that comes
between takes an empty or half message. Here a message is written under another name and then renamed, which is
atomic. Its names sort by a clock that starts anew with each boot; ours sort by the time of day.

The folder may be removed under a running app, by somebody who wants a fresh start, say. It is made again, and each
process binds its queues again, which kombu takes to be done for good; messages that were in it are sent again by the
reconciler, since jobs are rows of the database.
"""

import math
import os
import time
import uuid
from contextlib import suppress
from pathlib import Path
from queue import Empty
from typing import Any

from celery.worker import state as worker
from kombu.exceptions import ChannelError
from kombu.transport import filesystem
from kombu.utils.encoding import str_to_bytes
from kombu.utils.json import dumps

_MARK = "mark"
_LOOK_UP_EVERY_S = 0.2


class Channel(filesystem.Channel):
    """A channel whose messages and bindings appear whole, and whose folder comes back when it is removed."""

    _seen_mark: str | None = None

    def get_table(self, exchange: str) -> list[Any]:
        """The queues bound to the exchange; every message that is sent asks here where to go."""
        self._restore_folders()
        table: list[Any] = super().get_table(exchange)
        return table

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        try:
            self._restore_folders()
            return super()._get(queue)
        except FileNotFoundError as gone:  # The folder went this very moment; the next look makes it anew.
            raise Empty from gone

    def _queue_bind(self, exchange: str, routing_key: str | None, pattern: str | None, queue: str | None) -> None:
        file: Path = self._exchange_file(exchange)  # type: ignore[attr-defined]  # Newer than the stubs.
        self.control_folder.mkdir(parents=True, exist_ok=True)
        row = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        with (self.control_folder / "lock").open("wb", buffering=0) as held:
            # kombu truncates the table before it locks it, so that two who bind at once lose one binding.
            filesystem.lock(held, filesystem.LOCK_EX)  # type: ignore[attr-defined]  # As above.
            table = super().get_table(exchange)
            if row not in table:
                unfinished = file.with_suffix(".tmp")
                unfinished.write_bytes(str_to_bytes(dumps([row, *table])))
                unfinished.replace(file)

    def _restore_folders(self) -> None:
        """Make the folders where they are gone, and bind anew where somebody has made them since we looked."""
        mark = self._read_mark() or self._make_folders()
        if mark != self._seen_mark:
            for key, arguments in list((self.state.bindings or {}).items()):
                kind = self.typeof(key.exchange)
                # The stubs take the arguments of a binding for the binding.
                bound = kind.prepare_bind(key.queue, key.exchange, key.routing_key, arguments)  # type: ignore[arg-type]
                self._queue_bind(key.exchange, *bound[:3])
            self._seen_mark = mark  # Only now: where the folder goes in between, the next look binds again.

    def _read_mark(self) -> str:
        """What names this making of the folders; empty where one is missing."""
        if not (Path(self.data_folder_in).is_dir() and Path(self.processed_folder).is_dir()):
            return ""
        try:
            return (self.control_folder / _MARK).read_text()
        except FileNotFoundError:
            return ""

    def _make_folders(self) -> str:
        for folder in (self.data_folder_in, self.data_folder_out, self.processed_folder, self.control_folder):
            Path(folder).mkdir(parents=True, exist_ok=True)
        mark = self.control_folder / _MARK
        if not mark.exists():
            # Two processes may both write one; who reads the other's later binds once more, which is harmless.
            unfinished = mark.with_name(f"{uuid.uuid4()}.tmp")
            unfinished.write_text(str(uuid.uuid4()))
            unfinished.replace(mark)
        return mark.read_text()

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

    def drain_events(self, connection: Any, timeout: float | None = None) -> None:  # type: ignore[override]
        """Wait for a message as kombu does, but no longer than until this process, a worker, is asked to end."""
        until = math.inf if timeout is None else time.monotonic() + timeout
        while True:
            left = until - time.monotonic()
            try:
                return super().drain_events(connection, timeout=max(0.0, min(left, _LOOK_UP_EVERY_S)))
            except TimeoutError:
                if left <= _LOOK_UP_EVERY_S or _is_to_end():
                    raise


def _is_to_end() -> bool:
    """Whether this process is a worker that was asked to end; the exit code that it is to end with may be 0."""
    return worker.should_stop is not None or worker.should_terminate is not None


def transport_options(folder: Path) -> dict[str, object]:
    """Folders of the transport, made where missing. All lie on one disk, so that taking a message is a rename."""
    messages, control, taken = folder / "messages", folder / "control", folder / "taken"
    with suppress(OSError):  # A disk that takes nothing: what is wanted of it says so, in words.
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
