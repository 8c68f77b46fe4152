"""`make check-server`: start the lab server without containers, and walk from upload to a scored run through it."""

import sys
import tempfile
from pathlib import Path

from tests.lab_server import stack


def main() -> int:
    """0 where all of it went well; else 1, after the reason."""
    with tempfile.TemporaryDirectory(prefix="attune-lab-") as name:
        folder = Path(name)
        folder.chmod(0o711)  # nginx, another account, has to get through to the media.
        try:
            with stack.running(folder) as server:
                print(*server.used, sep="\n", flush=True)
                print(server.address, server.manage("doctor"))
        except (stack.CannotCheck, stack.Broken) as fault:
            print(fault)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
