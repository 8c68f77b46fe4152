"""Intervals resample whole clusters, and every resample is what a plain loop over copies would give."""

import numpy as np
import pytest

from metrics.agreement import agreement_estimates, measures_for
from metrics.intervals import Resamples
from metrics.ranks import FEW_VALUES, _w_of_ranks, kendall_w
from metrics.rating_scale import Scale, ScaleKind
from metrics.ratings import Ratings

SCALES: list[tuple[ScaleKind, tuple[str, ...]]] = [
    ("nominal", ("1", "2", "3")),
    ("nominal", ("1", "3")),
    ("ordinal", ("1", "2", "3", "4", "5")),
    ("interval", ()),
    ("ratio", ()),
]


def ratings_by_chance(kind: ScaleKind, levels: tuple[str, ...], *, gaps: float) -> Ratings:
    """Three raters, 12 sessions of 1 to 4 units, each rating near the unit's own value."""
    rng = np.random.default_rng(5)
    sessions = [f"S{session}" for session in range(12) for _ in range(1 + session % 4)]
    top = len(levels) or 9
    truth = rng.integers(top, size=len(sessions))
    values = (truth + rng.integers(-1, 2, size=(3, len(sessions)))).clip(0, top - 1) * 1.0
    values[1:][rng.random((2, len(sessions))) < gaps] = np.nan
    units = tuple((session, str(number)) for number, session in enumerate(sessions))
    return Ratings(values, Scale(kind, levels), ("Asha", "Ben", "Chi"), units)


@pytest.mark.parametrize("gaps", [0.0, 0.3])
@pytest.mark.parametrize(("kind", "levels"), SCALES)
def test_a_resample_is_the_coefficient_of_the_copied_units(
    kind: ScaleKind, levels: tuple[str, ...], gaps: float
) -> None:
    ratings = ratings_by_chance(kind, levels, gaps=gaps)
    drawn = ratings.draw(bootstrap=4, seed=11)

    for row in range(5):
        one = Resamples(drawn.cluster_of_unit, drawn.weights[[row]], "session", seed=11)
        copies = np.repeat(np.arange(len(ratings.units)), drawn.unit_weights()[row].astype(int))
        copied = Ratings(
            ratings.values[:, copies], ratings.scale, ratings.raters, tuple(ratings.units[c] for c in copies)
        )
        expected = agreement_estimates(copied, bootstrap=0)
        for name, measure in measures_for(ratings).items():
            assert measure(ratings, one).value == pytest.approx(expected[name].value), name


def test_units_drawn_by_pattern_spread_like_units_drawn_one_by_one() -> None:
    ratings = ratings_by_chance("nominal", ("1", "2", "3"), gaps=0.2)
    alone = Ratings(ratings.values, ratings.scale, ratings.raters, tuple((None, unit) for _, unit in ratings.units))
    by_unit = Ratings(ratings.values, ratings.scale, ratings.raters, tuple((unit, unit) for _, unit in ratings.units))

    by_pattern = agreement_estimates(alone, names=["alpha"], bootstrap=20000)["alpha"]
    one_by_one = agreement_estimates(by_unit, names=["alpha"], bootstrap=20000)["alpha"]

    assert by_pattern.resampled == "unit"
    assert by_pattern.n_clusters == by_pattern.n_units
    assert (by_pattern.low, by_pattern.high) == (
        pytest.approx(one_by_one.low, abs=0.02),
        pytest.approx(one_by_one.high, abs=0.02),
    )


def test_sessions_that_differ_widen_the_interval() -> None:
    # In six sessions both always agree, in six they always differ: turns of a session say the same thing ten times.
    agree = np.repeat(np.arange(12) < 6, 10)
    first = np.tile([0.0, 1.0], 60)
    values = np.stack([first, np.where(agree, first, 1 - first)])
    scale = Scale("nominal", ("0", "1"))
    in_sessions = tuple((f"S{unit // 10}", str(unit)) for unit in range(120))
    loose = tuple((None, str(unit)) for unit in range(120))

    by_session = agreement_estimates(Ratings(values, scale, ("Asha", "Ben"), in_sessions), names=["percent"])["percent"]
    by_unit = agreement_estimates(Ratings(values, scale, ("Asha", "Ben"), loose), names=["percent"])["percent"]

    # Binomial(12, 1/2) / 12 has its 2.5 % points at 3/12 and 9/12; Binomial(120, 1/2) / 120 near .5 +- .09.
    assert (by_session.low, by_session.high) == (0.25, 0.75)
    assert (by_unit.low, by_unit.high) == (pytest.approx(0.41, abs=0.02), pytest.approx(0.59, abs=0.02))


def test_below_five_sessions_there_is_a_value_but_no_interval(ratings_of) -> None:
    ratings = ratings_of(
        {"Asha": "xxyxyy", "Ben": "xxyyyy"}, Scale("nominal", ("x", "y")), sessions=["S1", "S1", "S2", "S2", "S3", "S4"]
    )

    estimate = agreement_estimates(ratings, names=["percent"])["percent"]

    assert estimate.value == pytest.approx(5 / 6)
    assert (estimate.low, estimate.high, estimate.n_clusters) == (None, None, 4)
    assert estimate.why_no_interval == "4 sessions; an interval needs at least 5"


def test_resamples_that_leave_a_coefficient_undefined_are_counted(ratings_of) -> None:
    # The one y is in one of six units: a resample without it, probability (5/6)^6 = .335, has one label only.
    ratings = ratings_of({"Asha": "xxxxxy", "Ben": "xxxxxy"}, Scale("nominal", ("x", "y")))

    estimate = agreement_estimates(ratings, names=["alpha"])["alpha"]

    assert estimate.undefined_resamples == pytest.approx(0.335 * 2000, rel=0.1)
    assert (estimate.value, estimate.low, estimate.high) == (1, 1, 1)


def test_the_same_seed_gives_the_same_interval(ratings_of) -> None:
    ratings = ratings_by_chance("nominal", ("1", "2", "3"), gaps=0.2)

    first, again, other = (agreement_estimates(ratings, names=["alpha"], seed=seed)["alpha"] for seed in (1, 1, 2))

    assert first == again
    assert (first.low, first.seed) != (other.low, other.seed)


@pytest.mark.parametrize(("clusters", "bootstrap"), [([], 10), (["S1"], -1)])
def test_nothing_to_draw_is_refused(clusters: list[str], bootstrap: int) -> None:
    with pytest.raises(ValueError, match=r"no unit|not 0 or more"):
        Resamples.draw(clusters, bootstrap=bootstrap)


def test_kendalls_w_counted_by_values_is_that_of_ranks_unit_by_unit() -> None:
    ratings = ratings_by_chance("interval", (), gaps=0.0)
    draws = ratings.draw(bootstrap=50)
    counted = kendall_w(ratings.values, draws)

    unit_by_unit = _w_of_ranks(ratings.values, draws.unit_weights())

    assert len(np.unique(ratings.values)) <= FEW_VALUES
    assert counted == pytest.approx(unit_by_unit)


def test_blocks_of_resamples_give_what_one_table_does(monkeypatch: pytest.MonkeyPatch) -> None:
    draws = ratings_by_chance("interval", (), gaps=0.0).draw(bootstrap=50)
    whole = draws.in_blocks(lambda weights: weights.sum(axis=1))

    monkeypatch.setattr("metrics.intervals.LARGEST_BLOCK", 100)

    assert (draws.in_blocks(lambda weights: weights.sum(axis=1)) == whole).all()
    assert whole.shape == (51,)


def test_whole_clients_are_drawn_where_one_comes_back_and_whole_sessions_else() -> None:
    sessions = ["S1", "S1", "S2", "S3", "S4", "S5", "S6"]
    once = {session: f"C{session}" for session in sessions}

    plain = Resamples.draw_sessions(sessions, bootstrap=100)
    nobody_twice = Resamples.draw_sessions(sessions, clients=once, bootstrap=100)
    back = Resamples.draw_sessions(sessions, clients=once | {"S2": "CS1"}, bootstrap=100)

    assert (plain.resampled, nobody_twice.resampled, back.resampled) == ("session", "session", "client")
    assert (plain.weights == nobody_twice.weights).all()
    assert back.cluster_of_unit.tolist() == [0, 0, 0, 1, 2, 3, 4]
