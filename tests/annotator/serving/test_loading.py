"""What a process of Attune has loaded once it has started: what all have, idle or not, is memory for nothing."""

import subprocess
import sys

import pytest
from django.conf import settings

HEAVY = {"av", "cv2", "numpy", "scipy", "torch", "transformers", "PIL", "pandas", "matplotlib"}

WEB = "from django.urls import get_resolver; from annotator.asgi import application; get_resolver().url_patterns"
WORKER = "from annotator.celery import app; import annotator.serving.processes as p; p.load_what_workers_share()"
TASKS = "app.loader.import_default_modules(); app.finalize(); assert app.tasks['annotator.jobs.tasks.run_job']"
STARTER = "import annotator.management.commands.serve"


@pytest.mark.parametrize("start", [WEB, f"{WORKER}; {TASKS}", STARTER], ids=["web", "worker", "starter"])
def test_a_process_that_has_started_has_loaded_nothing_heavy(start: str) -> None:
    script = f"import django; django.setup(); {start}; import sys; print(*sys.modules)"

    ended = subprocess.run(
        [sys.executable, "-c", script],
        cwd=settings.BASE_DIR,
        env={"DJANGO_SETTINGS_MODULE": "annotator.settings", "DATA_DIR": str(settings.DATA_DIR)},
        capture_output=True,
        text=True,
        check=True,
    )

    assert HEAVY & set(ended.stdout.split()) == set()
