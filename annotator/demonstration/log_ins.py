"""Where the demo's passwords are written."""

from pathlib import Path

from django.conf import settings


def log_ins_file() -> Path:
    return Path(settings.DATA_DIR) / "demo" / "log-ins.txt"
