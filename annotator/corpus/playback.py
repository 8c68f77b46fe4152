"""Whether a person may see and hear a recording at this moment, and a note of every time they do."""

from datetime import datetime

from annotator import access
from annotator.accounts.models import User
from annotator.audit.models import Entry
from annotator.audit.services import record
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


def note_viewing(user: User, session: Session, *, now: datetime) -> None:
    """Log that `user` views the recording, once an hour: a player asks for many ranges of one file."""
    hour = now.replace(minute=0, second=0, microsecond=0)
    noted = Entry.objects.filter(actor=user, action="recording.viewed", target_id=str(session.pk), at__gte=hour)
    if not noted.exists():
        text = f"Recording of session {session.key} was viewed"
        record(actor=user, action="recording.viewed", text=text, study=session.study, target=session, at=now)
