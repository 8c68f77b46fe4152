"""The Chromium that the browser tests drive: the system's, else the one of the front end's packages."""

import shutil
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
UNPACK = "import('@sparticuz/chromium').then(async (it) => console.log(await it.default.executablePath()))"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--autoplay-policy=no-user-gesture-required",
]


@cache
def executable() -> str:
    """The program's path.

    Raises:
        RuntimeError: there is none, with the command that brings it.
    """
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    result = subprocess.run(
        [ROOT / ".venv/bin/with-node", "node", "-e", UNPACK],
        cwd=ROOT / "frontend",
        capture_output=True,
        text=True,
        check=False,
    )
    if result.returncode:
        raise RuntimeError(f"There is no Chromium here; `make setup` brings one.\n{result.stderr}")
    return result.stdout.strip()
