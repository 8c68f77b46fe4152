"""Setting up a study and its people."""

import secrets
from datetime import datetime

from django.db import transaction
from django.utils.text import slugify

from annotator.accounts.models import User
from annotator.audit.services import record
from annotator.codebooks.models import CodebookVersion
from annotator.errors import DomainError
from annotator.locks import lock
from annotator.studies.models import FaceFinder, FrameRule, Membership, Rater, Role, Study


class StudyNameTaken(DomainError):
    code = "study_name_taken"


class AlreadyMember(DomainError):
    code = "already_member"


class LatestLead(DomainError):
    code = "latest_lead"


def lock_study(study: Study) -> None:
    """Hold the study, as it stands then, to the end of the transaction.

    What is numbered within it is numbered one by one, and what is decided by its design is decided by the present one.
    """
    study.refresh_from_db(from_queryset=lock(Study.objects.all()))


@transaction.atomic
def create_study(
    *,
    name: str,
    codebook_version: CodebookVersion,
    creator: User,
    now: datetime,
    description: str = "",
    has_channel_passes: bool = False,
    raters_per_turn: int = 2,
    is_demo: bool = False,
) -> Study:
    """A study whose creator is its lead.

    Raises:
        StudyNameTaken: another study has the name, or one that reads the same in an address.
    """
    slug = slugify(name)[:60] or f"study-{secrets.token_hex(3)}"
    if Study.objects.filter(name=name).exists() or Study.objects.filter(slug=slug).exists():
        raise StudyNameTaken(
            f"There is a study called {name} already. Choose another name.", fields={"name": ["Taken."]}
        )
    study = Study.objects.create(
        name=name,
        slug=slug,
        description=description,
        codebook_version=codebook_version,
        has_channel_passes=has_channel_passes,
        raters_per_turn=raters_per_turn,
        is_demo=is_demo,
        created_at=now,
    )
    record(actor=creator, action="study.created", text=f"Study {name} was created", study=study, target=study, at=now)
    _add(study=study, user=creator, role=Role.LEAD, actor=creator, now=now)
    return study


@transaction.atomic
def change_study(*, study: Study, actor: User, now: datetime, **changes: object) -> Study:
    """Change the description or the design; each change is one line of the log."""
    for field, new in changes.items():
        old = getattr(study, field)
        if old != new:
            setattr(study, field, new)
            text = f"{_IN_WORDS.get(field, field.replace('_', ' '))}: {_told(old)} → {_told(new)}"
            record(actor=actor, action="study.changed", text=text, study=study, target=study, at=now)
    study.save(update_fields=list(changes))
    return study


_IN_WORDS = {
    "has_channel_passes": "passes for words alone and face alone",
    "are_raters_blind": "raters by pseudonym alone",
    "frame_rule": "which picture of a turn is taken",
    "frames_per_turn": "pictures for each turn",
    "face_finder": "how the client's face is found",
    "blurred_roles": "who sees blurred faces",
    "is_pitch_shifted": "voices of the blurred view lowered",
}
_CHOICES: dict[object, str] = dict([*FrameRule.choices, *FaceFinder.choices])


def _told(value: object) -> str:
    """The value of a study's field as people read it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(f"{role}s" for role in value) or "nobody"
    return str(_CHOICES.get(value, value)) or "none"


@transaction.atomic
def add_member(
    *, study: Study, username: str, role: str, actor: User, now: datetime, display_name: str = ""
) -> tuple[Membership, str | None]:
    """Give a person a role; a person without a log-in gets one.

    Returns:
        The membership, and a first password where a log-in was made.

    Raises:
        AlreadyMember: the person holds this role already.
    """
    user = User.objects.filter(username=username).first()
    password = None
    if user is None:
        password = secrets.token_urlsafe(9)
        user = User.objects.create_user(username=username, password=password, display_name=display_name)
        record(actor=actor, action="person.added", text=f"Log-in {username} was made", study=study, target=user, at=now)
    return _add(study=study, user=user, role=role, actor=actor, now=now), password


@transaction.atomic
def remove_member(*, membership: Membership, actor: User, now: datetime) -> None:
    """Take a role away. What the person recorded stays.

    Raises:
        LatestLead: the study would have no lead.
    """
    study = membership.study
    if membership.role == Role.LEAD and study.memberships.filter(role=Role.LEAD).count() == 1:
        raise LatestLead(f"{membership.user.name} is the only lead of {study}. Make somebody else lead first.")
    text = f"{membership.user.username} is no longer {membership.role}"
    record(actor=actor, action="member.removed", text=text, study=study, target=membership, at=now)
    membership.delete()


def rater_for(*, study: Study, user: User) -> Rater:
    """The person's rater in this study, made with the next free pseudonym where there is none."""
    existing = Rater.objects.filter(study=study, user=user).first()
    if existing:
        return existing
    taken = set(Rater.objects.filter(study=study).values_list("pseudonym", flat=True))
    number = next(n for n in range(1, len(taken) + 2) if f"R{n}" not in taken)
    return Rater.objects.create(study=study, user=user, pseudonym=f"R{number}")


def _add(*, study: Study, user: User, role: str, actor: User, now: datetime) -> Membership:
    if Membership.objects.filter(study=study, user=user, role=role).exists():
        raise AlreadyMember(f"{user.name} is {role} of {study} already.")
    membership = Membership.objects.create(study=study, user=user, role=role, created_at=now)
    if role == Role.RATER:
        rater_for(study=study, user=user)
    text = f"{user.username} became {role}"
    record(actor=actor, action="member.added", text=text, study=study, target=membership, at=now)
    return membership
