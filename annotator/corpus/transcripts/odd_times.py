"""Times that can be read but hardly be meant, as "00:01:70"."""

import re

from annotator.corpus.transcripts.clock import format_clock
from annotator.corpus.transcripts.model import Remark

_BEHIND_A_COLON = re.compile(r":(\d{1,6})", re.ASCII)


def remark_out_of_range(written: str, ms: int | None, where: str, remarks: list[Remark]) -> None:
    """Say that the minutes or seconds are 60 or more, and as what the time was read; "75:00" alone is an hour."""
    if ms is not None and any(int(part) > 59 for part in _BEHIND_A_COLON.findall(written)[:2]):
        message = (
            f"The time “{written}” is out of range, since minutes and seconds end at 59; "
            f"it was read as {format_clock(ms)}."
        )
        remarks.append(Remark("warning", where, message))
