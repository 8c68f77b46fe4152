"""Writing a release to disk. The folder appears under its name when it is whole, and not before."""

import csv
import hashlib
import json
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from annotator.corpus import files
from annotator.corpus.models import Frame
from annotator.releases.content import ANNOTATION_COLUMNS, frame_path
from annotator.releases.models import ReleaseTurn

MANIFEST = "manifest.json"

Json = dict[str, Any]


@contextmanager
def whole_or_not_at_all(target: Path) -> Iterator[Path]:
    """A folder to write into that becomes `target` at the end; what a former try left is removed first."""
    building = target.with_name(f".{target.name}.building")
    shutil.rmtree(building, ignore_errors=True)
    building.mkdir(parents=True)
    try:
        yield building
    except BaseException:
        shutil.rmtree(building, ignore_errors=True)  # On a full disk its room is needed.
        raise
    shutil.rmtree(target, ignore_errors=True)  # Left by a worker that died after the renaming.
    building.rename(target)


def write_turns(folder: Path, lines: Sequence[Json], *, schema: Any) -> None:
    """`turns.jsonl`, the same as Parquet, and one Parquet file a split, which `datasets.load_dataset` reads."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    with (folder / "turns.jsonl").open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    (folder / "splits").mkdir()
    pq.write_table(pa.Table.from_pylist(list(lines), schema=schema), folder / "turns.parquet")
    for split in ReleaseTurn.Split.values:
        part = [line for line in lines if line["split"] == split]
        pq.write_table(pa.Table.from_pylist(part, schema=schema), folder / "splits" / f"{split}.parquet")


def write_annotations(folder: Path, rows: Iterable[Sequence[str]]) -> None:
    with (folder / "annotations.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(ANNOTATION_COLUMNS)
        writer.writerows(rows)


def copy_frames(folder: Path, frames: Sequence[Frame], *, on_progress: Callable[[float], None]) -> None:
    """Copy the stored pictures as they are; `on_progress` is told the share that is done."""
    (folder / "frames").mkdir()
    for number, frame in enumerate(frames):
        shutil.copyfile(files.absolute(frame.path), folder / frame_path(frame))
        on_progress(number / len(frames))


def listed_files(folder: Path) -> list[Json]:
    """Path, SHA-256 and size of every file but the manifest, by path."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != MANIFEST)
    return [
        {"path": path.relative_to(folder).as_posix(), "sha256": sha256_of(path), "bytes": path.stat().st_size}
        for path in paths
    ]


def read_turns(folder: Path) -> list[Json]:
    """The lines of `turns.jsonl`."""
    with (folder / "turns.jsonl").open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def damaged_files(folder: Path, listed: Iterable[Json]) -> list[str]:
    """The listed files that are missing or no longer as long as they were; nothing is read."""
    paths = ((file["path"], folder / file["path"], file["bytes"]) for file in listed)
    return [name for name, path, size in paths if not path.is_file() or path.stat().st_size != size]


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def content_hash(listed: Iterable[Json]) -> str:
    """SHA-256 over the sorted lines `path sha256`: equal hashes, equal content."""
    lines = sorted(f"{file['path']} {file['sha256']}" for file in listed)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def write_manifest(folder: Path, manifest: Json) -> None:
    """Write the manifest so that a reader finds the old one or the new one, never half of it."""
    new = folder / f".{MANIFEST}.new"
    new.write_text(json.dumps(manifest, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    new.replace(folder / MANIFEST)
