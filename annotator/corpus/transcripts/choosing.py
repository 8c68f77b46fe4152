"""Files of several layers or conversations: which of them a person chose to read."""

from collections.abc import Sequence

from annotator.corpus.transcripts.model import Remark, TranscriptRefused
from annotator.corpus.transcripts.options import ReadingOptions

_LISTED = 20


def chosen(
    names: Sequence[str], options: ReadingOptions, remarks: list[Remark], *, noun: str = "tier"
) -> list[str] | None:
    """Those of the names that were chosen, in the file's order; None where nothing was.

    Raises:
        TranscriptRefused: none of the chosen names is in the file.
    """
    if options.tiers is None:
        return None
    for absent in [name for name in options.tiers if name not in names]:
        remarks.append(Remark("warning", "", f"The file has no {noun} “{absent}”."))
    found = [name for name in dict.fromkeys(names) if name in options.tiers]
    if not found:
        listed = ", ".join(f"“{name[:60]}”" for name in list(dict.fromkeys(names))[:_LISTED]) or "none"
        raise TranscriptRefused("no_such_tier", f"No {noun} that was chosen is in the file; it has {listed}.")
    return found
