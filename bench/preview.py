"""The preview of a one-hour transcript: how long the slowest format takes to read."""

from time import process_time

from annotator.corpus.transcripts import read_transcript
from bench.an_hour import AN_HOUR, N_WORDS
from bench.ratio import Ratio

LONGEST_S = 0.5
REPEATS = 5


def measure() -> list[Ratio]:
    took_s = {name: _cpu_s(make().encode()) for name, make in AN_HOUR.items()}
    slowest = max(took_s, key=took_s.__getitem__)
    return [
        Ratio(
            name=f"preview of an hour, {N_WORDS:,} words, against {LONGEST_S:g} s",
            value=took_s[slowest] / LONGEST_S,
            target=1,
            at_most=True,
            detail=", ".join(f"{name} {seconds * 1000:.0f} ms" for name, seconds in took_s.items()),
        )
    ]


def _cpu_s(data: bytes) -> float:
    spent = []
    for _ in range(REPEATS):
        began = process_time()
        read_transcript(data)
        spent.append(process_time() - began)
    return min(spent)
