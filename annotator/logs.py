"""How the log tells of an error: where it happened and of which kind, never with which values.

An exception's message may hold a row that the database refused, or a piece of what somebody said.
"""

import errno
import logging
import traceback
from types import TracebackType


class WordlessFormatter(logging.Formatter):
    """Formats errors without their messages. An error of the system keeps its name, such as ENOSPC."""

    def formatException(self, ei: object) -> str:  # noqa: N802  # As the standard library calls it.
        """The traceback of the error and of what it came from."""
        error = ei[1] if isinstance(ei, tuple) else None
        return "\n".join(_lines(error)) if isinstance(error, BaseException) else ""


def _lines(error: BaseException) -> list[str]:
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    lines = [*_lines(before), "which led to"] if before else []
    return [*lines, *_frames(error.__traceback__), _kind(error)]


def _frames(found: TracebackType | None) -> list[str]:
    return [f'  File "{each.filename}", line {each.lineno}, in {each.name}' for each in traceback.extract_tb(found)]


def _kind(error: BaseException) -> str:
    name = f"{type(error).__module__}.{type(error).__qualname__}"
    state = getattr(error, "sqlstate", None) or getattr(error, "sqlite_errorname", None)
    if isinstance(error, OSError) and error.errno:
        state = errno.errorcode.get(error.errno, str(error.errno))
    return f"{name} ({state})" if state else name
