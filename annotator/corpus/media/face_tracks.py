"""Where faces may be between two looks: what the blurred view hides. It errs on the side of hiding too much."""

from collections.abc import Sequence
from dataclasses import dataclass

from annotator.corpus.media.faces import Box

_MARGIN = 0.4  # Of the box's longer side, all around: a detector's box ends at brows and chin, a head doesn't.
_CONFIRMED_AFTER = 3
_HELD_MS, _HELD_UNCONFIRMED_MS = 10_000, 1_000
_GROWS_PER_S, _GROWS_AT_MOST = 0.5, 1.0
_REGION_AFTER_MS, _ALL_AFTER_MS = 1_000, 5_000


@dataclass
class _Track:
    """One face, as far as it is known."""

    box: Box
    seen_ms: int
    times_seen: int = 1

    @property
    def is_confirmed(self) -> bool:
        return self.times_seen >= _CONFIRMED_AFTER


class FaceTracks:
    """Follows all faces of a recording from look to look.

    A face that is lost stays hidden where it was last, in a box that grows: a second where it was hardly seen, ten
    where it was seen well. Where the client's face isn't found for a second, all of the client's region is hidden;
    where no face is found anywhere for five, or for one without a region, or right after the picture has changed as a
    whole, all of the picture.
    """

    def __init__(self, *, picture: Box, region: Box | None) -> None:
        """Args: `picture`, `region`: in the pixels of the boxes to come; the region is where the client is."""
        self._picture = picture
        self._region = region
        self._tracks: list[_Track] = []
        self.begun: list[Box] = []
        """Faces that the last look found and no look before it did, margins included: they may have been there."""
        self._face_ms = self._client_ms = -_ALL_AFTER_MS
        """When any face, and one in the client's region, was seen last."""

    def is_lacking(self, boxes: Sequence[Box]) -> bool:
        """Whether these boxes leave out a face that was there at the last look, or the client's: look again, harder."""
        known = [track for track in self._tracks if track.is_confirmed]
        is_lost = any(all(not _is_near(track.box, box) for box in boxes) for track in known)
        return is_lost or not self._has_client(boxes)

    def look(self, boxes: Sequence[Box], *, at_ms: int, is_cut: bool = False) -> list[Box]:
        """Take what was found at that time; return what to hide from the last look up to now, margins included."""
        boxes = _distinct(boxes)
        if is_cut:
            self._face_ms = self._client_ms = at_ms - _ALL_AFTER_MS
        if boxes:
            self._face_ms = at_ms
        if self._has_client(boxes):
            self._client_ms = at_ms
        hidden = self._follow(boxes, at_ms)
        until_whole_ms = _ALL_AFTER_MS if self._region else _REGION_AFTER_MS
        if at_ms - self._face_ms >= until_whole_ms:
            return [self._picture]
        if self._region and (at_ms - self._client_ms >= _REGION_AFTER_MS or self._is_client_lost(at_ms)):
            hidden.append(self._region)
        return hidden

    def _follow(self, boxes: Sequence[Box], at_ms: int) -> list[Box]:
        hidden: list[Box] = []
        self.begun = []
        free = list(self._tracks)
        for box in boxes:
            track = min((each for each in free if _is_near(each.box, box)), key=lambda each: each.box.distance(box),
                        default=None)  # fmt: skip
            if track is None:
                self._tracks.append(_Track(box, at_ms))
                self.begun.append(self._wide(box))
                hidden.append(self._wide(box))
                continue
            free.remove(track)
            hidden.append(self._wide(_union(track.box, box)))
            track.box, track.seen_ms, track.times_seen = box, at_ms, track.times_seen + 1
        for track in free:
            lost_ms = at_ms - track.seen_ms
            if any(_holds(box, track.box) for box in boxes):  # It is the face that was found there.
                self._tracks.remove(track)
                continue
            if lost_ms > (_HELD_MS if track.is_confirmed else _HELD_UNCONFIRMED_MS):
                self._tracks.remove(track)
            growth = min(_GROWS_AT_MOST, _GROWS_PER_S * lost_ms / 1000)
            hidden.append(self._wide(track.box, growth))
        return hidden

    def _has_client(self, boxes: Sequence[Box]) -> bool:
        """Whether one of the boxes is in the client's region, or a little beside it; true without a region."""
        return self._region is None or any(_holds(_grown(self._region, 0.25), box) for box in boxes)

    def _is_client_lost(self, at_ms: int) -> bool:
        """Whether a face that was in the region is missed for long, though something else is found there."""
        return any(
            self._region
            and track.is_confirmed
            and at_ms - track.seen_ms >= _REGION_AFTER_MS
            and _holds(self._region, track.box)
            for track in self._tracks
        )

    def _wide(self, box: Box, growth: float = 0.0) -> Box:
        return _within(_grown(box, _MARGIN + growth), self._picture)


def _distinct(boxes: Sequence[Box]) -> list[Box]:
    """One box for each face: what several detectors found in one place is one face, as large as they say together."""
    distinct: list[Box] = []
    for box in sorted(boxes, key=lambda each: -each.width * each.height):
        same = next((other for other in distinct if _holds(other, box)), None)
        if same is None:
            distinct.append(box)
        else:
            distinct[distinct.index(same)] = _union(same, box)
    return distinct


def _grown(box: Box, share: float) -> Box:
    by = round(share * max(box.width, box.height))
    return Box(box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by)


def _within(box: Box, picture: Box) -> Box:
    left, top = max(0, min(box.x, picture.width - 1)), max(0, min(box.y, picture.height - 1))
    right, bottom = min(box.x + box.width, picture.width), min(box.y + box.height, picture.height)
    return Box(left, top, max(1, right - left), max(1, bottom - top))


def _union(one: Box, other: Box) -> Box:
    left, top = min(one.x, other.x), min(one.y, other.y)
    right, bottom = max(one.x + one.width, other.x + other.width), max(one.y + one.height, other.y + other.height)
    return Box(left, top, right - left, bottom - top)


def _is_near(one: Box, other: Box) -> bool:
    """Whether the boxes may be one face a moment apart."""
    return one.distance(other) <= max(one.width, one.height, other.width, other.height)


def _holds(region: Box, box: Box) -> bool:
    """Whether the box has its middle in the region."""
    x, y = box.centre
    return 0 <= x - region.x < region.width and 0 <= y - region.y < region.height
