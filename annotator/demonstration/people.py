"""The people of the demo study, with random passwords that are written to a file beside the data."""

import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from annotator.accounts.models import User
from annotator.demonstration.log_ins import log_ins_file
from annotator.studies.models import Membership, Rater, Role, Study
from annotator.studies.services import add_member
from demo.raters import EXPERTS, RATERS

LEAD, STEWARD, ENGINEER = "chi", "sam", "finn"


@dataclass(frozen=True)
class Member:
    name: str
    role: Role


MEMBERS: Sequence[Member] = (
    *(Member(rater.name, Role.RATER) for rater in RATERS),
    *(Member(expert.name, Role.EXPERT) for expert in EXPERTS),
    Member(STEWARD, Role.STEWARD),
    Member(ENGINEER, Role.ENGINEER),
)


def make_lead() -> User:
    """The lead's log-in, which may also create studies."""
    return _log_in(LEAD, may_create_studies=True)


def make_members(study: Study, *, lead: User, now: datetime) -> None:
    """Every other member with a log-in of their own; who is one already stays."""
    for place, member in enumerate(MEMBERS, start=1):
        user = _log_in(member.name)
        if member.role == Role.RATER:  # Numbered in order, not drawn, so that the demo's figures are always the same.
            Rater.objects.get_or_create(study=study, user=user, defaults={"pseudonym": f"R{place}"})
        if not Membership.objects.filter(study=study, user=user, role=member.role).exists():
            add_member(study=study, username=user.username, role=member.role, actor=lead, now=now)


def say_that_all_logged_in(*, now: datetime) -> None:
    """They have all been at work here, if not through the log-in page; who never was can't approve a release."""
    User.objects.filter(is_demo=True, last_login=None).update(last_login=now)


def write_log_ins() -> None:
    """Give every member a new password and list them, readable by the owner of the data alone."""
    path = log_ins_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = []
    for member in (Member(LEAD, Role.LEAD), *MEMBERS):
        user = User.objects.get(username=member.name)
        password = secrets.token_urlsafe(9)
        user.set_password(password)
        user.save(update_fields=["password"])
        lines.append(f"  {member.role:<9} {user.username:<8} {password}\n")
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.writelines(lines)


def _log_in(name: str, *, may_create_studies: bool = False) -> User:
    user, _ = User.objects.get_or_create(
        username=name,
        defaults={"display_name": name.title(), "is_demo": True, "is_superuser": may_create_studies},
    )
    return user
