"""The sessions that a person may open, and the assignments that are theirs."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, TypeVar

from django.apps import apps
from django.db.models import Model, Q, QuerySet

from annotator.access.roles import EXPERT, LEAD, RATER, STEWARD, memberships_that_count, require_role
from annotator.access.studies import one_of

if TYPE_CHECKING:
    from annotator.accounts.models import User

M = TypeVar("M", bound=Model)


def sessions_for(user: User, sessions: QuerySet[M]) -> QuerySet[M]:
    """The sessions that `user` may open: all of the study for its leads and stewards, else only what work needs.

    Raters see assigned sessions, experts those with a turn under review. Engineers see none.
    """
    memberships = memberships_that_count(user)
    whole_study = memberships.filter(role__in=[LEAD, STEWARD]).values("study")
    as_rater = memberships.filter(role=RATER).values("study")
    as_expert = memberships.filter(role=EXPERT).values("study")
    # Asked for apart: joined, each session would be a row for every turn, and figures counted for each of them.
    assigned = apps.get_model("annotator", "Assignment").objects.filter(rater__user=user)
    reviewed = apps.get_model("annotator", "ReviewItem").objects.filter(turn__retired_by__isnull=True)
    return sessions.filter(
        Q(study__in=whole_study)
        | Q(study__in=as_rater, pk__in=assigned.values("session"))
        | Q(study__in=as_expert, pk__in=reviewed.values("turn__session"))
    )


def session_for(user: User, sessions: QuerySet[M], session_id: int, *, roles: Collection[str] = ()) -> M:
    """The session, or Http404 when it is hidden; PermissionDenied when `roles` are asked and missing."""
    session = one_of(sessions_for(user, sessions), pk=session_id)
    require_role(user, session.study, roles)  # type: ignore[attr-defined]  # M is any model with a study.
    return session


def assignments_for(user: User, assignments: QuerySet[M]) -> QuerySet[M]:
    """A rater's own assignments in studies where they still are a rater; all of the study for its leads."""
    memberships = memberships_that_count(user)
    return assignments.filter(
        Q(rater__user=user, session__study__in=memberships.filter(role=RATER).values("study"))
        | Q(session__study__in=memberships.filter(role=LEAD).values("study"))
    )


def own_assignments(user: User, assignments: QuerySet[M]) -> QuerySet[M]:
    """The assignments in which `user` may answer: their own, in studies where they still are a rater."""
    return assignments.filter(
        rater__user=user,
        session__study__memberships__user=user,
        session__study__memberships__role=RATER,
        session__study__restored_as_of__isnull=True,
    )
