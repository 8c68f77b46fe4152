"""The web server, on a laptop and on a lab server: `python -m annotator.serving.web` becomes granian over WSGI."""

import os
import sys

from django.conf import settings


def web_server_command() -> list[str]:
    """Serve the API and the front end where the settings say."""
    return [
        *[sys.executable, "-m", "granian", "annotator.wsgi:application", "--interface", "wsgi"],
        *["--host", settings.HOST, "--port", str(settings.PORT)],
        *["--workers", str(settings.WEB_WORKERS), "--blocking-threads", "8", "--no-ws", "--log-level", "warning"],
        # A worker that the system ended, short of memory say, is back within a second.
        *["--respawn-failed-workers", "--respawn-interval", "0.5"],
    ]


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
    os.execv(sys.executable, web_server_command())  # noqa: S606  # No shell is wanted.
