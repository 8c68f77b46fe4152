"""What recorded people agree to, at a moment in time. All that is shown, labelled or released asks here.

A session needs the consent of everyone recorded in it: the client, and the counsellor where there is one.
"""

from collections.abc import Collection, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from annotator import sql
from annotator.accounts.models import User
from annotator.audit.services import record
from annotator.corpus.models import Consent, Person, Session
from annotator.errors import DomainError
from annotator.locks import locked
from annotator.studies.models import Study

_CONSENTS = """
SELECT session.client_id, session.counsellor_id, person_id, scope, given_at, withdrawn_at, replaced_at, expires_at
FROM annotator_session session
JOIN annotator_consent ON person_id = session.client_id OR person_id = session.counsellor_id
WHERE session.id = """


class NoConsent(DomainError):
    """Someone recorded in a session does not agree to what was asked, or no longer."""

    code = "no_consent"


def everyone_agrees(scope: str, *, at: datetime, session: str = "") -> Q:
    """The condition that all people recorded in a session agree; `session` is the lookup from a row to its session."""
    prefix = f"{session}__" if session else ""
    agrees = _standing(at).filter(scope=scope)
    return Q(Exists(agrees.filter(person=OuterRef(f"{prefix}client")))) & (
        Q(**{f"{prefix}counsellor__isnull": True}) | Q(Exists(agrees.filter(person=OuterRef(f"{prefix}counsellor"))))
    )


def scopes_agreed(session: Session, *, at: datetime) -> frozenset[str]:
    """The scopes to which everyone recorded in the session agrees at that moment."""
    (rows,) = sql.run_together(consents_sql(sql.Statement("%s", [session.pk])))
    return agreed_in(rows, at=at)


def consents_sql(session: sql.Statement, *, scope: str = "") -> sql.Statement:
    """The statement whose rows `agreed_in` reads. By hand, since raters wait for it at each save.

    Args:
        session: an expression that gives the session's key.
        scope: the only one that is asked for; without one all are.
    """
    if scope:
        return sql.Statement(f"{_CONSENTS}{session.text} AND scope = %s", [*session.parameters, scope])
    return sql.Statement(_CONSENTS + session.text, session.parameters)


def agreed_in(rows: Sequence[Any], *, at: datetime) -> frozenset[str]:
    """The scopes to which everyone recorded in the session agrees at that moment, by its rows of `consents_sql`."""
    missing: dict[str, set[int]] = {}
    for client, counsellor, person, scope, given_at, *ends in rows:
        of_scope = missing.setdefault(scope, {client, counsellor} - {None})
        if sql.moment_read(given_at) <= at and all(end is None or sql.moment_read(end) > at for end in ends):
            of_scope.discard(person)
    return frozenset(scope for scope, persons in missing.items() if not persons)


def agrees(session: Session, scope: str, *, at: datetime) -> bool:
    """Whether everyone recorded in the session agrees to `scope` at that moment."""
    return scope in scopes_agreed(session, at=at)


def require(scope: str, session: Session, *, at: datetime, message: str) -> None:
    """Raise NoConsent with `message` unless everyone recorded in the session agrees to `scope` at that moment."""
    if not agrees(session, scope, at=at):
        raise NoConsent(message)


def agreeing_sessions(sessions: Collection[int], scope: str, *, at: datetime) -> set[int]:
    """Those of the sessions, by their ids, in which everyone agrees to `scope` at that moment."""
    agreeing = Session.objects.filter(everyone_agrees(scope, at=at), pk__in=sessions)
    return set(agreeing.values_list("pk", flat=True))


def without_consent(persons: QuerySet[Person], scope: str, *, at: datetime) -> QuerySet[Person]:
    """Those of the people who do not agree to `scope` at that moment."""
    return persons.exclude(Exists(_standing(at).filter(scope=scope, person=OuterRef("pk")))).order_by("pseudonym")


@transaction.atomic
def give(
    *,
    person: Person,
    scopes: Collection[str],
    basis: str,
    last_day: date | None,
    actor: User | None,
    now: datetime,
) -> None:
    """Record what the person agreed to, until the end of `last_day` where the study is.

    The latest consent to a scope is replaced by the new one, and stays on record.
    """
    if not scopes:
        return
    _lock(person)
    _latest(person).filter(scope__in=scopes).update(replaced_at=now)
    expires_at = end_of(last_day, person.study.time_zone) if last_day else None
    Consent.objects.bulk_create(
        Consent(person=person, scope=scope, basis=basis, given_at=now, last_day=last_day, expires_at=expires_at)
        for scope in sorted(set(scopes))
    )
    until = f" until {last_day.day} {last_day:%B %Y}" if last_day else ""
    text = f"{person} consents to: {_in_words(set(scopes))}{until}"
    record(actor=actor, action="consent.given", text=text, study=person.study, target=person, at=now)


@transaction.atomic
def withdraw(*, person: Person, scopes: Collection[str] | None, note: str, actor: User, now: datetime) -> list[str]:
    """End the person's consent to `scopes`, or to all of them; return the scopes that stood until now."""
    _lock(person)
    ending = _latest(person)
    if scopes is not None:
        ending = ending.filter(scope__in=scopes)
    ended = sorted(ending.values_list("scope", flat=True))
    ending.update(withdrawn_at=now)
    text = f"{person} withdrew consent to: {_in_words(ended) or 'nothing that stood'}" + (f": {note}" if note else "")
    record(actor=actor, action="consent.withdrawn", text=text, study=person.study, target=person, at=now)
    return ended


@transaction.atomic
def move_last_days(study: Study) -> None:
    """Let each consent of the study end with its last day where the study is now."""
    dated = Consent.objects.filter(person__study=study, last_day__isnull=False)
    for last_day in {consent.last_day for consent in dated.only("last_day") if consent.last_day}:
        dated.filter(last_day=last_day).update(expires_at=end_of(last_day, study.time_zone))


def end_of(day: date, time_zone: str) -> datetime:
    """The moment at which the day ends in a time zone, as `Europe/Berlin`."""
    return datetime.combine(day + timedelta(days=1), time.min, tzinfo=ZoneInfo(time_zone))


def _lock(person: Person) -> None:
    """Hold the person to the end of the transaction: two who give or withdraw at once do it one after the other."""
    locked(Person.objects.all(), person)


def _latest(person: Person) -> QuerySet[Consent]:
    """The person's consents that nobody has withdrawn or replaced, expired ones among them."""
    return person.consents.filter(withdrawn_at__isnull=True, replaced_at__isnull=True)


def _in_words(scopes: Collection[str]) -> str:
    """As the pages name them."""
    return ", ".join({"annotate": "label", "external": "share"}.get(scope, scope) for scope in sorted(scopes))


def _standing(at: datetime) -> QuerySet[Consent]:
    """The consents that hold at that moment: given, not withdrawn, not replaced, not expired."""
    return Consent.objects.filter(
        Q(withdrawn_at__isnull=True) | Q(withdrawn_at__gt=at),
        Q(replaced_at__isnull=True) | Q(replaced_at__gt=at),
        Q(expires_at__isnull=True) | Q(expires_at__gt=at),
        given_at__lte=at,
    )
