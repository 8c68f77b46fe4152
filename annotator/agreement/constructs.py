"""What agreement is computed about: the codebook's constructs, and presence, which follows from incongruence."""

from dataclasses import dataclass

from annotator.codebooks.models import PassKind
from annotator.codebooks.questionnaire import Question, passes_of, questionnaire_of
from annotator.studies.models import Study
from metrics.rating_scale import Scale

INCONGRUENCE = "incongruence"
PRESENCE = "incongruence_present"
CONGRUENT = "none"
ABSENT, PRESENT = "absent", "present"


@dataclass(frozen=True)
class Measured:
    """One line of the agreement page."""

    key: str
    label: str
    scale: Scale
    level_labels: tuple[str, ...]
    coefficients: tuple[str, ...]
    """The main one first; the next takes its place where the data leave it undefined."""
    beside: tuple[str, ...]


def pass_of(study: Study, question: Question) -> str | None:
    """The pass whose answers count for the construct, both channels before one; None where no pass asks it."""
    asked = passes_of(question.construct, has_channel_passes=study.has_channel_passes)
    return next((each.value for each in (PassKind.TOGETHER, PassKind.WORDS, PassKind.FACE) if each in asked), None)


def countable_questions(study: Study) -> list[Question]:
    """The questions that everybody must answer with a level; free content and a rater's own confidence are not."""
    questions = questionnaire_of(study.codebook_version_id).questions.values()
    return [question for question in questions if question.levels and question.construct.is_required]


def measured_in(study: Study, pass_kind: str) -> list[Measured]:
    """What the agreement page of a pass shows, presence before the type of incongruence."""
    measured: list[Measured] = []
    for question in countable_questions(study):
        if pass_of(study, question) != pass_kind:
            continue
        if question.key == INCONGRUENCE:
            measured.append(_PRESENCE)
        measured.append(_measured(question))
    return measured


def scale_of(question: Question) -> Scale:
    """The question's scale as the measures take it; an interval scale has no levels there."""
    levels = tuple(map(str, question.levels))
    match question.construct.scale:
        case "nominal":
            return Scale("nominal", levels)
        case "ordinal":
            return Scale("ordinal", levels)
        case _:
            return Scale("interval")


def _measured(question: Question) -> Measured:
    coefficients, beside = _COEFFICIENTS[question.construct.scale]
    return Measured(
        key=question.key,
        label="Incongruence type" if question.key == INCONGRUENCE else question.construct.label,
        scale=scale_of(question),
        level_labels=tuple(level.label for level in question.levels.values()),
        coefficients=coefficients,
        beside=beside,
    )


_COEFFICIENTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "nominal": (("alpha",), ("ac1", "percent")),
    "ordinal": (("alpha",), ("ac2", "percent")),
    "interval": (("icc_a_1", "alpha"), ("icc_a_k", "alpha")),
}
_PRESENCE = Measured(
    key=PRESENCE,
    label="Incongruence present",
    scale=Scale("nominal", (ABSENT, PRESENT)),
    level_labels=("Absent", "Present"),
    coefficients=("alpha",),
    beside=("ac1", "percent", "positive_agreement", "negative_agreement"),
)
