"""An interval for a share of independent cases."""

from math import sqrt

Z_95 = 1.959963984540054


def wilson_interval(successes: int, n: int) -> tuple[float, float] | None:
    """The 95 % Wilson interval of successes / n, each bound 0 to 1; None where n is 0.

    It takes the cases for a simple random sample; where they are clustered, a bootstrap over clusters is honest.

    Source: Wilson (1927), JASA 22, 209-212.
    """
    if n == 0:
        return None
    share = successes / n
    centre = (share + Z_95**2 / (2 * n)) / (1 + Z_95**2 / n)
    half_width = Z_95 / (1 + Z_95**2 / n) * sqrt(share * (1 - share) / n + Z_95**2 / (4 * n**2))
    return max(0.0, centre - half_width), min(1.0, centre + half_width)
