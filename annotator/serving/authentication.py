"""Whether somebody is logged in, asked before a request's body is read."""

from typing import Any

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.handlers.wsgi import WSGIRequest
from django.db import close_old_connections
from django.http import HttpResponse
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.views import APIView


def is_logged_in(environ: dict[str, Any]) -> bool:
    """Whether the request's cookie or token is somebody's, by the API's own rules.

    Args:
        environ: the request as WSGI has it, with an empty body.
    """
    request = WSGIRequest(environ)
    close_old_connections()
    try:
        for middleware in (SessionMiddleware, AuthenticationMiddleware):
            middleware(lambda _request: HttpResponse()).process_request(request)
        return bool(Request(request, authenticators=APIView().get_authenticators()).user.is_authenticated)
    except APIException:  # An expired token, or a form from elsewhere.
        return False
    finally:
        close_old_connections()
