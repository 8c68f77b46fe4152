"""Fixtures that every test folder shares."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="session")
def public_data() -> Path:
    """Real transcripts, ratings and published values: a folder beside the checkout, never part of it."""
    folder = Path(os.environ.get("ATTUNE_PUBLIC_DATA", ROOT.parent / "shared" / "data" / "public"))
    if not folder.is_dir():
        pytest.skip(f"{folder} is absent; set ATTUNE_PUBLIC_DATA to the folder of public data to run this test")
    return folder
