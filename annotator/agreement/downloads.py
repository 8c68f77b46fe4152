"""Copies that were taken of what raters wrote and marked, which quotes what people said."""

from annotator.corpus.consent import everyone_agrees
from annotator.corpus.models import Consent, Person
from annotator.corpus.withdrawals import Affected, downloads_of, finds_affected

ANSWERS_DOWNLOADED = "answers.downloaded"


@finds_affected("answers")
def sessions_in_answers(person: Person) -> list[Affected]:
    """The sessions of the person that such copies may hold, and who took these; only where there is one.

    A copy holds the sessions there were, but for those without consent to label at that moment.
    """
    recorded = (person.sessions_as_client.all() | person.sessions_as_counsellor.all()).order_by("number")
    copies = [
        (number, copy)
        for copy in downloads_of({ANSWERS_DOWNLOADED}, person.study_id)
        for number in recorded.filter(
            everyone_agrees(Consent.Scope.ANNOTATE, at=copy.at), created_at__lte=copy.at
        ).values_list("number", flat=True)
    ]
    return [
        Affected(number, [copy for held, copy in copies if held == number])
        for number in sorted({number for number, _ in copies})
    ]
