"""How a drawn person looks, apart from what they feel: colours, hair and proportions."""

from dataclasses import dataclass
from functools import cache
from typing import Self

import numpy as np

Colour = tuple[int, int, int]
"""Red, green, blue; 0 to 255 each."""


@dataclass(frozen=True)
class Palette:
    """The colours and hair styles that one pool of people is drawn from."""

    skins: tuple[Colour, ...]
    hairs: tuple[Colour, ...]
    clothes: tuple[Colour, ...]
    grounds: tuple[Colour, ...]
    styles: tuple[str, ...]


STUDY = Palette(
    skins=((230, 184, 153), (246, 211, 186), (201, 145, 108), (141, 92, 65), (224, 172, 136), (176, 121, 87)),
    hairs=((74, 58, 51), (38, 32, 32), (122, 79, 46), (196, 152, 92), (151, 144, 140)),
    clothes=((91, 111, 134), (111, 134, 112), (150, 104, 96), (124, 106, 140), (186, 160, 116), (72, 98, 102)),
    grounds=((207, 213, 210), (222, 215, 203), (205, 214, 221), (216, 209, 216), (212, 218, 202)),
    styles=("short", "parted", "bob", "long", "bun"),
)
BASE = Palette(
    skins=((238, 197, 168), (214, 160, 124), (160, 106, 76), (120, 78, 56), (250, 221, 200), (190, 134, 99)),
    hairs=((58, 44, 40), (96, 62, 44), (24, 24, 28), (170, 126, 74), (128, 124, 124)),
    clothes=((78, 92, 120), (134, 122, 92), (98, 128, 128), (140, 92, 112), (104, 104, 112), (168, 140, 128)),
    grounds=((198, 206, 214), (214, 220, 214), (226, 220, 210), (206, 200, 196), (200, 212, 204)),
    styles=("short", "parted", "bob", "long", "bun"),
)
"""People no study shares a colour with: a base model that warms up on them has met nobody of the demo study."""


@dataclass(frozen=True)
class Identity:
    """One person's looks; lengths are shares of the face picture's side."""

    skin: Colour
    hair: Colour
    clothes: Colour
    ground: Colour
    style: str
    face_width: float
    face_height: float
    eye_distance: float
    glasses: bool

    @classmethod
    def draw(cls, rng: np.random.Generator, palette: Palette = STUDY) -> Self:
        """A person picked at random from `palette`."""
        return cls(
            skin=palette.skins[rng.integers(len(palette.skins))],
            hair=palette.hairs[rng.integers(len(palette.hairs))],
            clothes=palette.clothes[rng.integers(len(palette.clothes))],
            ground=palette.grounds[rng.integers(len(palette.grounds))],
            style=palette.styles[rng.integers(len(palette.styles))],
            face_width=rng.uniform(0.315, 0.345),
            face_height=rng.uniform(0.39, 0.42),
            eye_distance=rng.uniform(0.125, 0.14),
            glasses=bool(rng.random() < 0.15),
        )


@cache
def shade(colour: Colour, light: float) -> Colour:
    """The colour in less light (`light` below 1) or more, each channel kept within 0 to 255."""
    red, green, blue = (min(255, round(channel * light)) for channel in colour)
    return red, green, blue
