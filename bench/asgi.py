"""What the web server serves, with the plain views that Attune's are compared with."""

from django.conf import settings

from annotator.asgi import application

settings.ROOT_URLCONF = "bench.urls"  # Read with the first request.

__all__ = ["application"]
