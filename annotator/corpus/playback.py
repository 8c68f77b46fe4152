"""Whether a person may see and hear a recording at this moment, and a note of every time they do."""

from collections.abc import Iterable
from datetime import datetime

from annotator import access
from annotator.accounts.models import User
from annotator.audit.services import record_once
from annotator.corpus import consent
from annotator.corpus.models import Consent, Session

NO_CONSENT = "There is no consent to play this recording, or it has ended."


def why_not_play(user: User, session: Session, *, now: datetime) -> str:
    """Why the recording may not be played to `user`; empty when it may. Stewards need no consent on record."""
    if access.STEWARD in access.roles_in(user, session.study):
        return ""
    return "" if Consent.Scope.VIEW in consent.scopes_agreed(session, at=now) else NO_CONSENT


def may_read(user: User, session: Session, *, now: datetime) -> bool:
    """Whether the words may be shown to `user`: to raters and experts while everyone agrees to be labelled."""
    if access.roles_in(user, session.study) & {access.LEAD, access.STEWARD}:
        return True
    return Consent.Scope.ANNOTATE in consent.scopes_agreed(session, at=now)


def note_viewing(user: User, session: Session, *, is_blurred: bool = False, now: datetime) -> None:
    """Log that `user` views the recording, once an hour: a player asks for many ranges of one file.

    With faces and without are two actions, so that the log tells who has seen faces.
    """
    action, how = ("recording.viewed_blurred", ", faces blurred") if is_blurred else ("recording.viewed", "")
    texts = {session: f"Recording of session {session.key} was viewed{how}"}
    record_once(actor=user, action=action, texts=texts, study_id=session.study_id, at=now)


def note_frames(user: User, session: Session, *, is_blurred: bool, now: datetime) -> None:
    """Log that `user` sees frames of the session, once an hour: a contact sheet shows hundreds."""
    action, how = ("frames.viewed_blurred", ", faces blurred") if is_blurred else ("frames.viewed", "")
    texts = {session: f"Frames of session {session.key} were viewed{how}"}
    record_once(actor=user, action=action, texts=texts, study_id=session.study_id, at=now)


def note_reading(user: User, sessions: Iterable[Session], *, study_id: int, now: datetime) -> None:
    """Log that `user` is given words of each of these sessions of a study, once an hour."""
    texts = {session: f"Words of session {session.key} were read" for session in sessions}
    record_once(actor=user, action="words.read", texts=texts, study_id=study_id, at=now)
