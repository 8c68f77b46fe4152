"""What to say of a full disk: which one, how much room it has, and what to do."""

import tempfile
from pathlib import Path

from django.conf import settings
from django.template.defaultfilters import filesizeformat

from annotator.errors import DomainError
from training.disk import free_bytes, is_full


class DiskFull(DomainError):
    code = "disk_full"
    status = 507


def full_disk(error: BaseException, *, doing: str) -> DiskFull | None:
    """The refusal to tell people where the error is a full disk; None for any other.

    Args:
        doing: what to begin again once there is room: `start it again`.
    """
    if not is_full(error):
        return None
    what, folder = min(_folders(), key=lambda each: free_bytes(each[1]))
    return DiskFull(
        f"The server’s disk for {what} is full: {room(folder)} left. Whatever was saved before is kept, and nothing "
        f"half-written counts. Ask whoever looks after this installation to make room, then {doing}."
    )


def room(folder: Path) -> str:
    """Free room in words: `1.2 GB`."""
    return in_words(free_bytes(folder))


def in_words(n_bytes: int) -> str:
    return str(filesizeformat(n_bytes)).replace("\xa0", " ")


def _folders() -> list[tuple[str, Path]]:
    return [
        ("recordings", Path(settings.MEDIA_DIR)),
        ("releases", Path(settings.RELEASES_DIR)),
        ("runs", Path(settings.RUNS_DIR)),
        ("Attune’s data", Path(settings.DATA_DIR)),
        ("temporary files", Path(tempfile.gettempdir())),
    ]
