"""What of a release nobody may use any more: consent to training has ended, by withdrawal or by its last day."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count

from annotator.corpus.consent import everyone_agrees, without_consent
from annotator.corpus.models import Consent, Person, Session
from annotator.releases.models import Release, ReleaseTurn
from annotator.wording import counted, listed

WITHOUT_THEM = "Freeze a new release without these turns."
_NAMED = 6


@dataclass(frozen=True)
class WithdrawnPart:
    """The turns of a release whose session lacks consent to training, and whose consent is lacking."""

    turns: int = 0
    people: tuple[str, ...] = ()
    """Pseudonyms, in order."""

    def __str__(self) -> str:
        """`8 turns of C-01, who no longer consents to training`, as pages and refusals say it; empty without a turn."""
        if not self.turns:
            return ""
        who = "who no longer consents" if len(self.people) == 1 else "who no longer consent"
        return f"{counted(self.turns, 'turn')} of {in_words(self.people)}, {who} to training"


def withdrawn_parts(releases: Collection[Release], *, at: datetime) -> dict[int, WithdrawnPart]:
    """What of each release nobody may train on at that moment, by the release's id; in a fixed number of queries."""
    studies = {release.study_id for release in releases}
    lacking = {
        session.pk: session
        for session in Session.objects.filter(~everyone_agrees(Consent.Scope.TRAIN, at=at), study__in=studies)
    }
    parts = {release.pk: WithdrawnPart() for release in releases}
    if not lacking:
        return parts
    people = dict(
        without_consent(Person.objects.filter(study__in=studies), Consent.Scope.TRAIN, at=at).values_list(
            "pk", "pseudonym"
        )
    )
    held = ReleaseTurn.objects.filter(release__in=parts, session__in=lacking).values("release", "session")
    turns: dict[int, int] = {}
    names: dict[int, set[str]] = {}
    for row in held.annotate(n=Count("pk")).order_by():
        session = lacking[row["session"]]
        turns[row["release"]] = turns.get(row["release"], 0) + row["n"]
        recorded = (session.client_id, session.counsellor_id)
        names.setdefault(row["release"], set()).update(people[each] for each in recorded if each in people)
    return parts | {release: WithdrawnPart(n, tuple(sorted(names[release]))) for release, n in turns.items()}


def withdrawn_part(release: Release, *, at: datetime) -> WithdrawnPart:
    """The same of one release."""
    return withdrawn_parts([release], at=at)[release.pk]


def in_words(people: Collection[str]) -> str:
    """The names of people for a sentence: `C-01, C-02 and C-05`, and of many the first ones with how many more."""
    names = list(people)
    return listed(names if len(names) <= _NAMED else [*names[: _NAMED - 1], f"{len(names) - _NAMED + 1} more"])
