"""The web application with the plain views that Attune's are compared with, for a server to serve."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")

from django.conf import settings  # Settings need the variable above.
from django.core.wsgi import get_wsgi_application

settings.ROOT_URLCONF = "bench.urls"
application = get_wsgi_application()
