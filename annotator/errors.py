"""Refusals that a person can act on, apart from bugs, which surface."""

from collections.abc import Mapping, Sequence


class DomainError(Exception):
    """A refusal with a message for a person and a `code` for a program. The code stays; the wording may improve.

    Subclasses stand beside the function that raises them. `fields` names the inputs at fault, if any; `details` are
    further members of the API's answer, such as the state that an edit missed; `status` is its HTTP status.
    """

    code = "refused"
    status = 409

    def __init__(
        self,
        message: str,
        *,
        fields: Mapping[str, Sequence[str]] | None = None,
        details: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.fields = fields
        self.details = details or {}
