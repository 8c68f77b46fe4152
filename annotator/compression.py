"""Compressing what is text. A video must go as it is, or a byte range would mean something else."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

TEXT_TYPES = ("application/json", "application/vnd.oai.openapi", "text/")


class TextGZipMiddleware(GZipMiddleware):
    """Django's own, which also pads at random against guessing by length, for text alone."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not response.get("Content-Type", "").startswith(TEXT_TYPES):
            return response
        return super().process_response(request, response)
