"""What a run's page says first: how it ranks, what it calls, whether its replies can be used, and what it rests on."""

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
        ({"shuffled": estimate(0.55, 0.42, 0.7)}, "above replies with their words shuffled (55% of pairs)"),
        ({"shuffled": estimate(0.4)}, "above replies with their words shuffled (40% of pairs)"),
        (
            {"ceiling": 0.5},
            "reply from another session scores at least as high (.50 against .50)",
        ),
        ({"composite": None}, "could not be scored: the reply is in German, and the word lists are English."),
    ],
)
def test_replies_are_called_usable_only_where_the_metrics_tell_them_from_real_ones(figures, said, page_of):
    conclusion = page_of(figures_with(**figures))["conclusion"]

    assert any(said in sentence for sentence in conclusion["sentences"])
    assert conclusion["tone"] == "warn"


def test_replies_that_hold_are_not_spoken_against(page_of):
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
            "F1 and MCC are not given: the training part has 2 client(s).",
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
