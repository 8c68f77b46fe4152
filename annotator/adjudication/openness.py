"""What of a session may be played, labelled and read at this moment, for pages of experts and leads."""

from collections.abc import Collection
from copy import copy
from dataclasses import dataclass
from datetime import datetime

from annotator import access
from annotator.accounts.models import User
from annotator.adjudication.services import NO_CONSENT_TO_LABEL
from annotator.corpus import consent
from annotator.corpus.models import Consent, Turn
from annotator.corpus.playback import NO_CONSENT
from annotator.corpus.shown import NOT_BLURRED_YET, sessions_not_blurred_yet
from annotator.studies.models import Study


@dataclass(frozen=True)
class Openness:
    """Why a session may not be played or labelled at this moment; empty where it may."""

    why_not_play: str
    why_not_label: str


def openness_of(user: User, study: Study, sessions: Collection[int], *, now: datetime) -> dict[int, Openness]:
    """What of each session may be played and labelled now; stewards may play all, as everywhere.

    Whoever rates one channel of a session at this moment neither plays nor labels it here.
    """
    plays_all = access.STEWARD in access.roles_in(user, study)
    playable = sessions if plays_all else consent.agreeing_sessions(sessions, Consent.Scope.VIEW, at=now)
    labelled = consent.agreeing_sessions(sessions, Consent.Scope.ANNOTATE, at=now)
    waiting = sessions_not_blurred_yet(user, study, sessions)
    closed = access.narrowed_sessions(user, study)
    not_played = (
        dict.fromkeys(waiting, NOT_BLURRED_YET)
        | dict.fromkeys(set(sessions) - set(playable), NO_CONSENT)
        | dict.fromkeys(closed, access.ONE_CHANNEL_OPEN)
    )
    without_consent = set(sessions) - set(labelled)
    not_labelled = dict.fromkeys(closed, access.ONE_CHANNEL_OPEN) | dict.fromkeys(without_consent, NO_CONSENT_TO_LABEL)
    return {session: Openness(not_played.get(session, ""), not_labelled.get(session, "")) for session in sessions}


def without_words(turn: Turn) -> Turn:
    """The turn for whoever may not read it; a copy to be shown, never saved."""
    shown = copy(turn)
    shown.text = ""
    return shown
