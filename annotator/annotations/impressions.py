"""What raters have perceived of sessions already, and which passes can't be given to them after it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import PermissionDenied

from annotator import access
from annotator.accounts.models import User
from annotator.annotations.models import Annotation, Assignment
from annotator.annotations.workspace import ChannelPassesFirst
from annotator.audit.models import Entry
from annotator.codebooks.models import PassKind
from annotator.corpus.together import TOGETHER_OPENED, note_together
from annotator.studies.models import Rater, Study

_ONE_CHANNEL = (PassKind.WORDS, PassKind.FACE)


@dataclass(frozen=True)
class Exclusion:
    """A rater, by pseudonym, who can't be given these passes of a session any more.

    Why is not said: of somebody who is an expert too, it would tell a blind lead who it is.
    """

    rater: str
    session: int
    pass_kinds: tuple[PassKind, ...]


class Impressions:
    """Who of a study's raters has perceived words and face of a session together, to rate them or to review them.

    An impression of one channel is worth nothing after that; who has reviewed a turn rates nothing of its session.
    """

    def __init__(self, study: Study) -> None:
        raters = dict(Rater.objects.filter(study=study, user__isnull=False).values_list("user", "pk"))
        opened = Entry.objects.filter(actor__in=raters, action=TOGETHER_OPENED, hour__isnull=False, study_id=study.pk)
        answered = Annotation.objects.filter(turn__session__study=study, pass_kind=PassKind.TOGETHER)
        self._study = study
        self._reviewed = {(raters[user], session) for user, session in access.reviewers(study) if user in raters}
        self._opened = {(raters[user], int(session)) for user, session in opened.values_list("actor", "target_id")}
        self._opened.update(answered.values_list("rater", "turn__session").distinct().order_by())

    def forbid(self, rater: int, session: int, pass_kind: str) -> bool:
        """Whether a rater can't be given that pass of a session, both by id."""
        pair = (rater, session)
        return pair in self._reviewed or (pair in self._opened and pass_kind in _ONE_CHANNEL)

    def exclusions(self) -> Iterator[Exclusion]:
        """All that can't be given any more, in the order of the raters' pseudonyms."""
        names = dict(Rater.objects.filter(study=self._study).values_list("pk", "pseudonym"))
        for rater, session in sorted(self._reviewed | self._opened, key=lambda pair: (names[pair[0]], pair[1])):
            closed = tuple(kind for kind in PassKind if self.forbid(rater, session, kind))
            yield Exclusion(names[rater], session, closed)


def note_opened(assignment: Assignment, *, viewer: User, now: datetime) -> None:
    """Keep for good that a rater opens their pass through words and face together.

    Raises:
        ChannelPassesFirst: a pass through one channel was given meanwhile.
    """
    try:
        note_together(viewer, assignment.session, now=now)
    except PermissionDenied as refusal:
        raise ChannelPassesFirst(str(refusal)) from refusal
