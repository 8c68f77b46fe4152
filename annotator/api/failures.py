"""What REST framework never sees, in the API's shape too: unknown addresses, bad requests, and bugs.

Django's own pages answer everywhere else.
"""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views import csrf, defaults

_OF_THE_API = "/api/"


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: a host name that is not ours, say, or more fields than a form may have."""
    if not request.path.startswith(_OF_THE_API):
        return defaults.bad_request(request, exception)
    return _answer(400, "parse_error", "This request can't be understood. Load the page again and repeat what you did.")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 where the cookie that every write must echo is missing."""
    if not request.path.startswith(_OF_THE_API):
        return csrf.csrf_failure(request, reason)
    return _answer(403, "csrf_failed", "This page is out of date, or cookies are off. Load it again, then repeat it.")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404: an address that the API does not have."""
    if not request.path.startswith(_OF_THE_API):
        return defaults.page_not_found(request, exception)
    return _answer(404, "not_found", "There is nothing here, or you have no right to see it.")


def server_error(request: HttpRequest) -> HttpResponse:
    """500: a bug of ours, which the log holds without anybody's words."""
    if not request.path.startswith(_OF_THE_API):
        return defaults.server_error(request)
    message = (
        "Something went wrong inside Attune, so this was not done. What was saved before is kept. Try again; if it "
        "goes on, tell whoever looks after this installation when it happened."
    )
    return _answer(500, "server_error", message)


def _answer(status: int, code: str, message: str) -> JsonResponse:
    return JsonResponse({"code": code, "message": message}, status=status)
