"""The memory of an idle `make run`: all its processes together, what they share counted once (Pss)."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.ratio import Ratio
from bench.server import children_of, free_port

MOST_MB = 450
SETTLED_AFTER_S = 10
ROOT = Path(__file__).parents[1]


def measure() -> list[Ratio]:
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "DATA_DIR": folder, "PORT": str(free_port()), "HOST": "127.0.0.1"}
        for name in ("DATABASE_URL", "REDIS_URL"):
            environment.pop(name, None)
        command = [sys.executable, "manage.py", "serve", "--without-demo"]
        with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as serve:
            try:
                if not any("Attune is ready" in line for line in iter(serve.stdout or [])):
                    raise RuntimeError("Attune did not start.")
                time.sleep(SETTLED_AFTER_S)
                processes = _family_of(serve.pid)
                used_mb = sum(map(_pss_mb, processes))
            finally:
                serve.send_signal(signal.SIGINT)
                serve.communicate()
    return [
        Ratio(
            name=f"memory of an idle `make run` against {MOST_MB} MB",
            value=used_mb / MOST_MB,
            target=1,
            at_most=True,
            detail=f"{used_mb:.0f} MB in {len(processes)} processes",
        )
    ]


def _family_of(process: int) -> list[int]:
    """The process, its children and theirs."""
    return [process, *(each for child in children_of(process) for each in _family_of(child))]


def _pss_mb(process: int) -> float:
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1000
