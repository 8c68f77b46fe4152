"""The request as views behind the log-in receive it."""

from typing import TYPE_CHECKING

from rest_framework.request import Request

if TYPE_CHECKING:
    from annotator.accounts.models import User

    class PersonRequest(Request):
        """A request of somebody logged in: permissions have turned all others away."""

        user: User
else:
    PersonRequest = Request
