"""Who has perceived words and face of a session together, which no pass through one of them can come after."""

from datetime import datetime

from django.db import transaction

from annotator import access
from annotator.accounts.models import User
from annotator.audit.models import Entry
from annotator.audit.services import record_once
from annotator.corpus.models import Session
from annotator.studies.services import lock_study

TOGETHER_OPENED = "together.opened"


def note_together(user: User, session: Session, *, now: datetime) -> None:
    """Keep for good that `user` perceives words and face of the session together.

    Under the study's lock, as passes are given: one through a single channel is given before, and comes first, or is
    refused.

    Raises:
        PermissionDenied: such a pass was given meanwhile.
    """
    if Entry.objects.filter(actor=user, action=TOGETHER_OPENED, target_id=str(session.pk), hour__isnull=False).exists():
        return
    with transaction.atomic():
        lock_study(session.study)
        access.require_all_channels(user, session)
        texts = {session: f"Words and face of session {session.key} were opened together"}
        record_once(actor=user, action=TOGETHER_OPENED, texts=texts, study_id=session.study_id, at=now)


def note_all_shown(user: User, session: Session, *, now: datetime) -> None:
    """The same outside of a pass, where an answer shows or plays both. Not of leads and stewards (decision 0019)."""
    if not access.roles_in(user, session.study) & {access.LEAD, access.STEWARD}:
        note_together(user, session, now=now)
