"""Copies of a release, or of what was trained on it, that leave the installation: for which use, and whose they hold.

Decision 0023: a copy for the study's own people rests on the consent to training that the release was frozen with; one
that is given to others needs everybody's consent to that, today.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Self

from django.db.models import TextChoices

from annotator import access
from annotator.accounts.models import User
from annotator.corpus.consent import NoConsent, without_consent
from annotator.corpus.models import Consent, Person, Session
from annotator.errors import DomainError
from annotator.releases.models import Release, ReleaseTurn
from annotator.releases.withdrawn import WithdrawnPart, in_words, withdrawn_part


class Use(TextChoices):
    """What a copy is taken for."""

    WITHIN = "within", "for use within the study"
    EXTERNAL = "external", "to be given to others"


class UseMissing(DomainError):
    code = "use_missing"


class HoldsWithdrawn(DomainError):
    """Somebody in it no longer consents to training; whoever asks confirms that they know it."""

    code = "holds_withdrawn"


@dataclass(frozen=True)
class Copy:
    """A copy that might be taken of a release, or of what was trained on it."""

    name: str
    """`Release 4`, `The adapter of run 2`: begins a sentence."""
    withdrawn: WithdrawnPart
    without_external: tuple[str, ...]
    """Pseudonyms of the people in it who do not agree that it is given to others."""
    made_from: str = ""
    """`release 4`, whose turns what was trained on it does not hold; empty for a release itself."""

    @classmethod
    def of(cls, release: Release, *, at: datetime) -> Self:
        people = Person.objects.filter(pk__in=_recorded_in(release))
        lacking = without_consent(people, Consent.Scope.EXTERNAL, at=at)
        return cls(
            name=f"Release {release.number}",
            withdrawn=withdrawn_part(release, at=at),
            without_external=tuple(lacking.values_list("pseudonym", flat=True)),
        )

    @classmethod
    def made_of(cls, release: Release, *, name: str, at: datetime) -> Self:
        """A copy of what was trained on the release."""
        return replace(cls.of(release, at=at), name=name, made_from=f"release {release.number}")

    @property
    def holds(self) -> str:
        """The verb between its name and whose turns these are."""
        return f"was made from {self.made_from}, which holds" if self.made_from else "holds"

    @property
    def whole(self) -> str:
        """Where the people are recorded whose consent it needs."""
        return f"{self.made_from}, from which it was made," if self.made_from else "it"

    @property
    def why_not_external(self) -> str:
        """Why it may not be given to others; empty where it may."""
        if self.withdrawn.turns:
            return f"{self.name} {self.holds} {self.withdrawn}."
        if self.without_external:
            named = in_words(self.without_external)
            return f"Not everyone in {self.whole} agreed that their data are given to others: {named}."
        return ""

    def require(self, use: str, *, include_withdrawn: bool) -> str:
        """Refuse a copy that must not be taken, or not without another question; return what the log says of it.

        Raises:
            UseMissing: `use` is not one of `Use`.
            NoConsent: it is to be given to others, and somebody in it does not agree.
            HoldsWithdrawn: it holds turns without consent, and nobody said that these are wanted.
        """
        if use not in Use.values:
            message = "Say what the copy is for: use=within for this study's own people, use=external to give it on."
            raise UseMissing(message, details={"uses": Use.values})
        if use == Use.EXTERNAL and (why_not := self.why_not_external):
            raise NoConsent(f"{why_not} It can be used within the study only.")
        if not self.withdrawn.turns:
            return f" {Use(use).label}"
        if not include_withdrawn:
            raise HoldsWithdrawn(
                f"{self.name} {self.holds} {self.withdrawn}. To take it all the same, say include_withdrawn=true; the "
                "log keeps that you did.",
                details={"withdrawn": self.withdrawn.turns, "withdrawn_people": list(self.withdrawn.people)},
            )
        how = f"made from {self.made_from}, which holds" if self.made_from else "with"
        return f" {Use(use).label}, {how} {self.withdrawn}"


def why_no_words(user: User, release: Release, copy: Copy) -> str:
    """Why the person may not take the words of the release, which is taken whole or not at all; empty if they may."""
    if not copy.withdrawn.turns or access.reads_withdrawn(user, release.study):
        return ""
    return f"{copy.name} holds {copy.withdrawn}. Only leads and stewards can take a copy of it now."


def why_not_perceived(user: User, release: Release) -> str:
    """Why the person may perceive the release later only: it shows all of sessions of which they rate one channel."""
    narrowed = access.narrowed_sessions(user, release.study)
    held = release.turns.filter(session__in=narrowed).values_list("session__number", flat=True).distinct()
    keys = ", ".join(f"S{number:03d}" for number in sorted(held))
    return f"It holds {keys}, where you have an open pass through one channel. Finish it first." if keys else ""


def _recorded_in(release: Release) -> set[int]:
    sessions = Session.objects.filter(pk__in=ReleaseTurn.objects.filter(release=release).values("session"))
    return {person for pair in sessions.values_list("client", "counsellor") for person in pair if person}
