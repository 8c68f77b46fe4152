"""The page that starts the front end: the same for every address that the browser's router knows."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie


@never_cache
@ensure_csrf_cookie
def front_end(request: HttpRequest) -> HttpResponse:
    """The built index page, or a word on how to build it."""
    page = settings.BASE_DIR / "frontend" / "dist" / "index.html"
    if not page.is_file():
        return HttpResponse(
            "The front end is not built yet. Stop this server and start it with: make run",
            status=503,
            content_type="text/plain; charset=utf-8",
        )
    return HttpResponse(page.read_bytes())
