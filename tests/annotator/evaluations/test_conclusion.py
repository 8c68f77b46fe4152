"""What a run's page says first: how it ranks, what it calls, whether its replies can be used, and what it rests on."""

import re
from typing import Any

import pytest
from django.utils import timezone

from annotator.evaluations.conclusion import DEMONSTRATION, FEATURE_NAMES
from annotator.evaluations.models import Evaluation
from annotator.runs.models import Run
from metrics.estimate import Estimate
from metrics.sense7.dialogue import FEATURES

LEVELS = ["none", "minimizing", "contradiction"]
HELD_OUT = {"sessions": ["S001"], "turns": 60, "without_label": 0, "without_frame": 0}


def estimate(
    value: float | None,
    low: float | None = None,
    high: float | None = None,
    why: str = "nobody knows",
    resampled: str = "session",
) -> Any:
    return Estimate(
        value=value,
        low=low,
        high=high,
        n_units=60,
        resampled=resampled,
        n_clusters=5,
        bootstrap=2000,
        seed=4,
        why_undefined=why if value is None else None,
        why_no_interval=None if low is not None else "1 session; an interval needs at least 5",
    ).to_json()


def figures_with(
    *,
    auroc: Any = None,
    confusion: Any = ((40, 2, 3), (4, 3, 1), (2, 1, 4)),
    composite: float | None = 0.5,
    shuffled: Any = None,
    ceiling: float = 0.3,
    **detection: Any,
) -> dict[str, Any]:
    clear = estimate(0.9, 0.8, 0.95)
    model = {
        "n_replies": 60,
        "n_empty": 0,
        "means": {"pct_composite": estimate(composite, why="the reply is in German, and the word lists are English")},
        "guards": {
            "real_beats": {
                name: {"pct_composite": shuffled if name == "shuffled" and shuffled else clear}
                for name in ("stuffed", "shuffled", "other_subject", "other_session")
            },
            "mimicry_ceiling": {"pct_composite": estimate(ceiling)},
            "training_overlap": estimate(0.1),
            "appraisals": estimate(None),
        },
        "replies": [],
    }
    return {
        "holdout": HELD_OUT,
        "ablation": "none",
        "detection": {
            "scored": "1 - p_none",
            "threshold": 0.4,
            "threshold_chosen_on": "clients set aside from training",
            "why_no_threshold": None,
            "development": {"sessions": ["S004"], "clients": 1, "turns": 60, "why_none": None},
            "estimates": {"auroc": auroc or estimate(0.8, 0.7, 0.9)},
            "reliability": [],
            "types": {"levels": LEVELS, "estimates": {}, "confusion": [list(row) for row in confusion]},
            "majority_class": {"level": "none", "estimates": {}},
            "human_ceiling": {"why_undefined": "no held-out turn was rated by two people"},
            **detection,
        },
        "vad": {},
        "replies": {"model": model, "reference": {"why_undefined": "there is no reply to score"}},
        "sense7": {"scores": {"why_undefined": "not judged"}, "quality": {}},
    }


@pytest.fixture
def page_of(approved, client_of):
    """A run's page, of one with these figures."""
    wish = {"preset": "tiny", "ablations": ["none"], "seed": 4}
    run_id = client_of("finn").post(f"/api/v1/releases/{approved}/runs/", wish).json()[0]["id"]

    def page(figures, *, report=False):
        run = Run.objects.get(pk=run_id)
        Run.objects.filter(pk=run_id).update(state=Run.State.SUCCEEDED)
        Evaluation.objects.update_or_create(run=run, defaults={"figures": figures, "created_at": timezone.now()})
        answer = client_of("finn").get(f"/api/v1/runs/{run_id}/{'report.html' if report else ''}")
        assert answer.status_code == 200
        return answer.content.decode() if report else answer.json()

    return page


@pytest.mark.parametrize(
    ("figures", "headline"),
    [
        ({}, "Ranks incongruent turns above the others better than chance."),
        (
            {"confusion": [[45, 0, 0], [8, 0, 0], [7, 0, 0]]},
            "Ranks incongruent turns above the others better than chance, but calls every turn “Agree”.",
        ),
        (
            {"confusion": [[44, 0, 1], [8, 0, 0], [3, 0, 4]]},
            "Ranks incongruent turns above the others better than chance, but never says “Downplay”.",
        ),
        # Nobody was said to downplay, so never saying it is right.
        (
            {"confusion": [[44, 0, 1], [0, 0, 0], [3, 0, 4]]},
            "Ranks incongruent turns above the others better than chance.",
        ),
        ({"auroc": estimate(0.6, 0.45, 0.7)}, "Not clearly better than chance at ranking turns."),
        (
            {"auroc": estimate(0.6, 0.45, 0.7), "confusion": [[45, 0, 0], [8, 0, 0], [7, 0, 0]]},
            "Not clearly better than chance at ranking turns, and it calls every turn “Agree”.",
        ),
        ({"auroc": estimate(0.9)}, "Too few held-out sessions to say how far this can be trusted."),
        (
            {"auroc": estimate(0.9, resampled="client")},
            "Too few held-out clients to say how far this can be trusted.",
        ),
        ({"auroc": estimate(None, why="all units are of one class")}, "Detection could not be scored."),
    ],
)
def test_the_headline_says_what_the_model_calls_as_well(figures, headline, page_of, study):
    labels = {
        level.key: level.label for level in study.codebook_version.constructs.get(key="incongruence").levels.all()
    }
    wanted = headline.replace("Agree", labels["none"]).replace("Downplay", labels["minimizing"])

    assert page_of(figures_with(**figures))["conclusion"]["headline"] == wanted
    assert wanted in page_of(figures_with(**figures), report=True)


@pytest.mark.parametrize(
    ("figures", "said"),
    [
        ({"shuffled": estimate(0.55, 0.42, 0.7)}, "above replies with their words shuffled (55 % of pairs)"),
        ({"shuffled": estimate(0.4)}, "above replies with their words shuffled (40 % of pairs)"),
        (
            {"ceiling": 0.5},
            "reply from another session against its own: .50 against .50.",
        ),
        ({"composite": None}, "could not be scored: the reply is in German, and the word lists are English."),
    ],
)
def test_replies_are_called_usable_only_where_the_metrics_tell_them_from_real_ones(figures, said, page_of):
    conclusion = page_of(figures_with(**figures))["conclusion"]

    assert any(said in sentence for sentence in conclusion["sentences"])
    assert ("Its replies " in conclusion["headline"]) == ("could not be scored" not in said)
    assert conclusion["tone"] == "warn"


def test_replies_that_hold_are_not_spoken_against(page_of):
    assert "replies" not in page_of(figures_with())["conclusion"]["headline"]
    assert not any("replies" in sentence for sentence in page_of(figures_with())["conclusion"]["sentences"])


def test_a_demonstration_model_is_marked_in_the_list_on_the_page_and_in_the_report(page_of, client_of, study):
    page = page_of(figures_with())
    (row,) = client_of("finn").get(f"/api/v1/studies/{study.slug}/runs/").json()["results"]

    assert page["is_demonstration"] is row["is_demonstration"] is True
    assert DEMONSTRATION in page["conclusion"]["sentences"]
    assert page["conclusion"]["tone"] == "warn"
    assert page_of(figures_with(), report=True).count(DEMONSTRATION) == 1


@pytest.mark.parametrize(
    ("detection", "said"),
    [
        ({}, "the threshold .40, chosen on 60 turns of 1 client set aside from training (S004)."),
        (
            {"threshold": None, "why_no_threshold": "the training part has 2 client(s)"},
            "F1 and MCC are not given: the training part has 2 clients.",
        ),
    ],
)
def test_where_the_threshold_comes_from_is_said_on_page_and_report(detection, said, page_of):
    figures = figures_with(**detection)

    assert said in page_of(figures)["threshold_note"]
    assert said in page_of(figures, report=True)


def test_a_threshold_of_before_is_said_to_flatter(page_of):
    figures = figures_with()
    for later in ("development", "why_no_threshold"):
        del figures["detection"][later]

    assert "on the very turns that the model was trained on" in page_of(figures)["threshold_note"]


def test_every_feature_of_the_judge_has_a_name_for_people():
    assert set(FEATURE_NAMES) == set(FEATURES)


def test_how_far_sessions_lie_outside_the_judges_range_stands_beside_its_scores(page_of):
    figures = figures_with()
    check = {
        "n_judged": 5,
        "n_outside": 4,
        "n_features": 7,
        "mean_outside": 1.6,
        "features": {"log_words_a_turn": 4, "questions_a_turn": 0, "share_of_words_you": 4},
    }
    figures["sense7"]["range_check"] = {"model": check}

    sense7 = page_of(figures)["sense7"]

    assert sense7["range_check"] == check
    assert "In 4 of 5 sessions" in sense7["range_note"]
    assert "1.6 of 7 (words a turn, how often “you” is said)" in sense7["range_note"]
    assert sense7["range_note"] in page_of(figures, report=True)
    assert page_of(figures_with())["sense7"]["range_check"] is None


def test_old_bins_of_the_reliability_curve_join_until_none_rests_on_a_handful(page_of):
    widths = [(0.0, 152, 0.05, 0.25), (0.1, 3, 0.15, 1.0), (0.4, 9, 0.45, 0.5), (0.9, 30, 0.95, 0.9)]
    old = [
        {"low": low, "high": low + 0.1, "n_units": n, "mean_score": mean, "share_positive": share}
        for low, n, mean, share in widths
    ]

    bins = page_of(figures_with(reliability=old))["evaluation"]["detection"]["reliability"]

    assert [each["n_units"] for each in bins] == [164, 30]
    assert bins[0]["share_positive"] == pytest.approx((152 * 0.25 + 3 + 4.5) / 164)
    assert {each["share_low"] for each in bins} == {None}
    assert all("gave none" in each["why_no_interval"] for each in bins)


def test_page_and_report_write_the_same_figures_in_one_form(page_of):
    figures = figures_with(auroc=estimate(0.5, -0.004, 0.996))

    page, report = page_of(figures), page_of(figures, report=True)

    said = "AUROC .50, 95 % interval .00 to 1.00."
    assert said in page["conclusion"]["sentences"]
    assert said in report
    assert not re.search(r"(?<![\d:.])0\.\d\d|\d%[ )<]", re.sub(r"<style>.*</style>", "", report, flags=re.S))


def test_how_many_held_out_sessions_and_clients_is_said(page_of):
    figures = figures_with()

    assert page_of(figures)["evaluation"]["holdout"]["clients"] is None
    assert "60 turns of 1 session." in page_of(figures, report=True)
    figures["holdout"] = {**HELD_OUT, "clients": 1}
    assert page_of(figures)["evaluation"]["holdout"]["clients"] == 1
    assert "60 turns of 1 session of 1 client." in page_of(figures, report=True)


def test_the_main_figures_lie_on_one_axis_with_chance_and_people(page_of):
    figures = figures_with(human_ceiling={"humans": {"auroc": estimate(0.9, 0.85, 0.95)}})

    auroc, composite = page_of(figures)["chart"]

    assert (auroc["name"], auroc["mark_name"]) == ("AUROC", "Chance .50")
    assert [(line["name"], line["estimate"]["value"]) for line in auroc["lines"]] == [
        ("both channels", 0.8),
        ("One rater against the others", 0.9),
    ]
    assert (composite["name"], composite["mark_name"]) == ("PCT composite", "A random counsellor’s reply .30")
    report = page_of(figures, report=True)
    assert "Tick: Chance .50" in report
    assert 'aria-label="Both channels: .80 (.70 to .90)"' in report


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("all units are of one class", "all turns have the same label"),
        ("truth or calls hold one class only", "the labels, or the model’s calls, are all the same"),
        ("no unit has two ratings", "no turn has two ratings"),
    ],
)
def test_why_a_figure_is_missing_is_said_of_turns(reason, said, page_of):
    figures = figures_with(auroc=estimate(None, why=reason))

    page, report = page_of(figures), page_of(figures, report=True)

    assert page["evaluation"]["detection"]["estimates"]["auroc"]["why_undefined"] == said
    assert f"AUROC: {said}." in page["conclusion"]["sentences"]
    assert said in report
    assert "unit" not in report
