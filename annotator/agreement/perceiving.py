"""What of the agreement page one person may perceive; its figures are the same for all."""

from dataclasses import replace

from annotator import access
from annotator.accounts.models import User
from annotator.agreement.figures import Detail
from annotator.studies.models import Study


def perceived(detail: Detail, user: User, study: Study) -> Detail:
    """The same without the words of sessions of which `user` rates the face alone at this moment."""
    narrowed = access.narrowed_sessions(user, study)
    withheld = {session for session, channels in narrowed.items() if not channels.words}
    worst = [replace(turn, text="") if turn.session_id in withheld else turn for turn in detail.worst]
    return replace(detail, worst=worst)
