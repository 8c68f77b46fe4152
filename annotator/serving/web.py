"""The web server, on a laptop and on a lab server: `python -m annotator.serving.web` becomes granian."""

import os
import sys

from django.conf import settings

END_WITHIN_S = 3


def web_server_arguments(*, application: str = "annotator.asgi:application", port: int | None = None) -> list[str]:
    """What granian is told, to serve the API and the front end where the settings say."""
    return [
        *[application, "--interface", "asginl", "--http", "1", "--no-ws"],
        *["--host", settings.HOST, "--port", str(port or settings.PORT)],
        *["--workers", str(settings.WEB_WORKERS), "--log-level", "warning"],
        # A worker that the system ended, short of memory say, is back within a second.
        *["--respawn-failed-workers", "--respawn-interval", "0.5"],
        # Whoever has stopped reading a video would keep a server that ends waiting for them.
        *["--workers-kill-timeout", str(END_WITHIN_S)],
    ]


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotator.settings")
    os.execv(sys.executable, [sys.executable, "-m", "granian", *web_server_arguments()])  # noqa: S606  # No shell.
