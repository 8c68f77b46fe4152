"""Array types that the measures share, and division that knows what is undefined."""

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]

# Below this share of its own scale a variance or a chance margin is rounding error, not a number to divide by.
ROUNDING = 1e-12


def divide(numerator: FloatArray, denominator: FloatArray) -> FloatArray:
    """Element by element; NaN, the arrays' sign for "undefined", where the denominator is 0."""
    numerator, denominator = np.broadcast_arrays(numerator, denominator)
    quotient = np.full(numerator.shape, np.nan)
    np.divide(numerator, denominator, out=quotient, where=denominator != 0)
    return quotient


def beyond_chance(observed: FloatArray, expected: FloatArray) -> FloatArray:
    """(observed - expected) / (1 - expected); NaN where chance alone would agree always."""
    room = 1 - expected
    return divide(observed - expected, np.where(room > ROUNDING, room, 0.0))
