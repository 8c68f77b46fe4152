"""The note that goes with every copy. Its files are as old as the release or the run; the note is of today."""

from datetime import datetime

from django.utils import timezone

from annotator.api.archives import File
from annotator.releases.copies import Copy, Use
from annotator.releases.models import Release
from annotator.releases.withdrawn import in_words
from annotator.wording import day_of

NAME = "ABOUT-THIS-COPY.txt"

_TEXT = """About this copy

{name} of {study}, downloaded on {day} {use}.

On that day: {train} {external}
Consent can be withdrawn at any time: ask the study before you go on using an older copy.

The other files are as they were written on {written} and describe that day. Where they say otherwise about consent,
this note is right.{labels}
"""

_UNCOUNTED = """

When release {number} was frozen, nobody counted how many raters each label rests on. A label that it calls a consensus
or a majority may be the answer of one rater alone, and such a number may have been moved by how that rater differs from
the others."""


def copy_note(copy: Copy, release: Release, *, use: str, written_at: datetime, at: datetime) -> File:
    """What is so on the day the copy is taken.

    Args:
        release: which the copy is of, or which it was trained on.
        written_at: when the other files were.
    """
    text = _TEXT.format(
        name=copy.name,
        study=release.study.name,
        day=day_of(timezone.localtime(at)),
        use=Use(use).label,
        train=_describe_training(copy),
        external=_describe_external(copy),
        written=day_of(timezone.localtime(written_at)),
        labels="" if "labels" in (release.manifest or {}) else _UNCOUNTED.format(number=release.number),
    )
    return NAME, text.encode()


def _describe_training(copy: Copy) -> str:
    if copy.withdrawn.turns:
        instead = "Do not use it without asking the study" if copy.made_from else "Do not train on these turns"
        return f"It {copy.holds} {copy.withdrawn}. {instead}."
    return f"Everybody recorded in {copy.whole} consents to training on their sessions."


def _describe_external(copy: Copy) -> str:
    if not copy.why_not_external:
        return f"Everybody recorded in {copy.whole} agrees that it is given to others."
    if not copy.without_external:
        return "It must not be given to others."
    return f"It must not be given to others: not everybody agrees to that ({in_words(copy.without_external)})."
