"""What was found in each stretch of a recording, kept so that after a change only what it touches is searched again."""

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from annotator.corpus.media.client_face import ClientFaceFinder, FinderState
from annotator.corpus.media.faces import Box
from annotator.corpus.media.files import write_whole
from annotator.corpus.media.frame_result import FrameResult
from annotator.corpus.media.stretches import Stretch

Json = dict[str, Any]


class KeptSearches:
    """Gives the same frames as a search of everything: a stretch is taken from what is kept only where its turns are
    the same and the finder comes to it with the same idea of where the faces are, and leaves it with the one it had.
    """

    def __init__(self, path: Path, *, basis: Json) -> None:
        """Args: `basis`: all that the frames depend on beside the turns; what was kept on another one is not used."""
        self._path = path
        self._basis = json.loads(json.dumps(basis))
        self._kept = self._read()
        self._used: dict[str, Json] = {}

    def results(
        self, stretch: Stretch, finder: ClientFaceFinder, search: Callable[[], list[FrameResult]]
    ) -> list[FrameResult]:
        """The frames of the stretch: as they were found before, or by `search`."""
        key = json.dumps([asdict(request) for request in stretch.requests])
        before = finder.state()
        kept = self._kept.get(key)
        if kept is None or "several" not in kept or kept["faces_before"] != before.faces or not self._has_files(kept):
            found = search()
            after = finder.state()
            kept = {
                "faces_before": before.faces,
                "faces_after": after.faces,
                "looks": after.looks - before.looks,
                "misses": after.misses - before.misses,
                "several": after.several - before.several,
                "frames": [_json(result) for result in found],
            }
        else:
            found = [self._result(frame) for frame in kept["frames"]]
            looks, misses = before.looks + kept["looks"], before.misses + kept["misses"]
            several = before.several + kept["several"]
            finder.take_on(FinderState(kept["faces_after"], looks, misses, several))
        self._used[key] = kept
        return found

    def save(self) -> None:
        """Keep what was found in this search and no other."""
        write_whole(self._path, json.dumps({"basis": self._basis, "stretches": self._used}).encode())

    def _read(self) -> dict[str, Json]:
        try:
            told: Json = json.loads(self._path.read_bytes())
        except (FileNotFoundError, ValueError):
            return {}
        stretches: dict[str, Json] = told["stretches"] if told["basis"] == self._basis else {}
        return stretches

    def _has_files(self, kept: Json) -> bool:
        return all((self._path.parent / frame["path"]).is_file() for frame in kept["frames"] if frame["path"])

    def _result(self, frame: Json) -> FrameResult:
        box, name = frame["face_box"], frame["path"]
        told = {**frame, "face_box": Box(*box) if box else None, "path": self._path.parent / name if name else None}
        return FrameResult(**told)


def _json(result: FrameResult) -> Json:
    return {**asdict(result), "path": result.path.name if result.path else None}
