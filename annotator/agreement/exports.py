"""The CSV files of the agreement page, safe to open in a spreadsheet."""

from collections.abc import Iterable, Iterator

from annotator.agreement.figures import Overview
from annotator.agreement.votes import Vote
from annotator.api.tables import csv_text
from metrics.estimate import Estimate


def agreement_csv(overview: Overview) -> str:
    """One row a coefficient of a construct, the main one first."""
    header = [
        "construct", "coefficient", "value", "low", "high", "n_units", "n_raters", "resampled", "n_clusters",
        "bootstrap", "seed", "why_undefined", "why_no_interval",
    ]  # fmt: skip
    return csv_text([header, *_coefficient_rows(overview)])


def _coefficient_rows(overview: Overview) -> Iterator[list[object]]:
    for construct in overview.constructs:
        for name, estimate in ({construct.coefficient: construct.main} | construct.beside).items():
            yield [construct.key, name, *_cells(estimate)]


def _cells(estimate: Estimate) -> list[object]:
    return [
        estimate.value, estimate.low, estimate.high, estimate.n_units, estimate.n_raters, estimate.resampled,
        estimate.n_clusters, estimate.bootstrap, estimate.seed, estimate.why_undefined, estimate.why_no_interval,
    ]  # fmt: skip


def votes_csv(votes: Iterable[Vote], *, construct: str | None) -> str:
    """One row a vote, as `python -m metrics agreement` reads it; of one construct, or of all."""
    rows = [vote for vote in votes if construct in (None, vote.construct)]
    header = ["unit", "rater", "value", "session", "construct"]
    return csv_text(
        [header, *([str(vote.turn), vote.rater, vote.value, vote.session, vote.construct] for vote in rows)]
    )
