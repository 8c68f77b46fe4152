"""What a search for a turn's frame comes to."""

from dataclasses import dataclass
from pathlib import Path

from annotator.corpus.media.faces import Box


@dataclass(frozen=True)
class FrameResult:
    """One frame of a turn, or why there is none."""

    key: str
    number: int = 0
    """Counts from 0 within the turn."""
    missing_reason: str | None = None
    presentation_ms: int | None = None
    index: int | None = None
    """In the frame table of the original."""
    path: Path | None = None
    sha256: str | None = None
    face_box: Box | None = None
    """In pixels of the stored picture; None where no face was found."""
    detector: str | None = None
    confidence: float | None = None
    sharpness: float | None = None
    """Of the face, or of the whole picture where no face was found."""
