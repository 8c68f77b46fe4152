"""What a browser may keep of the API's answers: nothing, for they hold what people said and how they were judged."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase


class NoStoreMiddleware:
    """Forbid keeping any answer of the API, so that nothing of it can be opened after the log-out."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        if request.path.startswith("/api/"):
            response["Cache-Control"] = "no-store"
        return response
