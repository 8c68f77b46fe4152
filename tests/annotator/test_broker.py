"""Messages over a folder: whole, in order, and none lost between two producers and two consumers."""

import multiprocessing
import queue
import shutil
import time
from contextlib import suppress
from pathlib import Path

import pytest
from celery.worker import state as worker
from kombu import Connection, Exchange
from kombu import Queue as KombuQueue

from annotator.broker import Transport, remove_taken_messages, transport_options

pytestmark = pytest.mark.one_database

EACH = 400
TEXT = "x" * 20_000  # Long enough for a reader to come between the writes of the stock transport.


@pytest.fixture(autouse=True)
def _no_memory_of_other_folders() -> None:
    """kombu remembers in the process which queues it has bound, and would not bind them anew in another folder."""
    Transport.global_state.clear()


def connection(folder: Path) -> Connection:
    return Connection(transport=Transport, transport_options={**transport_options(folder), "polling_interval": 0.001})


def produce(folder: Path, name: str) -> None:
    with connection(folder) as broker, broker.SimpleQueue("default") as queue:
        for number in range(EACH):
            queue.put({"from": name, "number": number, "text": TEXT})


def consume(folder: Path, taken: "multiprocessing.Queue[tuple[str, int]]") -> None:
    with connection(folder) as broker, broker.SimpleQueue("default") as queue:
        while True:
            try:
                message = queue.get(timeout=2)
            except queue.Empty:
                return
            taken.put((message.payload["from"], message.payload["number"]))
            message.ack()


@pytest.mark.slow
def test_no_message_is_lost_or_halved_between_processes(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    taken = context.Queue()
    processes = [context.Process(target=produce, args=(tmp_path, name)) for name in ("a", "b")]
    processes += [context.Process(target=consume, args=(tmp_path, taken)) for _ in range(2)]

    for process in processes:
        process.start()
    messages = [taken.get(timeout=60) for _ in range(2 * EACH)]
    for process in processes:
        process.join()

    assert sorted(messages) == [(name, number) for name in ("a", "b") for number in range(EACH)]
    assert [process.exitcode for process in processes] == [0, 0, 0, 0]


def test_messages_come_in_the_order_they_were_sent(tmp_path: Path) -> None:
    with connection(tmp_path) as broker, broker.SimpleQueue("default") as queue:
        for number in range(20):
            queue.put(number)

        assert [queue.get(timeout=10).payload for _ in range(20)] == list(range(20))


def test_taken_messages_are_removed_after_a_while(tmp_path: Path) -> None:
    with connection(tmp_path) as broker, broker.SimpleQueue("default") as queue:
        queue.put("one")
        queue.get(timeout=10)
    now = next((tmp_path / "taken").glob("*.msg")).stat().st_mtime

    assert remove_taken_messages(tmp_path, older_than_s=60, now=now + 30) == 0
    assert remove_taken_messages(tmp_path, older_than_s=60, now=now + 90) == 1


def test_a_folder_that_is_removed_under_a_running_app_comes_back(tmp_path: Path) -> None:
    with connection(tmp_path) as broker, broker.SimpleQueue("default") as messages:
        messages.put("before")
        shutil.rmtree(tmp_path)

        with pytest.raises(queue.Empty):
            messages.get(timeout=0.1)
        messages.put("after")

        assert messages.get(timeout=10).payload == "after"


def test_whoever_waits_for_a_message_waits_as_long_as_they_said(tmp_path: Path) -> None:
    with connection(tmp_path) as broker, broker.SimpleQueue("default") as messages:
        began = time.monotonic()
        with pytest.raises(queue.Empty):
            messages.get(timeout=0.5)

        assert time.monotonic() - began >= 0.5


def test_a_worker_that_is_asked_to_end_waits_no_longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with connection(tmp_path) as broker, broker.SimpleQueue("default") as messages:
        began = time.monotonic()
        monkeypatch.setattr(worker, "should_stop", 0)
        with pytest.raises(queue.Empty):
            messages.get(timeout=600)

        assert time.monotonic() - began < 300


def listen(folder: Path, told: "multiprocessing.Queue[str]") -> None:
    with connection(folder) as broker:
        control = Exchange("control", type="fanout")
        with broker.Consumer(KombuQueue("listener", control), callbacks=[lambda body, _: told.put(body)], no_ack=True):
            told.put("ready")
            while True:
                broker.drain_events(timeout=20)


def removed(folder: Path) -> None:
    """Remove what is in the folder, again where whoever listens has just made some of it anew."""
    for _ in range(20):
        with suppress(OSError):
            shutil.rmtree(folder)
            return
    raise AssertionError("The folder stays.")


def test_who_listens_hears_again_after_another_process_has_made_the_folder_anew(tmp_path: Path) -> None:
    """As the workers that `doctor` asks: the asker alone knows nothing of their queues."""
    context = multiprocessing.get_context("spawn")
    told = context.Queue()
    listener = context.Process(target=listen, args=(tmp_path, told), daemon=True)
    listener.start()
    assert told.get(timeout=30) == "ready"

    removed(tmp_path)
    with connection(tmp_path) as broker:
        producer = broker.Producer(exchange=Exchange("control", type="fanout"))
        deadline = time.monotonic() + 20
        heard = None
        while heard is None and time.monotonic() < deadline:
            producer.publish("are you there?")
            with suppress(queue.Empty):
                heard = told.get(timeout=0.5)
    listener.terminate()
    listener.join()

    assert heard == "are you there?"
