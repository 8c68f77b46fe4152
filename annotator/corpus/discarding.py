"""How an import ends: it is confirmed or thrown away, once; one that nobody comes back to is thrown away too."""

from contextlib import suppress
from datetime import datetime, timedelta

from django.db import transaction

from annotator.accounts.models import User
from annotator.audit.services import record
from annotator.corpus import files
from annotator.corpus.models import Draft, RecordingUpload, TranscriptRevision
from annotator.errors import DomainError
from annotator.locks import lock

KEPT_FOR = timedelta(hours=24)


class DraftGone(DomainError):
    code = "draft_gone"

    def __init__(self) -> None:
        super().__init__("This import was confirmed or discarded already. Look at the list of sessions.")


def lock_draft(draft: Draft) -> None:
    """Hold the draft, as it stands then, to the end of the transaction, so that it is confirmed or discarded, once.

    Raises:
        DraftGone: that has happened, perhaps by the same click sent twice.
    """
    try:
        draft.refresh_from_db(from_queryset=lock(Draft.objects.all()))
    except Draft.DoesNotExist as error:
        raise DraftGone from error


def discard_draft(*, draft: Draft, actor: User | None, now: datetime) -> None:
    """Forget the import and delete its files.

    Raises:
        DraftGone: it was confirmed or discarded before; where it was confirmed, its files are a session's.
    """
    folder = files.folder_of(draft.transcript_path)
    message = f"Import {draft.pk} was thrown away"
    with transaction.atomic():
        lock_draft(draft)
        record(actor=actor, action="draft.discarded", text=message, study=draft.study, target=draft, at=now)
        draft.delete()
    files.remove_folder(folder)


def expire_drafts(*, now: datetime) -> None:
    """Discard imports that nobody confirmed for a day, and folders that belong to nothing."""
    # One that waits for its recording waits as long as that is kept.
    for draft in Draft.objects.filter(created_at__lt=now - KEPT_FOR, upload=None).select_related("study"):
        with suppress(DraftGone):  # Confirmed or expired elsewhere at this moment.
            discard_draft(draft=draft, actor=None, now=now)
    for folder in set(files.folders_older_than((now - KEPT_FOR).timestamp())) - _folders_in_use():
        files.remove_folder(folder)


def _folders_in_use() -> set[str]:
    paths = [
        *Draft.objects.values_list("transcript_path", flat=True),
        *TranscriptRevision.objects.values_list("raw_path", flat=True),
        *RecordingUpload.objects.values_list("path", flat=True),
    ]
    return {files.folder_of(path) for path in paths}
