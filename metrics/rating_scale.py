"""The scale that ratings are given on. No NumPy: the web app asks for scales where it measures nothing."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Self

from metrics.refusal import InputRefusedError

ScaleKind = Literal["nominal", "ordinal", "interval", "ratio"]


@dataclass(frozen=True)
class Scale:
    """What the values mean. The levels come from the codebook, so a level that nobody used counts too."""

    kind: ScaleKind
    levels: tuple[str, ...] = ()
    """In their order. Nominal and ordinal scales need them; on the others they limit the values to those listed."""

    def __post_init__(self) -> None:
        if self.has_levels and not self.levels:
            raise InputRefusedError([f"a scale of kind {self.kind} needs its levels"])
        if "" in self.levels:
            raise InputRefusedError(["a level is empty"])
        twice = sorted({level for level in self.levels if self.levels.count(level) > 1})
        if twice:
            raise InputRefusedError([f"a level stands twice: {', '.join(twice)}"])

    @property
    def has_levels(self) -> bool:
        return self.kind in ("nominal", "ordinal")

    @property
    def positions(self) -> tuple[float, ...]:
        """Where the levels stand on the scale: their own numbers, else 0, 1, 2... in their order."""
        numbers = [number for level in self.levels if (number := _number(level)) is not None]
        if self.kind == "nominal" or len(numbers) < len(self.levels):
            return tuple(map(float, range(len(self.levels))))
        return tuple(numbers)

    def code(self, value: str) -> float:
        """The number of a level, 0 for the first, or the value itself on an interval or ratio scale.

        Raises:
            ValueError: with the reason, in words for the person who wrote the value.
        """
        place = self._place(value) if self.levels else None
        if self.has_levels and place is not None:
            return float(place)
        number = _number(value)
        if number is None:
            raise ValueError(f"{value!r} is not a number, as a scale of kind {self.kind} needs")
        if self.kind == "ratio" and number < 0:
            raise ValueError(f"{value} is below 0, which a ratio scale does not have")
        return number

    @classmethod
    def of_levels_seen(cls, values: Iterable[str]) -> Self:
        """A nominal scale whose levels are the values that occur, numbers by size and words by the alphabet."""
        seen: dict[float | str, str] = {}
        for value in sorted(filter(None, values), key=lambda text: (len(text), text)):
            number = _number(value)
            seen.setdefault(value if number is None else number, value)  # 3 and 3.0 are one level.
        return cls("nominal", tuple(seen[key] for key in sorted(seen, key=lambda key: (isinstance(key, str), key))))

    def _place(self, value: str) -> int:
        if value in self.levels:
            return self.levels.index(value)
        # Spreadsheets and data frames write 3 as 3.0 as soon as one cell of the column is empty.
        number = _number(value)
        for index, level in enumerate(self.levels):
            if number is not None and number == _number(level):
                return index
        raise ValueError(f"{value!r} is not one of the levels {', '.join(self.levels)}")


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    if "_" in text:  # Python reads 1_5 as 15; whoever wrote it did not mean that.
        return None
    return number if math.isfinite(number) else None
