"""Whose faces a person sees: the frames that models see, and whether pictures come blurred."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet

from annotator.access.channels import channels_for, is_under_review, one_channel_of
from annotator.access.roles import (
    ENGINEER,
    EXPERT,
    LEAD,
    RATER,
    RELEASE_ROLES,
    STEWARD,
    memberships_that_count,
    roles_in,
)
from annotator.access.sessions import sessions_for

if TYPE_CHECKING:
    from annotator.accounts.models import User
    from annotator.corpus.models import Session
    from annotator.studies.models import Study


def sessions_with_frames_for(user: User, sessions: QuerySet[Session]) -> QuerySet[Session]:
    """The sessions whose frames `user` may ask for: their own, and an engineer's where the study grants frames."""
    as_engineer = memberships_that_count(user).filter(role=ENGINEER).values("study")
    granted = Q(study__in=as_engineer, study__engineers_see_frames=True)
    return sessions.filter(Q(pk__in=sessions_for(user, sessions).values("pk")) | granted)


def sees_frames(user: User, session: Session) -> bool:
    """Whether `user` may see frames of the session: with its picture, or as an engineer where the study grants them."""
    if session.study.engineers_see_frames and ENGINEER in roles_in(user, session.study):
        one_channel = one_channel_of(user, session)
        return one_channel is None or one_channel.picture
    return channels_for(user, session).picture


def sees_blurred(user: User, session: Session, *, frames: bool = False) -> bool:
    """Whether `user` is shown the session with blurred faces: unless a role that opens it to them sees faces.

    Args:
        frames: of its frames, which the study may grant its engineers; nothing else of a session opens to them.
    """
    study = session.study
    roles = roles_in(user, study)
    opening = roles & {LEAD, STEWARD}
    if EXPERT in roles and is_under_review(session):
        opening |= {EXPERT}
    if RATER in roles and session.assignments.filter(rater__user=user).exists():
        opening |= {RATER}
    if frames and ENGINEER in roles and study.engineers_see_frames:
        opening |= {ENGINEER}
    return opening <= set(study.blurred_roles)


def sees_release_frames(user: User, study: Study) -> bool:
    """Whether a release comes to `user` with its frames, which show faces as they are."""
    roles = roles_in(user, study) & set(RELEASE_ROLES)
    if not study.engineers_see_frames:
        roles -= {ENGINEER}
    return not roles <= set(study.blurred_roles)
