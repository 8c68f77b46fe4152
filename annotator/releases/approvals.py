"""Who may approve a release: another lead, or the steward; its maker only in a study declared as one person's."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from annotator.accounts.models import User
from annotator.releases.models import Release
from annotator.studies.models import Membership, Role
from annotator.wording import listed

# In the order in which a person with both is named.
APPROVING = (Role.STEWARD, Role.LEAD)

NEVER_LOGGED_IN = "Whoever approves a release has logged in at least once."
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
            return cls(role=role, is_alone=False, why_not=NEVER_LOGGED_IN)
        if user.reset_by_id is not None and user.reset_by_id == release.frozen_by_id:
            return cls(role=role, is_alone=False, why_not=RESET_BY_ITS_MAKER)
        if release.frozen_by_id != user.pk:
            return cls(role=role, is_alone=False, why_not="")
        if memberships.exclude(user=user).exists():
            return cls(role=role, is_alone=False, why_not="You made this release, so a second person approves it.")
        return cls(role=role, is_alone=True, why_not=_why_not_alone(release))


def _why_not_alone(release: Release) -> str:
    """The release itself must say that nobody else has looked at it, so the declaration comes before the freezing."""
    if not release.study.is_one_persons:
        return (
            "You made this release, so a second person approves it, and the study has nobody else who could. Add "
            "another lead under Raters, or ask whoever looks after Attune to appoint a steward. If you work alone, "
            "declare under Settings that this is a study of one person, then make the next release."
        )
    if not (release.manifest or {}).get("is_one_persons"):
        return "This release was made before the study was declared one person's, and does not say so. Make the next."
    return ""


@dataclass(frozen=True)
class WayToApproval:
    """Whether somebody in the study may approve a release now, and who in a sentence; or what to do first."""

    is_possible: bool
    text: str

    @classmethod
    def ahead_of(cls, release: Release) -> Self:
        """Of a release that waits for approval, or that is still to be made."""
        held = {"memberships__study": release.study, "memberships__role__in": APPROVING}
        people = User.objects.filter(is_active=True, **held)
        found = [(person, Approver.of(person, release)) for person in people.distinct().order_by("username")]
        ready = _named(found, why_not="")
        if ready:
            return cls(is_possible=True, text=f"{listed(ready, by='or')} can approve it.")
        if newcomers := _named(found, why_not=NEVER_LOGGED_IN):
            return cls(False, f"{listed(newcomers, by='or')} can approve it after logging in for the first time.")
        if reset := _named(found, why_not=RESET_BY_ITS_MAKER):
            return cls(
                is_possible=False,
                text=f"{listed(reset, by='or')} can approve it with a new password link from whoever looks after "
                "Attune: the maker of the release made their last one.",
            )
        return cls(
            is_possible=False,
            text="Nobody in the study can approve it yet. A lead adds another lead under Raters; a steward is "
            "appointed by whoever looks after Attune. If one person does all the work, declare that under "
            "Settings before making a release.",
        )


def _named(found: Sequence[tuple[User, Approver]], *, why_not: str) -> list[str]:
    return [f"{person.name} ({approver.role})" for person, approver in found if approver.why_not == why_not]
