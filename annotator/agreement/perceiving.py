"""What of the agreement page one person may perceive; its figures are the same for all."""

from dataclasses import replace

from annotator import access
from annotator.accounts.models import User
from annotator.agreement.selectors import Kept
from annotator.studies.models import Study


def perceived(kept: Kept, user: User, study: Study) -> Kept:
    """The same without the words of sessions of which `user` rates the face alone at this moment."""
    if kept.figures is None:
        return kept
    narrowed = access.narrowed_sessions(user, study)
    withheld = {session for session, channels in narrowed.items() if not channels.words}
    worst = [turn | {"text": ""} if turn["session_id"] in withheld else turn for turn in kept.figures["worst"]]
    return replace(kept, figures=kept.figures | {"worst": worst})
