"""The data folder is Attune's alone, whichever process comes first, and whatever it was before."""

import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import LazySettings, settings

from annotator.data_folder import keep_private, open_to_others
from annotator.serving.doctor import findings

PROCESSES = {
    "manage.py": ["manage.py", "diffsettings"],
    "web server": ["-c", "import annotator.wsgi"],
    "worker": ["-c", "import annotator.celery"],
}
WRITE = """
import subprocess
import django
django.setup()
from django.conf import settings
subprocess.run(["touch", str(settings.DATA_DIR / "by-a-child")], check=True)
(settings.MEDIA_DIR / "imports").mkdir(parents=True)
(settings.MEDIA_DIR / "imports" / "video.mp4").write_text("a recording")
(settings.RELEASES_DIR).mkdir()
(settings.RELEASES_DIR / "turns.jsonl").write_text("words")
"""


@pytest.fixture(autouse=True)
def _umask_as_it_was() -> Iterator[None]:
    was = os.umask(0o022)
    yield
    os.umask(was)


@pytest.fixture
def data() -> Iterator[Path]:
    """A folder of before, in a place that everybody can reach, which pytest's own are not."""
    folder = Path(tempfile.mkdtemp(prefix="attune-data-"))
    folder.chmod(0o755)
    (folder / "attune.sqlite3").write_text("every session")
    yield folder
    shutil.rmtree(folder)


def start(data: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        cwd=settings.BASE_DIR,
        env={
            **{name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
            "DJANGO_SETTINGS_MODULE": "annotator.settings",
            "DATA_DIR": str(data),
            **environment,
        },
        capture_output=True,
        text=True,
    )


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.one_database
@pytest.mark.parametrize("name", PROCESSES)
def test_every_process_closes_a_folder_that_was_open(name: str, data: Path) -> None:
    done = start(data, *PROCESSES[name])

    assert done.returncode == 0, done.stderr
    assert mode(data) == 0o700


@pytest.mark.one_database
def test_what_a_process_and_its_children_write_is_private(data: Path) -> None:
    done = start(data, "-c", WRITE)

    assert done.returncode == 0, done.stderr
    written = [data / "by-a-child", data / "media", data / "media" / "imports" / "video.mp4", data / "secret-key"]
    assert [path for path in written if mode(path) & 0o077] == []


@pytest.mark.one_database
def test_a_new_folder_is_made_closed(tmp_path: Path) -> None:
    start(tmp_path / "new", *PROCESSES["worker"])

    assert mode(tmp_path / "new") == 0o700


def can_read(path: Path, *, groups: str = "") -> bool:
    """Whether an account that is nobody, in these groups, can."""
    become = ["setpriv", "--reuid=65534", "--regid=65534", f"--groups={groups}" if groups else "--clear-groups"]
    return subprocess.run([*become, "cat", str(path)], capture_output=True).returncode == 0


@pytest.mark.one_database
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can look with another account's eyes")
def test_another_account_reads_nothing_and_behind_nginx_its_group_the_media_alone(data: Path) -> None:
    group = "4711"
    assert can_read(data / "attune.sqlite3")
    shutil.chown(data, group=int(group))

    start(data, "-c", WRITE)

    assert not can_read(data / "attune.sqlite3")
    assert not can_read(data / "media" / "imports" / "video.mp4", groups=group)

    start(data, *PROCESSES["worker"], X_ACCEL_PREFIX="/protected/")
    for each in data.rglob("*"):
        os.chown(each, 0, int(group))

    assert can_read(data / "media" / "imports" / "video.mp4", groups=group)
    assert not can_read(data / "media" / "imports" / "video.mp4")
    assert [
        path
        for path in (data / "attune.sqlite3", data / "secret-key", data / "releases" / "turns.jsonl")
        if can_read(path, groups=group)
    ] == []


@pytest.mark.one_database
def test_behind_nginx_what_is_made_later_is_of_the_same_group(data: Path) -> None:
    media = data / "media"
    keep_private(data, media=media, group_reads_media=True)
    (media / "imports").mkdir()
    (media / "imports" / "video.mp4").touch()

    assert mode(media) == 0o2750
    assert (mode(media / "imports"), mode(media / "imports" / "video.mp4")) == (0o2750, 0o640)
    assert open_to_others(data, media=media, group_reads_media=True) == []


def test_a_database_that_lies_elsewhere_is_closed_too(data: Path, tmp_path: Path) -> None:
    for name in ("attune.sqlite3", "attune.sqlite3-wal"):
        (tmp_path / name).touch(mode=0o644)

    start(data, *PROCESSES["worker"], DATABASE_URL=f"sqlite:///{tmp_path}/attune.sqlite3")

    assert [mode(tmp_path / name) for name in ("attune.sqlite3", "attune.sqlite3-wal")] == [0o600, 0o600]


def test_a_folder_that_all_accounts_share_is_refused(data: Path) -> None:
    data.chmod(0o1777)

    done = start(data, *PROCESSES["manage.py"])

    assert f"DATA_DIR={data} can't be used: {data} is shared by every account" in done.stderr
    assert mode(data) == 0o1777


def test_doctor_says_when_the_folder_is_open(db: None, settings: LazySettings) -> None:
    def of_the_folder() -> str:
        return next(each for each in findings() if each.part == "data folder").advice

    settings.DATA_DIR.chmod(0o700)
    assert of_the_folder() == ""
    settings.DATA_DIR.chmod(0o750)
    assert "log in as anybody" in of_the_folder()
