"""Who may see and do what, told by memberships alone. No other file decides it.

What a person may not see does not exist (404); what they may see but not do is refused (403). Every list, page and
bulk action starts from the same narrowed querysets, so they cannot drift apart. Querysets come in from the caller,
and no domain's models are imported: every domain imports this file.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar
from uuid import UUID

from django.apps import apps
from django.contrib.auth import get_user_model
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.http import Http404
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from annotator.wording import listed

if TYPE_CHECKING:
    from annotator.accounts.models import User
    from annotator.corpus.models import Session, Turn
    from annotator.studies.models import Membership, Study

M = TypeVar("M", bound=Model)

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
    return frozenset(_memberships(user).filter(study=study).values_list("role", flat=True))


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


def memberships_of(user: User) -> list[dict[str, object]]:
    """The studies of a person with the roles they hold in each: `[{"study": Study, "roles": [...]}]`."""
    rows = _memberships(user).select_related("study").order_by("study__name", "role")
    roles: dict[Study, list[str]] = {}
    for row in rows:
        roles.setdefault(row.study, []).append(row.role)
    return [{"study": study, "roles": held} for study, held in roles.items()]


def held_back_from(user: User) -> QuerySet[Study]:
    """The studies of a person that came back from a backup and are closed to them until a steward confirms it."""
    studies: QuerySet[Study] = apps.get_model("annotator", "Study").objects.all()
    return studies.filter(pk__in=user.memberships.values("study")).exclude(pk__in=_memberships(user).values("study"))


def studies_for(user: User) -> QuerySet[Study]:
    """The studies in which `user` holds any role."""
    studies: QuerySet[Study] = apps.get_model("annotator", "Study").objects.all()
    return studies.filter(pk__in=_memberships(user).values("study"))


def study_for(user: User, slug: str, *, roles: Collection[str] = ()) -> Study:
    """The study, or Http404 for an outsider. With `roles`, PermissionDenied unless `user` holds one of them."""
    study = studies_for(user).filter(slug=slug).first()
    if study is None:
        raise Http404
    require_role(user, study, roles)
    return study


def require_creator(user: User) -> None:
    """Refuse unless `user` may create studies: it is no role, since a study must be there before its roles."""
    if not user.is_superuser:
        raise PermissionDenied("Whoever looks after this installation creates studies.")


def require_role(user: User, study: Study, roles: Collection[str]) -> None:
    """Refuse unless `user` holds one of `roles` in `study`; no roles asked, nothing refused."""
    if roles and not roles_in(user, study) & set(roles):
        raise PermissionDenied(f"Only {_either(roles)} of {study} may do this.")


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


def narrow(user: User, rows: QuerySet[M], *, roles: Collection[str], study: str = "study") -> QuerySet[M]:
    """The rows that lie in studies where `user` holds one of `roles`. `study` is the lookup from a row to its study."""
    studies = _memberships(user).filter(role__in=roles).values("study")
    return rows.filter(**{f"{study}__in": studies})


def one_of(rows: QuerySet[M], **lookup: object) -> M:
    """The one visible row, or Http404. `rows` must already be narrowed to what the person may see."""
    row = rows.filter(**lookup).first()
    if row is None:
        raise Http404
    return row


def sessions_for(user: User, sessions: QuerySet[M]) -> QuerySet[M]:
    """The sessions that `user` may open: all of the study for its leads and stewards, else only what work needs.

    Raters see assigned sessions, experts those with a turn under review. Engineers and appraisers see none.
    """
    memberships = _memberships(user)
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
    memberships = _memberships(user)
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


@dataclass(frozen=True)
class Channels:
    """What of a session a person may perceive."""

    words: bool
    picture: bool
    sound: bool

    def show(self, pass_kind: str) -> bool:
        """Whether a pass may be opened: whether they are all that it shows."""
        shown = _SHOWN_IN[pass_kind]
        return shown.words <= self.words and shown.picture <= self.picture and shown.sound <= self.sound


_ALL = Channels(words=True, picture=True, sound=True)
_NOTHING = Channels(words=False, picture=False, sound=False)
_SHOWN_IN = {
    "words": Channels(words=True, picture=False, sound=False),
    "face": Channels(words=False, picture=True, sound=False),
    "together": _ALL,
}


def channels_for(user: User, session: Session) -> Channels:
    """The channels of a session that are open to `user` at this moment.

    An open pass through one channel withholds all else of its session, whatever else its rater is: an impression of
    one channel is worth nothing once the other was perceived. Without one, leads, stewards and the experts who review
    the session perceive all of it, raters what their passes gave them.
    """
    if one_channel := _narrowed(user, session=session).get(session.pk):
        return one_channel
    roles = roles_in(user, session.study)
    if roles & {LEAD, STEWARD} or (EXPERT in roles and session.turns.filter(review_items__isnull=False).exists()):
        return _ALL
    if RATER not in roles:
        return _NOTHING
    passes = session.assignments.filter(rater__user=user).values_list("pass_kind", flat=True)
    given = [_SHOWN_IN[pass_kind] for pass_kind in passes]
    return Channels(
        words=any(each.words for each in given),
        picture=any(each.picture for each in given),
        sound=any(each.sound for each in given),
    )


def narrowed_sessions(user: User, study: Study) -> dict[int, Channels]:
    """What is open to `user` of those sessions, by id, of which a pass through one channel withholds the rest.

    Lists of many sessions ask here; `channels_for` says why.
    """
    return _narrowed(user, session__study=study)


ONE_CHANNEL_OPEN = "You have an open pass through one channel of this session. Finish it first."


def require_words(user: User, session: Session) -> None:
    """Refuse somebody with an open pass through the face of the session, whatever else they are."""
    _require(user, session, what="words")


def require_all_channels(user: User, session: Session) -> None:
    """Refuse somebody with an open pass through one channel of the session, whatever else they are."""
    _require(user, session, what="together")


def _require(user: User, session: Session, *, what: str) -> None:
    narrowed = _narrowed(user, session=session).get(session.pk)
    if narrowed and not narrowed.show(what):
        raise PermissionDenied(ONE_CHANNEL_OPEN)


def _narrowed(user: User, **of: object) -> dict[int, Channels]:
    """By session, the channel of a rater's open pass through one; of two passes, that of the earlier."""
    assignments = apps.get_model("annotator", "Assignment").objects.filter(
        rater__user=user,
        session__study__in=_memberships(user).filter(role=RATER).values("study"),
        pass_kind__in=["words", "face"],
        done_at__isnull=True,
        **of,
    )
    narrowed: dict[int, Channels] = {}
    for session, pass_kind in assignments.order_by("position", "pk").values_list("session", "pass_kind"):
        narrowed.setdefault(session, _SHOWN_IN[pass_kind])
    return narrowed


def turns_with_frames_for(user: User, turns: QuerySet[Turn], sessions: QuerySet[Session]) -> QuerySet[Turn]:
    """The turns whose frames `user` may ask for: of their sessions, and an engineer's where the study grants frames."""
    as_engineer = _memberships(user).filter(role=ENGINEER).values("study")
    granted = Q(session__study__in=as_engineer, session__study__engineers_see_frames=True)
    return turns.filter(Q(session__in=sessions_for(user, sessions)) | granted)


def sessions_with_frames_for(user: User, sessions: QuerySet[Session]) -> QuerySet[Session]:
    """The sessions whose frames `user` may ask for: their own, and an engineer's where the study grants frames."""
    as_engineer = _memberships(user).filter(role=ENGINEER).values("study")
    granted = Q(study__in=as_engineer, study__engineers_see_frames=True)
    return sessions.filter(Q(pk__in=sessions_for(user, sessions).values("pk")) | granted)


def sees_frames(user: User, session: Session) -> bool:
    """Whether `user` may see frames of the session: with its picture, or as an engineer where the study grants them."""
    if session.study.engineers_see_frames and ENGINEER in roles_in(user, session.study):
        narrowed = _narrowed(user, session=session).get(session.pk)
        return narrowed is None or narrowed.picture
    return channels_for(user, session).picture


def sees_blurred(user: User, session: Session, *, frames: bool = False) -> bool:
    """Whether `user` is shown the session with blurred faces: unless a role that opens it to them sees faces.

    Args:
        frames: of its frames, which the study may grant its engineers; nothing else of a session opens to them.
    """
    study = session.study
    roles = roles_in(user, study)
    opening = roles & {LEAD, STEWARD}
    if EXPERT in roles and session.turns.filter(review_items__isnull=False).exists():
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


def jobs_for(user: User, jobs: QuerySet[M]) -> QuerySet[M]:
    """The jobs of a study for its leads and stewards, those on releases and runs for its engineers.

    What is told of other work names files, so whoever holds none of these roles any more is told nothing of it, also
    where they started it. Of what belongs to no study that alone decides.
    """
    memberships = _memberships(user)
    return jobs.filter(
        Q(started_by=user, study__isnull=True)
        | Q(study__in=memberships.filter(role__in=[LEAD, STEWARD]).values("study"))
        | Q(study__in=memberships.filter(role=ENGINEER).values("study"), kind__in=ENGINEERS_JOBS)
    )


def job_for(user: User, jobs: QuerySet[M], uuid: UUID, *, cancel: bool = False) -> M:
    """The job, for whoever may see it; cancelling is not a steward's."""
    memberships = _memberships(user)
    job = one_of(jobs_for(user, jobs), uuid=uuid)
    may_cancel = Q(started_by=user) | Q(study__in=memberships.filter(role__in=[LEAD, ENGINEER]).values("study"))
    if cancel and not jobs.filter(may_cancel, pk=job.pk).exists():
        raise PermissionDenied("Only whoever started it, a lead or an engineer may cancel this.")
    return job


def _memberships(user: User) -> QuerySet[Membership]:
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
