"""What moves along with a turn's words. Later folders say so here, since none is imported from here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from uuid import UUID

from annotator.corpus.models import TranscriptRevision


@dataclass(frozen=True)
class Reworded:
    """A turn whose text one revision changed."""

    turn: UUID
    before: str
    after: str


Following = Callable[[TranscriptRevision, Sequence[Reworded]], None]

_followings: list[Following] = []


def follows_words(following: Following) -> Following:
    """Register what is to be done, in the same transaction, when a revision has changed the text of turns."""
    _followings.append(following)
    return following


def tell_followers(revision: TranscriptRevision, reworded: Sequence[Reworded]) -> None:
    """Tell everybody who keeps places in these turns' words; nobody where no word changed."""
    for following in _followings if reworded else ():
        following(revision, reworded)
