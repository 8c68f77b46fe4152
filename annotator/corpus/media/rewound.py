"""A recording as it was sent, for a browser to play, with a clock that begins with the recording.

A browser counts as the file does, which may begin at 3.5 s, and goes no further than the length that the file tells
from there: what is after it could not be gone to.
"""

from pathlib import Path

from annotator.corpus.media.ffmpeg import media_input, write_media
from annotator.corpus.media.progress import unwatched

LATE_MS = 40
"""A clock that begins earlier is not told from one that begins at 0."""
LARGEST_BYTES = 2 * 2**30
"""Of what is copied while somebody waits, which takes some seconds."""
_PLAYED = {"mov": "mp4", "matroska": "matroska", "ogg": "ogg"}
"""What browsers play and that can be written again as it is, by the name of its kind."""


def can_be_rewound(source: Path, *, kind: str, clock_ms: int) -> bool:
    """Whether the recording needs such a copy and one can be made while somebody waits."""
    return clock_ms >= LATE_MS and kind in _PLAYED and source.stat().st_size <= LARGEST_BYTES


def rewind(source: Path, target: Path, *, kind: str, duration_ms: int) -> None:
    """Copy the recording's picture and sound as they are, from 0 on; done already, it does nothing.

    Raises:
        MediaRefused: the file's tracks can't be written so.
    """
    if target.exists():
        return
    recording = media_input(source)
    write_media(
        recording["V?"],
        recording["a?"],
        target=target,
        options={"c": "copy", "f": _PLAYED[kind]},
        duration_ms=duration_ms,
        largest_bytes=LARGEST_BYTES + 2**26,
        longest_s=60,
        on_progress=unwatched,
    )
