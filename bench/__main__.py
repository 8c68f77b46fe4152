"""Run the benchmarks and print a table of ratios: `python -m bench`, or `make bench`."""

import sys

from bench import (
    agreement,
    alpha,
    annotation,
    blurring,
    copies,
    durable_saves,
    frames,
    idle,
    preview,
    slow_clients,
    study_page,
    uploads,
    workspace,
)

# Each module's `measure()` answers with its ratios.
BENCHMARKS = (
    *(agreement, alpha, annotation, durable_saves, slow_clients, workspace, study_page, preview),
    *(copies, frames, blurring, uploads),
    idle,
)


def main() -> int:
    print(f"{'':56}{'ratio':>8}  target")
    for benchmark in BENCHMARKS:
        for ratio in benchmark.measure():
            target = f"{'at most' if ratio.at_most else 'at least'} {ratio.target:g}"
            result = "met" if ratio.is_met else "MISSED"
            print(f"{ratio.name:56}{ratio.value:8.1f}  {target}: {result} ({ratio.detail})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
