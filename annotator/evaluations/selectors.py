"""Scores of replies by turn, and whose words are withheld."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from annotator import access
from annotator.accounts.models import User
from annotator.corpus.consent import agreeing_sessions
from annotator.corpus.models import Consent
from annotator.evaluations.models import ReplyScore
from annotator.runs.models import Prediction, Run

NOT_LISTED = ("record", "release__manifest", "evaluation__figures", "job__log_tail", "job__result", "job__arguments")
"""What is large of a run, and on no list."""
NO_CONSENT_TO_TRAIN = "Someone recorded in this session no longer consents to training, so its words are not shown."


def reply_scores(run: Run, *, turns: Collection[UUID]) -> dict[UUID, dict[str, float | None]]:
    """The scores of the run's replies to these turns, by name; None where one is undefined."""
    scores: dict[UUID, dict[str, float | None]] = {}
    rows = ReplyScore.objects.filter(evaluation__run=run, turn__in=turns)
    for turn, name, value in rows.values_list("turn", "name", "value"):
        scores.setdefault(turn, {})[name] = value
    return scores


def withheld_sessions(
    user: User, run: Run, predictions: Collection[Prediction], *, at: datetime, in_a_copy: bool = False
) -> dict[int, str]:
    """Why `user` may not read the words of some sessions of these predictions, by session.

    Someone in them withdrew (decision 0023), or `user` rates the face alone at this moment (decision 0019). A copy
    carries no words of who withdrew, whoever takes it.
    """
    study = run.release.study
    narrowed = access.narrowed_sessions(user, study)
    unread = {session: access.ONE_CHANNEL_OPEN for session, channels in narrowed.items() if not channels.words}
    if access.reads_withdrawn(user, study) and not in_a_copy:
        return unread
    sessions = {prediction.turn.session_id for prediction in predictions}
    withdrawn = sessions - agreeing_sessions(sessions, Consent.Scope.TRAIN, at=at)
    return unread | dict.fromkeys(withdrawn, NO_CONSENT_TO_TRAIN)
