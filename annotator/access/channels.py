"""Which channels of a session are open to a person: an open pass through one withholds the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.apps import apps
from django.core.exceptions import PermissionDenied

from annotator.access.roles import EXPERT, LEAD, RATER, STEWARD, memberships_that_count, roles_in

if TYPE_CHECKING:
    from annotator.accounts.models import User
    from annotator.corpus.models import Session
    from annotator.studies.models import Study


@dataclass(frozen=True)
class Channels:
    """What of a session a person may perceive."""

    words: bool
    picture: bool
    sound: bool

    def show(self, pass_kind: str) -> bool:
        """Whether a pass may be opened: whether they are all that it shows."""
        shown = _SHOWN_IN[pass_kind]
        return shown.words <= self.words and shown.picture <= self.picture and shown.sound <= self.sound


_ALL = Channels(words=True, picture=True, sound=True)
_NOTHING = Channels(words=False, picture=False, sound=False)
_SHOWN_IN = {
    "words": Channels(words=True, picture=False, sound=False),
    "face": Channels(words=False, picture=True, sound=False),
    "together": _ALL,
}


def channels_for(user: User, session: Session) -> Channels:
    """The channels of a session that are open to `user` at this moment.

    An open pass through one channel withholds all else of its session, whatever else its rater is: an impression of
    one channel is worth nothing once the other was perceived. Without one, leads, stewards and the experts who review
    the session perceive all of it, raters what their passes gave them.
    """
    if one_channel := one_channel_of(user, session):
        return one_channel
    roles = roles_in(user, session.study)
    if roles & {LEAD, STEWARD} or (EXPERT in roles and is_under_review(session)):
        return _ALL
    if RATER not in roles:
        return _NOTHING
    passes = session.assignments.filter(rater__user=user).values_list("pass_kind", flat=True)
    given = [_SHOWN_IN[pass_kind] for pass_kind in passes]
    return Channels(
        words=any(each.words for each in given),
        picture=any(each.picture for each in given),
        sound=any(each.sound for each in given),
    )


def is_under_review(session: Session) -> bool:
    """Whether a turn of the session was drawn for the experts, which opens it to them."""
    return session.turns.filter(review_items__isnull=False).exists()


def narrowed_sessions(user: User, study: Study) -> dict[int, Channels]:
    """What is open to `user` of those sessions, by id, of which a pass through one channel withholds the rest.

    Lists of many sessions ask here; `channels_for` says why.
    """
    return _narrowed(user, session__study=study)


def one_channel_of(user: User, session: Session) -> Channels | None:
    """What an open pass of theirs through one channel of the session leaves open to `user`; None without one."""
    return _narrowed(user, session=session).get(session.pk)


ONE_CHANNEL_OPEN = "You have an open pass through one channel of this session. Finish it first."


def require_words(user: User, session: Session) -> None:
    """Refuse somebody with an open pass through the face of the session, whatever else they are."""
    _require(user, session, what="words")


def require_all_channels(user: User, session: Session) -> None:
    """Refuse somebody with an open pass through one channel of the session, whatever else they are."""
    _require(user, session, what="together")


def _require(user: User, session: Session, *, what: str) -> None:
    one_channel = one_channel_of(user, session)
    if one_channel and not one_channel.show(what):
        raise PermissionDenied(ONE_CHANNEL_OPEN)


def _narrowed(user: User, **of: object) -> dict[int, Channels]:
    """By session, the channel of a rater's open pass through one; of two passes, that of the earlier."""
    assignments = apps.get_model("annotator", "Assignment").objects.filter(
        rater__user=user,
        session__study__in=memberships_that_count(user).filter(role=RATER).values("study"),
        pass_kind__in=["words", "face"],
        done_at__isnull=True,
        **of,
    )
    narrowed: dict[int, Channels] = {}
    for session, pass_kind in assignments.order_by("position", "pk").values_list("session", "pass_kind"):
        narrowed.setdefault(session, _SHOWN_IN[pass_kind])
    return narrowed
