"""Which of the faces in a picture is the client's."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from annotator.corpus.media.faces import Box, Face, FaceDetector, Seen

if TYPE_CHECKING:
    from annotator.corpus.media.pixels import GreyPicture

CLIENT_REGION = "client_region"

# Ten looks are a second of a turn's onset, or five seconds later in it.
_LOST_AFTER_MISSES = 10
_LIKELY_GROWTH = 2.0


Faces = dict[str, Any] | None
"""Where a finder takes faces to be, as JSON; None for one that remembers nothing."""


class FinderState(NamedTuple):
    """What a finder has come to after the pictures that it has seen."""

    faces: Faces
    looks: int
    misses: int
    several: int
    """Looks that saw more than one face."""


class ClientFaceFinder(Protocol):
    """Finds the client's face in pictures that come in order of showing."""

    @property
    def name(self) -> str:
        """Of the detector that looks."""

    def find(self, picture: Seen) -> Face | None:
        """The client's face, or None."""

    def state(self) -> FinderState:
        """What it has come to."""

    def take_on(self, state: FinderState) -> None:
        """Go on as if the pictures that led to the state had just been seen."""


@dataclass(frozen=True)
class ClientRegion:
    """The part of the picture that a person drew around the client, as fractions of its width and height.

    As a finder it takes the whole region for the face, in every picture: for a camera that shows the face alone.
    """

    x: float
    y: float
    width: float
    height: float
    name: str = CLIENT_REGION

    def __post_init__(self) -> None:
        inside = self.x >= 0 and self.y >= 0 and self.x + self.width <= 1.001 and self.y + self.height <= 1.001
        if not (inside and self.width > 0 and self.height > 0):
            raise ValueError(f"{self} is not inside the picture, whose sides are 1.")

    def box(self, picture: "GreyPicture") -> Box:
        """The region in pixels, at least one each way."""
        height, width = picture.shape
        left, top = min(round(self.x * width), width - 1), min(round(self.y * height), height - 1)
        right, bottom = round((self.x + self.width) * width), round((self.y + self.height) * height)
        return Box(left, top, max(1, min(right, width) - left), max(1, min(bottom, height) - top))

    def find(self, picture: Seen) -> Face:
        return Face(self.box(picture.grey), confidence=None, detector=self.name)

    def state(self) -> FinderState:
        return FinderState(None, 0, 0, 0)

    def take_on(self, state: FinderState) -> None:
        """Nothing: every picture is as any other."""


class TrackedClient:
    """Follows the client's face from the region that a person drew, wherever it moves, and never takes another's.

    The client's is the face nearest to where theirs was last, at most the region's longer side away and not nearer to
    where somebody else's was; until it is seen it must lie inside the region, and again once it was missed ten times
    in a row. A picture in which it isn't found has the region itself for the face, marked as assumed. Without a region
    the client's is the largest face.
    """

    def __init__(self, detector: FaceDetector, region: ClientRegion | None) -> None:
        self.name = detector.name
        self.looks = 0
        self.misses = 0
        self.several = 0
        self._detector = detector
        self._region = region
        self._latest: Box | None = None
        self._misses_in_a_row = 0
        self._others: list[Box] = []

    def find(self, picture: Seen) -> Face | None:
        self.looks += 1
        faces = self._detector.find_all(picture)
        self.several += len(faces) > 1
        if self._region is None:
            found = max(faces, key=lambda face: face.box.width * face.box.height, default=None)
        else:
            found = self._clients(faces, self._region.box(picture.grey))
        if found is None:
            self._miss()
            return self._assumed(picture)
        self._latest, self._misses_in_a_row = found.box, 0
        return found

    def state(self) -> FinderState:
        latest = list(self._latest) if self._latest else None
        others = [list(box) for box in self._others]
        # Of a client whose place isn't known, it makes no difference how long that has been so.
        misses_in_a_row = self._misses_in_a_row if self._latest else 0
        faces = {"client": latest, "misses_in_a_row": misses_in_a_row, "others": others}
        return FinderState(faces, self.looks, self.misses, self.several)

    def take_on(self, state: FinderState) -> None:
        faces, self.looks, self.misses, self.several = state
        if faces is None:
            raise ValueError("The state is one of a finder that follows nobody.")
        self._latest = Box(*faces["client"]) if faces["client"] else None
        self._misses_in_a_row = faces["misses_in_a_row"]
        self._others = [Box(*box) for box in faces["others"]]

    def _clients(self, faces: list[Face], region: Box) -> Face | None:
        latest, reach = self._latest or region, max(region.width, region.height)
        likely = [face for face in faces if self._may_be_clients(face.box, region, reach)]
        found = min(likely, key=lambda face: face.box.distance(latest), default=None)
        self._note_others([face.box for face in faces if face is not found], reach)
        return found

    def _may_be_clients(self, box: Box, region: Box, reach: int) -> bool:
        if self._latest is None:
            x, y = box.centre
            return 0 <= x - region.x < region.width and 0 <= y - region.y < region.height
        growth = box.width / self._latest.width
        distance = box.distance(self._latest)
        return (
            1 / _LIKELY_GROWTH < growth < _LIKELY_GROWTH
            and distance <= reach
            and all(distance < box.distance(other) for other in self._others)
        )

    def _note_others(self, boxes: list[Box], reach: int) -> None:
        """Where everybody else is; who isn't seen in this picture is still where they were."""
        unseen = [other for other in self._others if all(other.distance(box) > reach / 2 for box in boxes)]
        self._others = [*boxes, *unseen][:8]

    def _miss(self) -> None:
        self.misses += 1
        self._misses_in_a_row += 1
        if self._misses_in_a_row >= _LOST_AFTER_MISSES:
            self._latest = None

    def _assumed(self, picture: Seen) -> Face | None:
        if self._region is None:
            return None
        return Face(self._region.box(picture.grey), confidence=None, detector=CLIENT_REGION, is_assumed=True)
