"""What is to be heard of the recordings of an import, where they have several sound tracks."""

from datetime import datetime

from django.db import transaction

from annotator.accounts.models import User
from annotator.corpus.cameras import listen_again
from annotator.corpus.discarding import lock_draft
from annotator.corpus.models import Draft
from annotator.corpus.sounds import Choices, Sounds, check_sound_track


@transaction.atomic
def choose_sounds(
    *, draft: Draft, choices: Choices, actor: User | None, now: datetime, is_listened_to: bool = True
) -> Draft:
    """Say which sound track is heard. Two cameras are laid over each other anew, by what is heard now.

    Raises:
        DraftGone: it was confirmed or discarded before.
        NoSuchSound: the recording has no such track.
    """
    lock_draft(draft)
    before = sounds_of_draft(draft)
    if "client" in choices:
        check_sound_track(draft.probe, choices["client"], camera="client")
        draft.sound_track = choices["client"]
    if "counsellor" in choices:
        second = draft.counsellor_video
        check_sound_track(second["probe"] if second else None, choices["counsellor"], camera="counsellor")
        if second:
            draft.counsellor_video = {**second, "sound_track": choices["counsellor"]}
    draft.save(update_fields=["sound_track", "counsellor_video"])
    if is_listened_to and sounds_of_draft(draft) != before:
        listen_again(draft, actor=actor, now=now)
    return draft


def sounds_of_draft(draft: Draft) -> Sounds:
    """What is to be heard of the import's recordings."""
    return draft.sound_track, draft.counsellor_video.get("sound_track") if draft.counsellor_video else None
