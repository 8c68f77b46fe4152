"""Fixtures that every test folder shares."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.hookimpl(tryfirst=True)  # Before the groups are read.
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give the browser tests to one process, with one server for all, and first, since they take longest.

    The files of the others stay whole, so that what a file makes once is made once.
    """
    for item in items:
        group = "browser" if item.get_closest_marker("browser") else item.nodeid.partition("::")[0]
        item.add_marker(pytest.mark.xdist_group(group))
    items.sort(key=_place)


def _place(item: pytest.Item) -> tuple[bool, bool]:
    marker = item.get_closest_marker("browser")
    return marker is None, marker is not None and marker.kwargs.get("is_last", False)


@pytest.fixture(scope="session")
def public_data() -> Path:
    """Real transcripts, ratings and published values: a folder beside the checkout, never part of it."""
    folder = Path(os.environ.get("ATTUNE_PUBLIC_DATA", ROOT.parent / "shared" / "data" / "public"))
    if not folder.is_dir():
        pytest.skip(f"{folder} is absent; set ATTUNE_PUBLIC_DATA to the folder of public data to run this test")
    return folder
