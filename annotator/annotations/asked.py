"""What is asked of which session. The rater's page goes by it, and so does whoever counts answers.

Where nobody is to be seen, nothing is asked about the face. What was answered all the same, before that was so, is kept
and counts nowhere: not in agreement, not as a consensus or a dispute, and not as a label that leaves.
"""

from collections.abc import Mapping

from django.db.models import Q

from annotator.annotations.models import Annotation, Assignment
from annotator.codebooks.questionnaire import Question, questionnaire_of
from annotator.corpus.models import Session
from annotator.corpus.unseen import sessions_without_picture
from annotator.errors import DomainError
from annotator.studies.models import Rater, Study


class NoPicture(DomainError):
    """Somebody wants to rate or decide what nobody can see."""

    code = "no_picture"
    status = 400


def questions_of(assignment: Assignment) -> Mapping[str, Question]:
    """The questions of the assignment's pass."""
    session = assignment.session
    return questionnaire_of(session.study.codebook_version_id).asked_in(
        assignment.pass_kind,
        has_channel_passes=session.study.has_channel_passes,
        has_picture=session.has_picture,
    )


def needs_picture(study: Study, pass_kind: str) -> bool:
    """Whether a pass asks nothing of a session in which nobody is to be seen."""
    questionnaire = questionnaire_of(study.codebook_version_id)
    return not questionnaire.asked_in(pass_kind, has_channel_passes=study.has_channel_passes, has_picture=False)


def is_answerable(study: Study, *, turn: str = "turn", construct: str = "construct") -> Q:
    """The condition that a row's construct is asked of its turn; `turn` and `construct` are the lookups to them."""
    unseen = sessions_without_picture(study)
    if not unseen:
        return Q()
    questionnaire = questionnaire_of(study.codebook_version_id)
    about = [questionnaire.questions[key].construct.pk for key in sorted(questionnaire.about_the_face)]
    return ~Q(**{f"{turn}__session__in": unseen, f"{construct}__in": about})


def is_seen(study: Study, *, turn: str = "turn") -> Q:
    """The condition that somebody is to be seen in a row's turn, so that words and face can be compared."""
    unseen = sessions_without_picture(study)
    return ~Q(**{f"{turn}__session__in": unseen}) if unseen else Q()


def is_of_pass(study: Study, pass_kind: str) -> Q:
    """The condition that an annotation's pass asks something of its session."""
    return is_seen(study) if needs_picture(study, pass_kind) else Q()


def require_asked(session: Session, question: Question) -> None:
    """Raise NoPicture where the question is about a face that nobody can see."""
    if question.key in questionnaire_of(session.study.codebook_version_id).about_the_face and not session.has_picture:
        raise NoPicture(
            f"Session {session.key} has no picture, so nobody is asked about {question.construct.label} there."
        )


def n_answers_unseen(study: Study, pass_kind: str) -> int:
    """How many turns of raters' passes have answers about a face that nobody could see; they count nowhere."""
    unseen = sessions_without_picture(study)
    if not unseen:
        return 0
    about = questionnaire_of(study.codebook_version_id).about_the_face
    given = Annotation.objects.filter(
        turn__session__in=unseen,
        rater__kind=Rater.Kind.PERSON,
        pass_kind=pass_kind,
        codebook_version=study.codebook_version_id,
        scores__construct__key__in=about,
    )
    return given.distinct().count()
