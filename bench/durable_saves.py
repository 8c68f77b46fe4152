"""The time until a save is acknowledged: on PostgreSQL, which waits for the disk, against SQLite, which does too.

Each database is asked by a process of its own, since one process can set Django up once.
"""

import os
import subprocess
import sys
from contextlib import ExitStack
from importlib import import_module

from bench.annotation import ANSWERS, saves_of
from bench.ratio import Ratio
from bench.site import client_turn_ids, throwaway_site

ROUNDS = 8
TURNS_A_ROUND = 25


def measure() -> list[Ratio]:
    """Rounds of both, in turn, so that a noisy moment falls on both; the median round counts."""
    services = import_module("tests.services")  # By name, since the tests are no part of what is type-checked.
    with ExitStack() as stack:
        database = stack.enter_context(services.postgresql(is_durable=True))
        askers = [stack.enter_context(_asker(each)) for each in (None, database.url)]
        rounds: list[list[float]] = [[], []]
        for _ in range(ROUNDS):
            for asker, spent in zip(askers, rounds, strict=True):
                spent.append(_round(asker))
        for asker in askers:
            asker.communicate("")  # Its input ends, and so does it.
    sqlite_ms, postgresql_ms = (sorted(each)[ROUNDS // 2] for each in rounds)
    return [
        Ratio(
            name="a save on PostgreSQL, which is on the disk, against SQLite",
            value=postgresql_ms / sqlite_ms,
            target=1.2,
            at_most=True,
            detail=f"{postgresql_ms:.1f} ms; SQLite {sqlite_ms:.1f} ms",
        )
    ]


def _asker(database: str | None) -> "subprocess.Popen[str]":
    environment = {**os.environ, **({"BENCH_DATABASE_URL": database} if database else {})}
    command = [sys.executable, "-m", "bench.durable_saves"]
    return subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )


def _round(asker: "subprocess.Popen[str]") -> float:
    if asker.stdin is None or asker.stdout is None:
        raise RuntimeError("It was started with both.")
    asker.stdin.write("again\n")
    return float(asker.stdout.readline())


def answer() -> None:
    """For each line of the input, save a round of answers and write the milliseconds that one save took."""
    site = throwaway_site()
    turns = iter(client_turn_ids(site.assignment))
    for _ in sys.stdin:
        spent = site.ask_all([save for _ in range(TURNS_A_ROUND) for save in saves_of(site, next(turns))])
        sys.stdout.write(f"{1000 * spent.wall_s / (TURNS_A_ROUND * len(ANSWERS))}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    answer()
