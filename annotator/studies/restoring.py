"""A study that came back from a backup: nobody but its stewards opens it before one of them has confirmed it.

A backup knows nothing of what happened after it was made: consents that were withdrawn since are valid in it, and
people who were removed since are members. Nothing may be shown or leave before somebody who knows has looked.
"""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from annotator.accounts.models import User
from annotator.audit.services import record
from annotator.errors import DomainError
from annotator.studies.models import Study
from annotator.studies.services import lock_study, remove_member


class NothingToConfirm(DomainError):
    code = "nothing_to_confirm"


def hold_restored_studies(*, as_of: datetime, now: datetime) -> list[Study]:
    """Close every study to all but its stewards, as of when the backup was made; return them."""
    studies = list(Study.objects.order_by("name"))
    for study in studies:
        study.restored_as_of = as_of
        study.save(update_fields=["restored_as_of"])
        text = f"The study was restored from a backup as of {as_of:%Y-%m-%d %H:%M} UTC; a steward has to confirm it"
        record(actor=None, action="study.restored", text=text, study=study, target=study, at=now)
    return studies


@transaction.atomic
def confirm_restored(*, study: Study, leaving: Collection[int], actor: User, now: datetime) -> None:
    """Open the study again, without the memberships of people who have left since the backup was made.

    Raises:
        NothingToConfirm: it was confirmed before, or never restored.
        LatestLead: nobody who can log in would lead the study.
    """
    lock_study(study)
    study.refresh_from_db()
    if study.restored_as_of is None:
        raise NothingToConfirm(f"{study} is open already; nobody has to confirm it.")
    for membership in study.memberships.filter(pk__in=leaving).select_related("user", "study"):
        remove_member(membership=membership, actor=actor, now=now)
    text = f"What was restored as of {study.restored_as_of:%Y-%m-%d %H:%M} UTC was confirmed; the study is open again"
    study.restored_as_of = None
    study.save(update_fields=["restored_as_of"])
    record(actor=actor, action="study.restoration_confirmed", text=text, study=study, target=study, at=now)
