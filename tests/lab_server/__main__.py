"""`make check-server`: start the lab server without containers, and walk from upload to a scored run through it."""

import sys
import tempfile
import time
from pathlib import Path

from tests.lab_server import stack, walk


def main() -> int:
    """0 where all of it went well; else 1, after the reason."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="attune-lab-") as name:
        folder = Path(name)
        folder.chmod(0o711)  # nginx, another account, has to get through to the media.
        try:
            with stack.running(folder) as server:
                print(*server.used, sep="\n", flush=True)
                print(server.manage("doctor"), flush=True)
                walk.walk(server, tell=lambda line: print(f"{time.monotonic() - began:4.0f} s  {line}", flush=True))
        except (stack.CannotCheck, stack.Broken) as fault:
            print(fault)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
