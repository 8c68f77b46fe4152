"""Fixtures that every test folder shares."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Give the browser tests to one process, with one server for all, and begin with what takes longest.

    The files of the others stay whole, so that what a file makes once is made once.
    """
    for item in items:
        group = "browser" if item.get_closest_marker("browser") else item.nodeid.partition("::")[0]
        item.add_marker(pytest.mark.xdist_group(group))
    yield
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: _place(item, is_slow=item.path in slow))


def pytest_collection_finish() -> None:
    """Let the collector of garbage leave alone what is imported by now: it went through it all with every test."""
    gc.collect()
    gc.freeze()


def _place(item: pytest.Item, *, is_slow: bool) -> tuple[bool, bool, bool]:
    marker = item.get_closest_marker("browser")
    return marker is None, marker is not None and marker.kwargs.get("is_last", False), not is_slow


@pytest.fixture(scope="session")
def public_data() -> Path:
    """Real transcripts, ratings and published values: a folder beside the checkout, never part of it."""
    folder = Path(os.environ.get("ATTUNE_PUBLIC_DATA", ROOT.parent / "shared" / "data" / "public"))
    if not folder.is_dir():
        pytest.skip(f"{folder} is absent; set ATTUNE_PUBLIC_DATA to the folder of public data to run this test")
    return folder
