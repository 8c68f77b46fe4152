"""The studies that a person may open, and narrowing rows, jobs among them, to what lies in these."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, TypeVar
from uuid import UUID

from django.apps import apps
from django.core.exceptions import PermissionDenied
from django.db.models import Model, Q, QuerySet
from django.http import Http404

from annotator.access.roles import ENGINEER, ENGINEERS_JOBS, LEAD, STEWARD, memberships_that_count, require_role

if TYPE_CHECKING:
    from annotator.accounts.models import User
    from annotator.studies.models import Study

M = TypeVar("M", bound=Model)


def studies_for(user: User) -> QuerySet[Study]:
    """The studies in which `user` holds any role."""
    studies: QuerySet[Study] = apps.get_model("annotator", "Study").objects.all()
    return studies.filter(pk__in=memberships_that_count(user).values("study"))


def held_back_from(user: User) -> QuerySet[Study]:
    """The studies of a person that came back from a backup and are closed to them until a steward confirms it."""
    studies: QuerySet[Study] = apps.get_model("annotator", "Study").objects.all()
    return studies.filter(pk__in=user.memberships.values("study")).exclude(
        pk__in=memberships_that_count(user).values("study")
    )


def study_for(user: User, slug: str, *, roles: Collection[str] = ()) -> Study:
    """The study, or Http404 for an outsider. With `roles`, PermissionDenied unless `user` holds one of them."""
    study = studies_for(user).filter(slug=slug).first()
    if study is None:
        raise Http404
    require_role(user, study, roles)
    return study


def narrow(user: User, rows: QuerySet[M], *, roles: Collection[str], study: str = "study") -> QuerySet[M]:
    """The rows that lie in studies where `user` holds one of `roles`. `study` is the lookup from a row to its study."""
    studies = memberships_that_count(user).filter(role__in=roles).values("study")
    return rows.filter(**{f"{study}__in": studies})


def one_of(rows: QuerySet[M], **lookup: object) -> M:
    """The one visible row, or Http404. `rows` must already be narrowed to what the person may see."""
    row = rows.filter(**lookup).first()
    if row is None:
        raise Http404
    return row


def jobs_for(user: User, jobs: QuerySet[M]) -> QuerySet[M]:
    """The jobs of a study for its leads and stewards, those on releases and runs for its engineers.

    What is told of other work names files, so whoever holds none of these roles any more is told nothing of it, also
    where they started it. Of what belongs to no study that alone decides.
    """
    memberships = memberships_that_count(user)
    return jobs.filter(
        Q(started_by=user, study__isnull=True)
        | Q(study__in=memberships.filter(role__in=[LEAD, STEWARD]).values("study"))
        | Q(study__in=memberships.filter(role=ENGINEER).values("study"), kind__in=ENGINEERS_JOBS)
    )


def job_for(user: User, jobs: QuerySet[M], uuid: UUID, *, cancel: bool = False) -> M:
    """The job, for whoever may see it; cancelling is not a steward's."""
    memberships = memberships_that_count(user)
    job = one_of(jobs_for(user, jobs), uuid=uuid)
    may_cancel = Q(started_by=user) | Q(study__in=memberships.filter(role__in=[LEAD, ENGINEER]).values("study"))
    if cancel and not jobs.filter(may_cancel, pk=job.pk).exists():
        raise PermissionDenied("Only whoever started it, a lead or an engineer may cancel this.")
    return job
