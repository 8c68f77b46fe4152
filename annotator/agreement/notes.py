"""What raters wrote and marked beside their votes: comments, evidence, and why they could not judge.

It quotes what the client said, so whoever may not perceive all of a session is shown none of it.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from uuid import UUID

from django.db.models import QuerySet

from annotator.agreement.votes import annotations_of_people
from annotator.annotations.evidence import is_evidence
from annotator.annotations.models import Annotation, Score
from annotator.annotations.services import pass_kinds_of
from annotator.annotations.spans import Span
from annotator.codebooks.models import Scale
from annotator.studies.models import Study


@dataclass(frozen=True)
class Evidence:
    """Words of a turn that a rater marked, or a moment or stretch of its recording."""

    quote: str = ""
    is_gone: bool = False
    """The words are no longer in the turn, since its transcript was changed."""
    start_ms: int | None = None
    end_ms: int | None = None
    """None where a moment was marked."""


@dataclass
class Notes:
    """All that one rater noted on one turn in one pass."""

    turn: UUID
    rater: str
    pass_kind: str
    cannot_judge: str = ""
    comment: str = ""
    evidence: list[Evidence] = field(default_factory=list)

    @property
    def is_more_than_a_reason(self) -> bool:
        return bool(self.comment or self.evidence)


def notes_on(study: Study, turns: Collection[UUID], *, pass_kinds: Iterable[str] | None = None) -> list[Notes]:
    """What the raters noted on these turns, by pass and rater; raters who noted nothing are left out."""
    return [
        notes
        for pass_kind in pass_kinds or pass_kinds_of(study)
        for notes in sorted(
            notes_in(annotations_of_people(study, pass_kind).filter(turn__in=turns)).values(),
            key=lambda each: each.rater,
        )
    ]


def notes_in(annotations: QuerySet[Annotation]) -> dict[int, Notes]:
    """What is noted in these annotations, by their ids; those without a note are left out."""
    not_judged = annotations.exclude(cannot_judge="")
    found = {
        pk: Notes(turn, rater, pass_kind, cannot_judge)
        for pk, turn, rater, pass_kind, cannot_judge in not_judged.values_list(
            "pk", "turn", "rater__pseudonym", "pass_kind", "cannot_judge"
        )
    }
    written = Score.objects.filter(annotation__in=annotations, construct__scale__in=[Scale.TEXT, Scale.SPANS])
    for pk, turn, text, rater, pass_kind, content in written.order_by("construct__position").values_list(
        "annotation", "annotation__turn", "annotation__turn__text", "annotation__rater__pseudonym",
        "annotation__pass_kind", "content",
    ):  # fmt: skip
        notes = found.setdefault(pk, Notes(turn, rater, pass_kind))
        if is_evidence(content):
            notes.evidence.extend(_evidence_in(content, text))
        elif isinstance(content, str):
            notes.comment = f"{notes.comment}\n{content}".strip()
    return found


def _evidence_in(spans: Iterable[Span], text: str) -> Iterator[Evidence]:
    """The spans with the words that they mark in the turn's text, or had marked before it was changed."""
    for span in spans:
        if "quote" in span:
            yield Evidence(quote=str(span["quote"]), is_gone=True)
        elif "end" in span:
            yield Evidence(quote=text[int(span["start"]) : int(span["end"])])
        elif "at_ms" in span:
            yield Evidence(start_ms=int(span["at_ms"]))
        else:
            yield Evidence(start_ms=int(span["start_ms"]), end_ms=int(span["end_ms"]))
