"""What is read of a request, refused in words where no part of Attune could keep it."""

import re
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

# PostgreSQL keeps no NUL in text, and half of a surrogate pair, which JSON can spell, is in no encoding.
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_LONGEST_NUMBER = 18  # Digits; any number of that length fits the 64 bits of a database.


class StorableJsonParser(JSONParser):
    """JSON whose every text can be stored and sent back."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        try:
            data = super().parse(stream, media_type, parser_context)
            is_storable = _is_storable(data)
        except RecursionError as error:
            raise ParseError("This JSON is nested too deep to be read.") from error
        if not is_storable:
            raise ParseError("A text holds a character that can't be stored (NUL or half of a pair). Take it out.")
        return data


def whole_number(text: str) -> int | None:
    """The number that an address spells; None where it is none, or too large to be anything's."""
    return int(text) if text.isdecimal() and len(text) <= _LONGEST_NUMBER else None


def _is_storable(data: object) -> bool:
    if isinstance(data, str):
        return not _UNSTORABLE.search(data)
    if isinstance(data, dict):
        return all(_is_storable(key) and _is_storable(value) for key, value in data.items())
    return all(map(_is_storable, data)) if isinstance(data, list) else True
