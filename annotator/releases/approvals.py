"""Who may approve a release: another lead, or the steward; its maker only in a study declared as one person's."""

from dataclasses import dataclass
from typing import Self

from annotator.accounts.models import User
from annotator.releases.models import Release
from annotator.studies.models import Membership, Role

# In the order in which a person with both is named.
APPROVING = (Role.STEWARD, Role.LEAD)

RESET_BY_ITS_MAKER = (
    "Whoever made this release also made the link by which you last set your password, so it would not be plain that "
    "two people agree. Another lead or the steward approves it; or ask whoever looks after Attune for a new link."
)


@dataclass(frozen=True)
class Approver:
    """How a person stands to a release that waits for approval."""

    role: str
    """The role in which they would approve; empty without one."""
    is_alone: bool
    """They made the release, and the study is one person's."""
    why_not: str
    """Empty where they may approve."""

    @classmethod
    def of(cls, user: User, release: Release) -> Self:
        memberships = Membership.objects.filter(study=release.study, role__in=APPROVING)
        roles = set(memberships.filter(user=user).values_list("role", flat=True))
        role = next((str(each) for each in APPROVING if each in roles), "")
        if not role:
            return cls(role="", is_alone=False, why_not="A lead or the steward approves releases.")
        if user.last_login is None:
            return cls(role=role, is_alone=False, why_not="Whoever approves a release has logged in at least once.")
        if user.reset_by_id is not None and user.reset_by_id == release.frozen_by_id:
            return cls(role=role, is_alone=False, why_not=RESET_BY_ITS_MAKER)
        if release.frozen_by_id != user.pk:
            return cls(role=role, is_alone=False, why_not="")
        if memberships.exclude(user=user).exists():
            why_not = "You made this release; another lead or the steward approves it."
            return cls(role=role, is_alone=False, why_not=why_not)
        return cls(role=role, is_alone=True, why_not=_why_not_alone(release))


def _why_not_alone(release: Release) -> str:
    """The release itself must say that nobody else has looked at it, so the declaration comes before the freezing."""
    if not release.study.is_one_persons:
        return (
            "You made this release, so a second person approves it: invite another lead or a steward. If you work "
            "alone, declare under Settings that this is a study of one person, then make the next release."
        )
    if not (release.manifest or {}).get("is_one_persons"):
        return "This release was made before the study was declared one person's, and does not say so. Make the next."
    return ""
