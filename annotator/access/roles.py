"""Who holds which roles, and what roles alone allow."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from django.apps import apps
from django.contrib.auth import get_user_model
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q, QuerySet
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from annotator.wording import listed

if TYPE_CHECKING:
    from annotator.accounts.models import User
    from annotator.studies.models import Membership, Study

LEAD, STEWARD, EXPERT, RATER, ENGINEER = "lead", "steward", "expert", "rater", "engineer"
JOB_ROLES = (LEAD, STEWARD, ENGINEER)
ENGINEERS_JOBS = ("freeze_release", "execute_run")
LOG_ROLES = (LEAD, STEWARD)
PLAN_ROLES = (LEAD, STEWARD)  # What a release would hold, and why none can be frozen.
RELEASE_ROLES = (LEAD, STEWARD, ENGINEER)  # Of releases, and of the runs on them.


def role_choices() -> list[tuple[str, str]]:
    """Every role that a membership can give, with its label."""
    role = apps.get_model("annotator", "Membership")._meta.get_field("role")
    return [(str(value), str(label)) for value, label in role.flatchoices]


def person(request: Request) -> User:
    """Who asks. Raises NotAuthenticated when nobody is logged in, so that views need not ask again."""
    if not isinstance(request.user, get_user_model()):
        raise NotAuthenticated
    return request.user


def roles_in(user: User, study: Study) -> frozenset[str]:
    """The roles that `user` holds in `study`; empty for an outsider."""
    return frozenset(memberships_that_count(user).filter(study=study).values_list("role", flat=True))


def memberships_of(user: User) -> list[dict[str, object]]:
    """The studies of a person with the roles they hold in each: `[{"study": Study, "roles": [...]}]`."""
    rows = memberships_that_count(user).select_related("study").order_by("study__name", "role")
    roles: dict[Study, list[str]] = {}
    for row in rows:
        roles.setdefault(row.study, []).append(row.role)
    return [{"study": study, "roles": held} for study, held in roles.items()]


def require_role(user: User, study: Study, roles: Collection[str]) -> None:
    """Refuse unless `user` holds one of `roles` in `study`; no roles asked, nothing refused."""
    if roles and not roles_in(user, study) & set(roles):
        raise PermissionDenied(f"Only {_either(roles)} of {study} may do this.")


def require_creator(user: User) -> None:
    """Refuse unless `user` may create studies: it is no role, since a study must be there before its roles."""
    if not user.is_superuser:
        raise PermissionDenied("Whoever looks after this installation creates studies.")


def require_appointer(user: User, study: Study, role: str) -> None:
    """Refuse unless `user` may give `role` in `study` and take it away: a lead all but the steward's.

    A steward watches over the leads, so the installation's administrators and other stewards appoint one.
    """
    held = roles_in(user, study)
    if role == STEWARD and not (STEWARD in held or user.is_superuser):
        raise PermissionDenied(
            "Another steward, or whoever looks after this installation, says who is steward; a lead does not."
        )
    if role != STEWARD and LEAD not in held:
        raise PermissionDenied(f"Only a lead of {study} may do this.")


def why_no_link(user: User, person: User) -> str:
    """Why `user` may not make a link with which `person` sets a password; empty where they may.

    Whoever has the link is in, so `user` must have at least the rights that `person` has, in every study. Nobody gets
    one for a lead's or steward's log-in that is in use: alone, they would be two people.
    """
    if user == person:
        return "You change your own password under Account."
    if person.is_superuser:
        return f"{person.name} looks after this installation. They make a link for themselves: manage.py password_link."
    mine = {(row.study_id, row.role) for row in user.memberships.all()}
    for row in person.memberships.all():
        needed = STEWARD if row.role == STEWARD else LEAD
        is_appointed_by_administrator = row.role == STEWARD and person.is_invited and user.is_superuser
        if (row.study_id, needed) not in mine and not is_appointed_by_administrator:
            return (
                f"{person.name} has rights that you don't have. Ask whoever looks after this installation for a link."
            )
        if row.role in (LEAD, STEWARD) and not person.is_invited:
            return f"{person.name} is a {row.role} too. Ask whoever looks after this installation for a link."
    return ""


def raters_hidden_from(user: User, study: Study) -> list[int]:
    """Ids of the people whose work as raters `user` must not be able to put a name to, while the study is blind.

    Whoever rated once is among them, and stays so without the role: a lead could take it away and read the log. The
    steward has to know who saw what, unless they lead the study too; the others' own work is theirs to see.
    """
    roles = roles_in(user, study)
    if not study.are_raters_blind or (STEWARD in roles and LEAD not in roles):
        return []
    return list(study.raters.filter(user__isnull=False).exclude(user=user).values_list("user", flat=True))


def sees_names(user: User, study: Study) -> bool:
    """Whether `user` is told what files are called and what their speakers are: others know people by pseudonym."""
    return not roles_in(user, study).isdisjoint({LEAD, STEWARD})


def knows_raters_answers(user: User, study: Study) -> bool:
    """Whether `user` can read the raters' answers, or labels made of them, anywhere: no blind reviewer then."""
    return bool(roles_in(user, study) & {LEAD, STEWARD, ENGINEER})


def reviewers(study: Study) -> set[tuple[int, int]]:
    """Experts, each with a session of which they have reviewed a turn, both by id: they are not to rate it after that.

    They have labelled it once, and can open what its raters say.
    """
    verdicts = apps.get_model("annotator", "Verdict").objects.filter(item__sample__study=study, expert__isnull=False)
    return set(verdicts.values_list("expert", "item__turn__session").distinct())


def reads_withdrawn(user: User, study: Study) -> bool:
    """Whether `user` reads words of people who withdrew: those who answer for the withdrawal do (decision 0017)."""
    return bool(roles_in(user, study) & {LEAD, STEWARD})


def memberships_that_count(user: User) -> QuerySet[Membership]:
    """The memberships that count: of a study that came back from a backup, its stewards' alone until one confirms it.

    Where a study has no steward its leads confirm.
    """
    stewards = apps.get_model("annotator", "Membership")._default_manager.filter(study=OuterRef("study"), role=STEWARD)
    confirms = Q(role=STEWARD) | (Q(role=LEAD) & ~Exists(stewards))
    return user.memberships.filter(Q(study__restored_as_of__isnull=True) | confirms)


def _either(roles: Collection[str]) -> str:
    """`an engineer, lead or steward`."""
    named = listed(sorted(roles), by="or")
    return f"{'an' if named[0] in 'aeiou' else 'a'} {named}"
