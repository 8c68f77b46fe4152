"""Options that commands share."""

import argparse

from metrics.intervals import DEFAULT_BOOTSTRAP


def add_interval_arguments(
    parser: argparse.ArgumentParser,
    *,
    drawn: str = "whole sessions, or of whole clients where they are named and one comes back",
) -> None:
    """`--bootstrap` and `--seed`."""
    parser.add_argument(
        "--bootstrap",
        type=_count,
        default=DEFAULT_BOOTSTRAP,
        help=f"draws for each interval, of {drawn} (default {DEFAULT_BOOTSTRAP}); `resampled` in the output says which",
    )
    parser.add_argument("--seed", type=_count, default=0, help="of the draws (default 0)")


def _count(text: str) -> int:
    """A whole number from 0 on."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text} is not a whole number of 0 or more")
    return int(text)
