"""Files that are there whole or not at all."""

import hashlib
from pathlib import Path


def write_whole(path: Path, data: bytes) -> str:
    """Write the file and return its SHA-256 in hexadecimal; a process killed half-way leaves no half file."""
    partial = path.with_name(f".{path.name}.partial")
    partial.write_bytes(data)
    partial.replace(path)
    return hashlib.sha256(data).hexdigest()
