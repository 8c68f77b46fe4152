"""The API's one error shape: `{"code", "message", "fields"}`."""

import errno
import logging
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import DatabaseError, IntegrityError, InterfaceError, OperationalError
from django.http import Http404, UnreadablePostError
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import set_rollback

from annotator import clashes
from annotator.api.field_messages import sentence
from annotator.errors import DomainError

logger = logging.getLogger(__name__)

_DISK_REFUSES = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM}
_OUT_OF_ORDER = (
    "The server's disk or database takes nothing at this moment, so this was not saved. Try again; if it goes on, tell "
    "whoever looks after this installation."
)
_BROKEN_OFF = "The connection broke before all of this had arrived. Send it again."
_BUSY = "Somebody else is changing the same thing at this moment, so this was not saved. Try again in a moment."


def error_response(error: Exception, _context: dict[str, Any]) -> Response | None:
    """Answer a refusal in the one shape. None lets a bug surface as a 500."""
    if isinstance(error, DomainError):
        set_rollback()
        response = _response(error.status, error.code, error.message, error.fields)
        response.data.update(error.details)
        return response
    if isinstance(error, RequestDataTooBig):
        most = f"{settings.DATA_UPLOAD_MAX_MEMORY_SIZE / 1_000_000:.1f} MB"
        return _response(413, "too_large", f"This is more than {most}, the most that one request may say.", None)
    if isinstance(error, DatabaseError | InterfaceError | OSError):
        return _refused_below(error)
    if isinstance(error, Http404):
        error = exceptions.NotFound("There is nothing here, or you have no right to see it.")
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied(str(error) or None)
    if not isinstance(error, exceptions.APIException):
        return None
    set_rollback()
    if isinstance(error, exceptions.ValidationError):
        fields = _messages(error.get_full_details())
        return _response(error.status_code, "invalid", _first_message(fields), fields)
    response = _response(error.status_code, str(error.default_code), str(error.detail), None)
    wait = getattr(error, "wait", None)
    if wait is not None:
        response["Retry-After"] = str(int(wait))
    if getattr(error, "auth_header", None):
        response["WWW-Authenticate"] = error.auth_header  # type: ignore[attr-defined]  # REST framework sets it.
    return response


def _refused_below(error: Exception) -> Response | None:
    """Answer where the database or the disk refused; None where that is a bug of ours."""
    set_rollback()
    if isinstance(error, IntegrityError):
        sentence = clashes.sentence_of(error)
        return _response(409, "clash", sentence, None) if sentence else None
    if isinstance(error, OperationalError) and clashes.is_busy(error):
        response = _response(503, "busy", _BUSY, None)
        response["Retry-After"] = "1"
        return response
    if isinstance(error, UnreadablePostError):
        return _response(400, "parse_error", _BROKEN_OFF, None)
    # The disk is full or closed to writing, or the database can't be reached or written.
    is_unreachable = isinstance(error, OperationalError | InterfaceError)
    if is_unreachable or (isinstance(error, OSError) and error.errno in _DISK_REFUSES):
        logger.exception("The disk or the database refused")
        return _response(503, "out_of_order", _OUT_OF_ORDER, None)
    return None


def _response(code: int, word: str, message: str, fields: Any) -> Response:
    body: dict[str, Any] = {"code": word, "message": message}
    if fields:
        body["fields"] = fields
    return Response(body, status=code or status.HTTP_409_CONFLICT)


def _messages(details: Any, field: str = "") -> Any:
    """REST framework's nested error details with each leaf as a sentence."""
    if isinstance(details, dict) and set(details) == {"message", "code"}:
        return sentence(field, str(details["message"]))
    if isinstance(details, dict):
        return {key: _messages(value, field if isinstance(key, int) else str(key)) for key, value in details.items()}
    if isinstance(details, list):
        return [_messages(each, field) for each in details]
    return sentence(field, str(details))


def _first_message(messages: Any) -> str:
    """The first of nested messages: one sentence for people."""
    if isinstance(messages, dict):
        messages = list(messages.values())
    if isinstance(messages, list):
        return _first_message(next((each for each in messages if each), ""))
    return str(messages)
