"""A release on disk, read. Training opens the training part alone; the hold-out has its own door."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, Self

FORMAT = "attune-release/1"
Vad = tuple[float, float, float]
"""Valence, arousal, dominance; 1 to 9 each."""
Box = tuple[float, float, float, float]
"""Left, top, width, height in pixels of the frame."""


class ReleaseRefused(Exception):
    """The folder holds no release that can be used."""


@dataclass(frozen=True)
class ContextLine:
    role: str
    text: str


@dataclass(frozen=True)
class Turn:
    """One client turn of a release, with the labels that people agreed on."""

    id: str
    session: str
    client: str
    position: int
    words: str
    reply: str | None
    context: tuple[ContextLine, ...]
    """Up to four turns before this one, oldest first."""
    frames: tuple[str, ...]
    """Paths of the pictures inside the release, in the order they were shown; none where there is none to see."""
    face_boxes: tuple[Box | None, ...]
    """One a picture; None where no face was found in it."""
    incongruence: str | None
    engagement: float | None
    """1 withdrawn to 5 fully engaged."""
    vad_words: Vad | None
    vad_face: Vad | None
    """None unless all three values are there."""

    @classmethod
    def from_json(cls, line: dict[str, Any]) -> Self:
        labels = line["labels"]
        frames = tuple(line["frames"])
        return cls(
            id=line["turn"],
            session=line["session"],
            client=line["client"],
            position=line["position"],
            words=line["words"],
            reply=line["reply"],
            context=tuple(ContextLine(one["role"], one["text"]) for one in line["context"]),
            frames=frames,
            face_boxes=_boxes(line, len(frames)),
            incongruence=labels.get("incongruence"),
            engagement=labels.get("engagement"),
            vad_words=_vad(labels, "words"),
            vad_face=_vad(labels, "face"),
        )


@dataclass(frozen=True)
class Release:
    folder: Path
    manifest: dict[str, Any]

    @property
    def content_hash(self) -> str:
        return str(self.manifest["content_hash"])

    @cached_property
    def training(self) -> list[Turn]:
        return list(_turns(self.folder, "train"))

    def holdout(self) -> list[Turn]:
        """The turns kept from training: for predicting and evaluating only."""
        return list(_turns(self.folder, "holdout"))


def open_release(folder: Path) -> Release:
    """Read the manifest; raises ReleaseRefused where the folder is no release of the known format."""
    path = folder / "manifest.json"
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ReleaseRefused(f"{path} cannot be read: {error}") from error
    if manifest.get("format") != FORMAT:
        raise ReleaseRefused(f"{path} is of format {manifest.get('format')!r}; this version reads {FORMAT!r}")
    return Release(folder, manifest)


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _turns(folder: Path, split: Literal["train", "holdout"]) -> Iterator[Turn]:
    with (folder / "turns.jsonl").open(encoding="utf-8") as lines:
        for number, text in enumerate(lines, start=1):
            try:
                line = json.loads(text)
                if line["split"] == split:
                    yield Turn.from_json(line)
            except (KeyError, TypeError, ValueError) as error:
                raise ReleaseRefused(f"turns.jsonl:{number}: cannot be read as a turn: {error!r}") from error


def _boxes(line: dict[str, Any], count: int) -> tuple[Box | None, ...]:
    """One a picture; releases of before knew the first picture's alone."""
    boxes = line.get("face_boxes") or [line["face_box"]]
    return tuple((box[0], box[1], box[2], box[3]) if box else None for box in [*boxes, *[None] * count][:count])


def _vad(labels: dict[str, Any], channel: Literal["words", "face"]) -> Vad | None:
    valence, arousal, dominance = (labels.get(f"{name}_{channel}") for name in ("valence", "arousal", "dominance"))
    if valence is None or arousal is None or dominance is None:
        return None
    return float(valence), float(arousal), float(dominance)
