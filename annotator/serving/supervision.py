"""Keeping the child processes of `serve` alive: what ends is started again, after pauses that grow if it goes on."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from annotator.serving.children import Child
from annotator.serving.processes import end

PAUSES_S = (0.5, 2, 5, 10, 30, 60)
SETTLED_AFTER_S = 120  # Whoever has lived that long is not about to end again for the reason of the last time.
KEEPS_ENDING = 3

Start = Callable[[Path], Child]


class Watched:
    """One child, and how often it has ended."""

    def __init__(self, start: Start, log_folder: Path) -> None:
        self._start, self._log_folder = start, log_folder
        self._times_ended = 0
        self._again_at: float | None = None
        self._begin(time.monotonic())

    @property
    def child(self) -> Child:
        return self._child

    def look(self, now: float, *, tell: Callable[[str], object]) -> None:
        """Start it again where it has ended, once its pause is over. `now` is in seconds of a steady clock."""
        if self._again_at is not None:
            if now >= self._again_at:
                self._begin(now)
        elif self._child.has_ended():
            self._times_ended = 1 if now - self._began_at > SETTLED_AFTER_S else self._times_ended + 1
            pause_s = PAUSES_S[min(self._times_ended, len(PAUSES_S)) - 1]
            self._again_at = now + pause_s
            told = self._what_happened(pause_s)
            tell(told)
            with self._child.log.open("a") as log:
                log.write(f"{told}\n")

    def _begin(self, now: float) -> None:
        self._child = self._start(self._log_folder)
        self._began_at, self._again_at = now, None

    def _what_happened(self, pause_s: float) -> str:
        child = self._child
        if self._times_ended < KEEPS_ENDING:
            told = f"The {child.name} ended by itself ({child.how_it_ended}) and is started again."
            return f"{told} Nothing that was saved is lost."
        return (
            f"The {child.name} keeps ending ({self._times_ended} times, {child.how_it_ended}); it is started again in "
            f"{pause_s:g} s. Its log says why: {child.log}"
        )


class Supervisor:
    """The children of one `serve`."""

    def __init__(self, log_folder: Path, *, tell: Callable[[str], object]) -> None:
        self._log_folder, self._tell = log_folder, tell
        self._watched: list[Watched] = []

    def start(self, start: Start) -> Child:
        """Start a child, and keep it alive from now on."""
        watched = Watched(start, self._log_folder)
        self._watched.append(watched)
        return watched.child

    def look(self) -> None:
        """Start again what has ended."""
        for each in self._watched:
            each.look(time.monotonic(), tell=self._tell)

    def end(self) -> None:
        """End all children, and start none again."""
        end(self._children(), tell=self._tell)

    def _children(self) -> Sequence[Child]:
        return [each.child for each in self._watched]
