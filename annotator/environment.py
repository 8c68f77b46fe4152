"""Reading the environment for `settings.py`; a senseless value stops the start and says so."""

import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from annotator.time_zones import is_time_zone


def read_env_file(path: Path) -> None:
    """Take KEY=VALUE lines of `.env` for what the environment does not say itself."""
    if not path.is_file():
        return
    for line in path.read_text().splitlines():
        key, separator, value = line.strip().partition("=")
        if separator and not key.startswith("#"):
            os.environ.setdefault(key.strip(), value.strip().strip("\"'"))


def number(name: str, default: int, *, at_least: int, at_most: int | None = None) -> int:
    """A whole number within its bounds."""
    text = os.environ.get(name, str(default))
    if not text.isdecimal() or int(text) < at_least or (at_most is not None and int(text) > at_most):
        span = f"{at_least} or more" if at_most is None else f"{at_least} to {at_most}"
        raise ImproperlyConfigured(f"{name}={text} is not a whole number of {span}")
    return int(text)


def flag(name: str, *, default: bool) -> bool:
    """Yes or no: 1, true, yes, or 0, false, no."""
    text = os.environ.get(name, "1" if default else "0").lower()
    if text not in {"0", "1", "true", "false", "yes", "no"}:
        raise ImproperlyConfigured(f"{name}={text} is neither yes nor no")
    return text in {"1", "true", "yes"}


def time_zone(name: str, default: str) -> str:
    """The name of a time zone, `Europe/Berlin`."""
    text = os.environ.get(name, default)
    if not is_time_zone(text):
        raise ImproperlyConfigured(f"{name}={text} is no time zone; they are named like Europe/Berlin")
    return text


def list_of(name: str) -> list[str]:
    """What the environment lists with commas between, blanks around a comma aside."""
    return [item for each in os.environ.get(name, "").split(",") if (item := each.strip())]


def file_named(name: str) -> Path | None:
    """The file that the environment names, which must be there; None where it names none."""
    text = os.environ.get(name, "")
    if text and not Path(text).is_file():
        raise ImproperlyConfigured(f"{name}={text} is no file")
    return Path(text).resolve() if text else None


def folder_named(name: str) -> Path | None:
    """The folder that the environment names, which must be there; None where it names none."""
    text = os.environ.get(name, "")
    if text and not Path(text).is_dir():
        raise ImproperlyConfigured(f"{name}={text} is no folder")
    return Path(text).resolve() if text else None
