"""The client's face, cut from a stored frame."""

from pathlib import Path

from PIL import Image

from training.release import Box, Turn

GREY = (128, 128, 128)
"""Of the picture that stands for none: some processors drop a picture whose pixels are all zero."""


def chosen_pictures(turn: Turn, most: int | None) -> list[tuple[str, Box | None]]:
    """The turn's pictures with their face boxes: all, or `most` of them, the middles of equal parts of their row."""
    pictures = list(zip(turn.frames, turn.face_boxes, strict=True))
    if most is None or len(pictures) <= most:
        return pictures
    return [pictures[(2 * part + 1) * len(pictures) // (2 * most)] for part in range(most)]


def client_face(frame: Path, box: Box | None, *, margin: float) -> Image.Image:
    """The square around the face box, widened by `margin` of its longer side and kept within the frame.

    Without a box it is the whole frame.
    """
    with Image.open(frame) as stored:
        picture = stored.convert("RGB")
    return picture.crop(_square(box, picture.width, picture.height, margin)) if box else picture


def no_picture() -> Image.Image:
    """What the model sees where there is no frame, or where it may not look."""
    return Image.new("RGB", (64, 64), GREY)


def _square(box: Box, width: int, height: int, margin: float) -> tuple[int, int, int, int]:
    left, top, box_width, box_height = box
    side = min(max(box_width, box_height) * (1 + 2 * margin), width, height)
    # Moved rather than cut at the frame's edge: a cut would change the face's place in the picture.
    x = min(max(left + (box_width - side) / 2, 0), width - side)
    y = min(max(top + (box_height - side) / 2, 0), height - side)
    return round(x), round(y), round(x + side), round(y + side)
