"""The compose file's commands, queues, files and variables are those of the code."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from annotator.celery import app

ROOT = Path(__file__).parents[3]
WORKERS = ("worker", "media-worker", "gpu-worker")
OURS = ("web", *WORKERS, "beat")


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    return found


def test_every_service_that_the_lab_server_needs_is_there(services: dict[str, Any]) -> None:
    assert set(services) == {*OURS, "nginx", "postgres", "redis"}
    assert all("healthcheck" in services[name] for name in services if name != "beat")


def test_the_workers_together_take_every_queue_once(services: dict[str, Any]) -> None:
    queues = [
        queue
        for name in WORKERS
        for queue in re.search(r"--queues (\S+)", services[name]["command"])[1].split(",")  # type: ignore[index]
    ]

    assert sorted(queues) == sorted(queue.name for queue in app.conf.task_queues)


def test_every_variable_is_read_by_the_settings(services: dict[str, Any]) -> None:
    settings = (ROOT / "annotator" / "settings.py").read_text()

    names = {name for service in OURS for name in services[service]["environment"]}
    unknown = [name for name in names if not re.search(rf"[\"']{name}[\"']", settings)]

    assert unknown == []


def test_commands_name_modules_that_exist(services: dict[str, Any]) -> None:
    for name in OURS:
        assert re.search(r"--app annotator |-m annotator\.serving\.web\b", services[name]["command"])
    assert (ROOT / "annotator" / "serving" / "web.py").is_file()


def test_the_lab_server_serves_as_a_laptop_does_with_more_workers(services: dict[str, Any], tmp_path: Path) -> None:
    environment = {**os.environ, **{key: str(value) for key, value in services["web"]["environment"].items()}}
    environment |= {
        "DATABASE_URL": "sqlite:////nowhere",
        "REDIS_URL": "",
        "SECRET_KEY": "a key",
        "HTTPS": "0",
        "DJANGO_SETTINGS_MODULE": "annotator.settings",
        "DATA_DIR": str(tmp_path),
    }
    show = "from annotator.serving.web import web_server_command; print(web_server_command())"

    told = subprocess.run([sys.executable, "-c", show], env=environment, cwd=ROOT, capture_output=True, text=True)

    assert "'--host', '0.0.0.0', '--port', '8000', '--workers', '2'" in told.stdout, told.stderr


def test_what_the_images_copy_is_in_the_tree() -> None:
    dockerfile = (ROOT / "docker" / "Dockerfile").read_text()

    copied = [
        source for line in re.findall(r"^COPY (?!--from)(.+) \S+$", dockerfile, re.MULTILINE) for source in line.split()
    ]

    assert copied
    assert [source for source in copied if not (ROOT / source).exists()] == []


def test_the_images_run_as_nobody_special() -> None:
    stages = re.split(r"^FROM ", (ROOT / "docker" / "Dockerfile").read_text(), flags=re.MULTILINE)

    assert all("\nUSER attune" in stage for stage in stages if re.match(r".* AS (web|gpu)", stage))


def test_nginx_hands_out_what_the_settings_name(services: dict[str, Any]) -> None:
    nginx = (ROOT / "docker" / "nginx.conf").read_text()

    prefix = services["web"]["environment"]["X_ACCEL_PREFIX"]
    assert (
        f"location {prefix} {{\n        internal;\n        alias {services['web']['environment']['DATA_DIR']}/media/;"
        in nginx
    )
