"""The command line of the measures: `python -m metrics agreement FILE.csv --scale nominal --levels none,some`.

JSON goes to standard output, warnings to standard error too. Exit 0; 2 = the input was refused, with the reasons on
standard error.
"""

import argparse
import json
import sys
from collections.abc import Sequence

from metrics.commands import agreement, fit_judge, judge, replies
from metrics.refusal import InputRefusedError

# Each module says what it takes (`add_arguments`) and answers with what is printed (`run`).
COMMANDS = {"agreement": agreement, "replies": replies, "judge": judge, "fit_judge": fit_judge}


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m metrics", description="Measures: files in, JSON out.")
    subparsers = parser.add_subparsers(required=True)
    for name, command in COMMANDS.items():
        subparser = subparsers.add_parser(name, help=command.__doc__, description=command.__doc__)
        command.add_arguments(subparser)
        subparser.set_defaults(run=command.run)
    arguments = parser.parse_args(argv)
    try:
        result = arguments.run(arguments)
    except InputRefusedError as refusal:
        print(refusal, file=sys.stderr)
        return 2
    for warning in result.get("warnings", ()):
        print(f"warning: {warning}", file=sys.stderr)
    print(json.dumps(result, indent=2, ensure_ascii=False, allow_nan=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
