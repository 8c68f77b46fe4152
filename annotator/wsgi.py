"""The WSGI entry: granian serves it. Synchronous views cost less than half the CPU they would under ASGI."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")

application = get_wsgi_application()
