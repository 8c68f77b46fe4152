"""How large the pictures are that are made of a recording."""

LARGEST_SIDE = 1280


def picture_size(width: int, height: int) -> tuple[int, int]:
    """Width and height of the pictures made of a recording with those sides, upright and in square pixels."""
    scale = min(1.0, LARGEST_SIDE / max(width, height))
    return round(width * scale), round(height * scale)
