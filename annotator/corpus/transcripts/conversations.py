"""Several conversations in one list or table: which of them are read."""

from collections.abc import Sequence
from itertools import pairwise

from annotator.corpus.transcripts.choosing import chosen
from annotator.corpus.transcripts.clock_parts import begins_anew
from annotator.corpus.transcripts.model import Remark, Tier
from annotator.corpus.transcripts.options import ReadingOptions

_UNNAMED = "without a name"
_SAMPLE_CHARACTERS = 80


def read_conversations(
    ids: Sequence[str], texts: Sequence[str], options: ReadingOptions, remarks: list[Remark]
) -> tuple[list[int], tuple[Tier, ...]]:
    """The places of the entries to read, in their order: the first conversation's, unless others were chosen.

    Args:
        ids: which conversation each entry belongs to, "" where it doesn't say.
        texts: what each says.

    Raises:
        TranscriptRefused: none of the chosen ones is in the file.
    """
    named = [each or _UNNAMED for each in ids]
    places: dict[str, list[int]] = {}
    for place, name in enumerate(named):
        places.setdefault(name, []).append(place)
    if len(places) < 2:
        return list(range(len(ids))), ()
    names = chosen(list(places), options, remarks, noun="conversation")
    if names is None:
        names = list(places)[:1]
        message = (
            f"The file holds {len(places)} conversations; “{names[0]}” was read. Choose another if it is not that."
        )
        remarks.append(Remark("warning", "", message))
    tiers = tuple(
        Tier(
            name, len(at), next((texts[place] for place in at if texts[place]), "")[:_SAMPLE_CHARACTERS], name in names
        )
        for name, at in places.items()
    )
    return [place for place, name in enumerate(named) if name in names], tiers


def tells_conversations(ids: Sequence[str]) -> bool:
    """Whether a column of this name tells several conversations apart, and not each entry from every other."""
    return len(set(ids)) > 1 and len(set(ids)) * 2 <= len(ids)


def changes_with_the_clock(ids: Sequence[str], starts: Sequence[int | None]) -> bool:
    """Whether a column changes exactly where the clock begins anew, whatever it is called."""
    timed = [(name, start_ms) for name, start_ms in zip(ids, starts, strict=True) if start_ms is not None]
    anew = begins_anew([start_ms for _, start_ms in timed])
    changes = [place for place, ((one, _), (other, _)) in enumerate(pairwise(timed), start=1) if one != other]
    return bool(anew) and changes == anew
