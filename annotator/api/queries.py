"""The query part of an address, refused before a database has to."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase, JsonResponse


class StorableQueryMiddleware:
    """Answer 400 to a NUL in the query, which PostgreSQL compares with no text."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if "%00" in request.META.get("QUERY_STRING", ""):
            refusal = {"code": "parse_error", "message": "The address holds a NUL character. Take it out."}
            return JsonResponse(refusal, status=400)
        return self._get_response(request)
