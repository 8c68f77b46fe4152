"""What of the agreement page one person may perceive; its figures are the same for all."""

from dataclasses import replace
from datetime import datetime

from annotator import access
from annotator.accounts.models import User
from annotator.agreement.selectors import Kept
from annotator.annotations.viewing import note_votes
from annotator.corpus.models import Session
from annotator.corpus.playback import note_reading
from annotator.studies.models import Study


def perceived(kept: Kept, user: User, study: Study, *, now: datetime) -> Kept:
    """The same without the words of sessions of which `user` rates the face alone at this moment.

    Of sessions of which they rate one channel, whichever, no rater's notes: these may speak of the other.

    The log keeps whose words were read, and that answers of single raters were seen.
    """
    if kept.figures is None:
        return kept
    narrowed = access.narrowed_sessions(user, study)
    withheld = {session for session, channels in narrowed.items() if not channels.words}
    worst = [turn | {"notes": []} if turn["session_id"] in narrowed else turn for turn in kept.figures["worst"]]
    worst = [turn | {"text": ""} if turn["session_id"] in withheld else turn for turn in worst]
    read = Session.objects.filter(pk__in={turn["session_id"] for turn in worst if turn["text"]})
    note_reading(user, read, study_id=study.pk, now=now)
    if worst:
        note_votes(user, study, now=now)
    return replace(kept, figures=kept.figures | {"worst": worst})
