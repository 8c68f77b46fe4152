"""Processes of a worker's pool that are killed while they wait for work: the next ones do it."""

import os
import signal
import time

from celery.concurrency import get_implementation

from annotator.celery import app

WITHIN_S = 60


def test_work_is_done_after_all_processes_that_waited_for_it_were_killed() -> None:
    kind = get_implementation(app.conf.worker_pool)
    pool = kind.BlockingPool(processes=2, threads=True)
    try:
        first = {pool.apply_async(os.getpid).get(WITHIN_S) for _ in range(4)}
        killed = {each.pid for each in pool._pool}
        for pid in killed:
            os.kill(pid, signal.SIGKILL)
        deadline = time.monotonic() + WITHIN_S
        while {each.pid for each in pool._pool} & killed and time.monotonic() < deadline:
            time.sleep(0.05)

        again = pool.apply_async(os.getpid).get(WITHIN_S)

        assert first <= killed
        assert again not in killed
    finally:
        pool.terminate()
