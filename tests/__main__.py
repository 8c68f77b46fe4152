"""Every test: Python on SQLite and on PostgreSQL with Redis, a real browser, and the front end's own.

`python -m tests` is `make test`. Arguments go on to pytest: `python -m tests tests/metrics -x`.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests import chromium, services

ROOT = Path(__file__).parents[1]
# What a database or a broker can change; the rest, and what is marked so, needs no second run.
WITHOUT_DATABASE = [
    "tests/annotator/corpus/transcripts",
    "tests/annotator/corpus/media",
    "tests/annotator/test_demo.py",  # The journey goes the same way, with workers of its own.
]
ON_BOTH_DATABASES = [
    "tests/e2e/test_journey.py",
    "tests/annotator",
    *(f"--ignore={path}" for path in WITHOUT_DATABASE),
    *("-m", "not one_database"),
]
# One more than there are cores: tests wait for servers, browsers, disks and killed workers much of their time.
PROCESSES = min(4, (os.cpu_count() or 1) + 1)


def main(arguments: list[str]) -> int:
    """Run all suites, each whatever the others did; the exit code says whether all passed."""
    print(f"Browser: {chromium.executable()}", flush=True)
    with tempfile.TemporaryDirectory(prefix="attune-test-") as folder:
        failures = [_pytest("SQLite", arguments, {"DATA_DIR": f"{folder}/sqlite"})]
        with services.postgresql() as database, services.redis() as broker:
            print(f"PostgreSQL: {database.program}\nRedis: {broker.program}", flush=True)
            environment = {"DATA_DIR": f"{folder}/pg", "DATABASE_URL": database.url, "REDIS_URL": broker.url}
            failures.append(_pytest("PostgreSQL and Redis", arguments or ON_BOTH_DATABASES, environment))
    if not arguments:
        failures.append(_run("front end", [".venv/bin/with-node", "npm", "--prefix", "frontend", "test"], {}))
    return int(any(failures))


def _pytest(name: str, arguments: list[str], environment: dict[str, str]) -> bool:
    return _run(
        f"Python on {name}",
        # By their own order: xdist would keep the files with the fewest tests, which take longest, for the end.
        [
            *(sys.executable, "-m", "pytest", "-q", "-n", str(PROCESSES)),
            *("--dist", "loadgroup", "--no-loadscope-reorder", *arguments),
        ],
        environment,
    )


def _run(name: str, command: list[str], environment: dict[str, str]) -> bool:
    """Whether the suite failed."""
    print(f"\n== {name} ==", flush=True)
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}).returncode != 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
