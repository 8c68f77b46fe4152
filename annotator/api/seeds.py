"""Seeds: told by whoever wants a draw again, else drawn here, and kept with what came of it."""

import secrets
from functools import partial

from rest_framework import serializers

_BELOW = 2**31  # What a positive integer column holds on every database.


class SeedField(serializers.IntegerField):
    """A seed that need not be told."""

    def __init__(self) -> None:
        super().__init__(min_value=0, max_value=_BELOW - 1, default=partial(secrets.randbelow, _BELOW))
