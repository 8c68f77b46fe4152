"""A note of who looked at single raters' answers."""

from datetime import datetime

from annotator.accounts.models import User
from annotator.audit.services import record_once
from annotator.studies.models import Study


def note_votes(user: User, study: Study, *, now: datetime) -> None:
    """Log that `user` is shown what single raters of the study answered, once an hour."""
    texts = {study: "Answers of single raters were viewed"}
    record_once(actor=user, action="votes.viewed", texts=texts, study_id=study.pk, at=now)
