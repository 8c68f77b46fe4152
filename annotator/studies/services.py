"""Setting up a study and its people."""

import secrets
from datetime import datetime

from django.conf import settings
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.text import slugify

from annotator import access
from annotator.accounts.links import NewLink, invite, make_link, revoke_link
from annotator.accounts.models import PasswordLink, User
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


class InvitedElsewhere(DomainError):
    code = "invited_elsewhere"


class TwoPeople(DomainError):
    """Lead and steward of a study are two people, unless it is declared one person's."""

    code = "two_people"


class BlindnessIsOver(DomainError):
    code = "blindness_is_over"


_INVITING = (Role.LEAD, Role.STEWARD)


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
    is_one_persons: bool = False,
    time_zone: str = "",
    is_demo: bool = False,
) -> Study:
    """A study whose creator is its lead; without a time zone it gets the installation's.

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
        is_one_persons=is_one_persons,
        time_zone=time_zone or settings.STUDY_TIME_ZONE,
        is_demo=is_demo,
        created_at=now,
    )
    record(actor=creator, action="study.created", text=f"Study {name} was created", study=study, target=study, at=now)
    if is_one_persons:
        text = f"{_IN_WORDS['is_one_persons']}: yes"
        record(actor=creator, action="study.changed", text=text, study=study, target=study, at=now)
    _add(study=study, user=creator, role=Role.LEAD, actor=creator, now=now)
    return study


@transaction.atomic
def change_study(*, study: Study, actor: User, now: datetime, **changes: object) -> Study:
    """Change the description or the design; each change is one line of the log.

    Raises:
        BlindnessIsOver: leads have seen who the raters are, and can't unsee it.
        TwoPeople: two people lead the study or watch over it, or one does both.
    """
    lock_study(study)
    study.refresh_from_db()
    if changes.get("are_raters_blind") is True and not study.are_raters_blind:
        raise BlindnessIsOver(
            f"Leads of {study} have seen which rater is whom. What was seen stays seen, so this can't be turned back."
        )
    if changes.get("are_raters_blind") is False and study.are_raters_blind:
        study.unblinded_at = now
    is_one_persons = changes.get("is_one_persons", study.is_one_persons) is True
    if is_one_persons != study.is_one_persons:
        _check_may_be_one_persons(study, is_one_persons=is_one_persons)
    for field, new in changes.items():
        old = getattr(study, field)
        if old != new:
            setattr(study, field, new)
            text = f"{_IN_WORDS.get(field, field.replace('_', ' '))}: {_describe(old)} → {_describe(new)}"
            record(actor=actor, action="study.changed", text=text, study=study, target=study, at=now)
    study.save(update_fields=[*changes, "unblinded_at"])
    return study


_IN_WORDS = {
    "has_channel_passes": "passes for words alone and face alone",
    "are_raters_blind": "raters by pseudonym alone",
    "is_one_persons": "a study of one person",
    "frame_rule": "which picture of a turn is taken",
    "frames_per_turn": "pictures for each turn",
    "face_finder": "how the client's face is found",
    "blurred_roles": "who sees blurred faces",
    "is_pitch_shifted": "voices of the blurred view lowered",
}
_CHOICES: dict[object, str] = dict([*FrameRule.choices, *FaceFinder.choices])


def _describe(value: object) -> str:
    """The value of a study's field as people read it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(f"{role}s" for role in value) or "nobody"
    return str(_CHOICES.get(value, value)) or "none"


@transaction.atomic
def add_member(
    *, study: Study, username: str, role: str, actor: User | None, now: datetime, display_name: str = ""
) -> tuple[Membership, NewLink | None]:
    """Give a person a role; a person without a log-in gets one.

    Returns:
        The membership, and the link with which the person sets a password, where they have none yet.

    Raises:
        AlreadyMember: the person holds this role already.
        InvitedElsewhere: others invited them, and would hold their link to this study.
        TwoPeople: they are lead, and would be steward too, or the other way round.
    """
    lock_study(study)
    study.refresh_from_db()
    user = User.objects.filter(username=username).first()
    link = None
    if user is None:
        user, link = invite(username=username, display_name=display_name, actor=actor, now=now, study=study)
    elif user.is_invited:
        if actor and access.why_no_link(actor, user):
            raise InvitedElsewhere(
                f"{user.name} was invited by somebody else and has not logged in yet. Add them once they have."
            )
        link = make_link(user=user, actor=actor, now=now, study=study)
    return _add(study=study, user=user, role=role, actor=actor, now=now), link


@transaction.atomic
def remove_member(*, membership: Membership, actor: User, now: datetime) -> None:
    """Take a role away, if it is still there. What the person recorded stays.

    Links that they could use to come in again end: their own invitation, and those that they made for others.

    Raises:
        LatestLead: nobody who can log in would lead the study.
    """
    study, user = membership.study, membership.user
    lock_study(study)
    if not study.memberships.filter(pk=membership.pk).exists():
        return
    if membership.role == Role.LEAD and not _other_leads(study, user).exists():
        raise LatestLead(
            f"Besides {user.name}, nobody who has logged in leads {study}. Make somebody else lead first, and wait "
            "until they have set a password."
        )
    text = f"{user.username} is no longer {membership.role}"
    record(actor=actor, action="member.removed", text=text, study=study, target=membership, at=now)
    membership.delete()
    of_nobody = Q(user=user) if user.is_invited and not Membership.objects.filter(user=user).exists() else Q()
    made_by_them = Q(made_by=user, user__memberships__study=study) if membership.role in _INVITING else Q()
    if of_nobody or made_by_them:
        for link in PasswordLink.objects.filter(of_nobody | made_by_them).select_related("user").distinct():
            revoke_link(user=link.user, actor=actor, now=now, study=study)


def waiting_raters(study: Study) -> QuerySet[User]:
    """The raters of the study who have no number yet."""
    return User.objects.filter(memberships__study=study, memberships__role=Role.RATER).exclude(raters__study=study)


@transaction.atomic
def draw_numbers(*, study: Study, actor: User, now: datetime) -> list[Rater]:
    """Give all raters who wait for one a pseudonym, drawn, at one moment.

    Not as each joins: a lead who looks before and after would know whose the new number is. Of somebody who waits
    alone they know it even so.
    """
    lock_study(study)
    waiting = list(waiting_raters(study).order_by("pk"))
    if not waiting:
        return []
    taken = set(Rater.objects.filter(study=study).values_list("pseudonym", flat=True))
    n_names = max(99, 2 * (len(taken) + len(waiting)))
    free = [name for n in range(1, n_names + 1) if (name := f"R{n}") not in taken]
    chance = secrets.SystemRandom()
    chance.shuffle(waiting)  # So that the order of the rows tells nobody either.
    drawn = chance.sample(free, len(waiting))
    raters = Rater.objects.bulk_create(
        Rater(study=study, user=user, pseudonym=name) for user, name in zip(waiting, drawn, strict=True)
    )
    text = f"{len(raters)} rater{'s' if len(raters) > 1 else ''} got {'numbers' if len(raters) > 1 else 'a number'}"
    record(actor=actor, action="raters.numbered", text=text, study=study, target=study, at=now)
    return raters


def _other_leads(study: Study, user: User) -> QuerySet[Membership]:
    """The memberships of others who lead the study and can log in."""
    leads = study.memberships.filter(role=Role.LEAD, user__is_active=True).exclude(user=user)
    return leads.exclude(user__password__startswith=UNUSABLE_PASSWORD_PREFIX)


def _check_may_be_one_persons(study: Study, *, is_one_persons: bool) -> None:
    """Raises TwoPeople where the declaration, or its end, is not so."""
    held = study.memberships.filter(role__in=[Role.LEAD, Role.STEWARD]).values_list("user", "role")
    people = [person for person, _ in held]
    if is_one_persons and len(set(people)) > 1:
        raise TwoPeople(f"{study} has more than one lead or steward, so it is not a study of one person.")
    if not is_one_persons and len(set(people)) < len(people):
        raise TwoPeople(f"One person is lead and steward of {study}. Take one of the two roles away first.")


def _check_lead_and_steward(study: Study, user: User, role: str) -> None:
    """Raises TwoPeople where the person would be lead and steward, or a second one in a study of one person."""
    others = study.memberships.filter(role__in=[Role.LEAD, Role.STEWARD])
    if study.is_one_persons and others.exclude(user=user).exists():
        raise TwoPeople(
            f"{study} is declared a study of one person, so it has no other lead or steward. End that under Settings, "
            "then add them."
        )
    if not study.is_one_persons and others.filter(user=user).exclude(role=role).exists():
        raise TwoPeople(
            f"{user.name} can't be lead and steward of {study}: these are two people, except in a study of one "
            "person, which its lead declares under Settings."
        )


def _add(*, study: Study, user: User, role: str, actor: User | None, now: datetime) -> Membership:
    if Membership.objects.filter(study=study, user=user, role=role).exists():
        raise AlreadyMember(f"{user.name} is {role} of {study} already.")
    if role in (Role.LEAD, Role.STEWARD):
        _check_lead_and_steward(study, user, role)
    if not user.is_invited:  # Whoever made an open link could come in to this study by it.
        revoke_link(user=user, actor=actor, now=now, study=study)
    membership = Membership.objects.create(study=study, user=user, role=role, created_at=now)
    text = f"{user.username} became {role}"
    record(actor=actor, action="member.added", text=text, study=study, target=membership, at=now)
    return membership
