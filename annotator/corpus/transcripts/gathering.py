"""Remarks that say the same of many places, said once."""

from collections import defaultdict
from collections.abc import Sequence

from annotator.corpus.transcripts.model import Remark

_SAID_SINGLY = 5
_NAMED_PLACES = 5


def gather(remarks: Sequence[Remark]) -> list[Remark]:
    """The remarks in their order; one that stands more than five times stands once, with the first of its places."""
    places: dict[tuple[str, str], list[str]] = defaultdict(list)
    for remark in remarks:
        places[remark.severity, remark.message].append(remark.where)
    gathered: list[Remark] = []
    said: set[tuple[str, str]] = set()
    for remark in remarks:
        key = (remark.severity, remark.message)
        where = places[key]
        if len(where) <= _SAID_SINGLY:
            gathered.append(remark)
        elif key not in said:
            said.add(key)
            named = ", ".join(where[1:_NAMED_PLACES])
            message = f"{remark.message} So too at {len(where) - 1} more places: {named} and on."
            gathered.append(Remark(remark.severity, remark.where, message))
    return gathered
