"""What the timer does besides the jobs."""

import os
import time
from pathlib import Path

from django.conf import LazySettings

from annotator.celery import app
from annotator.jobs.tasks import TAKEN_KEPT_S, tidy_broker


def test_messages_taken_a_day_ago_are_deleted(tmp_path: Path, settings: LazySettings) -> None:
    settings.REDIS_URL, settings.BROKER_DIR = "", tmp_path
    (tmp_path / "taken").mkdir()
    for name, age_s in (("old.msg", TAKEN_KEPT_S + 60), ("new.msg", 60)):
        path = tmp_path / "taken" / name
        path.touch()
        os.utime(path, (time.time() - age_s,) * 2)

    tidy_broker()

    assert [path.name for path in (tmp_path / "taken").iterdir()] == ["new.msg"]


def test_every_task_of_the_timer_is_known() -> None:
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= set(app.tasks)
