"""How well incongruence was detected on the hold-out, beside majority class and people."""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from metrics.arrays import FloatArray
from metrics.ceiling import human_ceiling
from metrics.classification import classification_estimates, confusion_matrix, majority_level
from metrics.detection import choose_threshold, detection_estimates, reliability_bins
from metrics.intervals import Resamples
from metrics.scales import continuous_estimates
from training.development import TrainingPart
from training.prompts import LABELS
from training.release import Turn

Prediction = Mapping[str, Any]


@dataclass(frozen=True)
class Threshold:
    """From which score on a turn is called incongruent, and on which turns that was chosen."""

    value: float | None
    part: TrainingPart
    why_none: str | None = None

    @property
    def chosen_on(self) -> str:
        return "clients set aside from training" if self.value is not None else "nothing"

    @property
    def or_reason(self) -> float | str:
        """The threshold, or why there is none."""
        return self.value if self.value is not None else f"there is no threshold: {self.why_none}"


def chosen_threshold(part: TrainingPart, predictions: Sequence[Prediction]) -> Threshold:
    """The threshold of the highest F1 on the development part; never on what the adapter was fitted on."""
    if part.why_none is not None:
        return Threshold(None, part, part.why_none)
    labels = {turn.id: turn.incongruence for turn in part.development}
    truth = np.array([float(labels[line["turn"]] != "none") for line in predictions])
    return Threshold(choose_threshold(truth, _incongruence(predictions)), part)


def detection_report(
    turns: Sequence[Turn],
    predictions: Sequence[Prediction],
    *,
    training: Sequence[Turn],
    threshold: Threshold,
    annotations: Path,
    resamples: Resamples,
) -> dict[str, Any]:
    """Figures over the turns that have a gold label; `turns` and `predictions` go together.

    `training` is the whole training part: its commonest type is what answering blindly would come to.
    """
    labelled = [i for i, turn in enumerate(turns) if turn.incongruence is not None]
    if not labelled:
        return {"why_undefined": "no held-out turn has an incongruence label"}
    here = resamples.of_units(np.array(labelled))
    truth = _levels([turns[i] for i in labelled])
    predicted = np.array([LABELS.index(predictions[i]["predicted"]) for i in labelled])
    incongruent = (truth > 0).astype(np.float64)
    score = _incongruence([predictions[i] for i in labelled])
    majority = np.full_like(truth, majority_level(_levels([turn for turn in training if turn.incongruence])))
    return {
        "scored": "1 - p_none, from the likelihood of each label as the answer's beginning",
        "threshold": threshold.value,
        "threshold_chosen_on": threshold.chosen_on,
        "why_no_threshold": threshold.why_none,
        "development": threshold.part.record(),
        "estimates": detection_estimates(incongruent, score, threshold=threshold.or_reason, resamples=here),
        "reliability": [asdict(one) for one in reliability_bins(incongruent, score, resamples=here)],
        "types": {
            "levels": LABELS,
            "estimates": classification_estimates(truth, predicted, levels=LABELS, resamples=here),
            "confusion": confusion_matrix(truth, predicted, n_levels=len(LABELS)).tolist(),
        },
        "majority_class": {
            "level": LABELS[majority[0]],
            "estimates": classification_estimates(truth, majority, levels=LABELS, resamples=here),
        },
        "human_ceiling": _ceiling(turns, predictions, annotations, threshold=threshold.or_reason, resamples=resamples),
    }


def vad_report(
    turns: Sequence[Turn], predictions: Sequence[Prediction], *, resamples: Resamples
) -> dict[str, dict[str, Any]]:
    """Concordance, correlation and error of each predicted scale, over the turns that have its label."""
    report = {}
    for channel in ("words", "face"):
        gold = [turn.vad_words if channel == "words" else turn.vad_face for turn in turns]
        for place, dimension in enumerate(("valence", "arousal", "dominance")):
            name = f"{dimension}_{channel}"
            known = [i for i, line in enumerate(predictions) if gold[i] is not None and name in line]
            pairs = [(vad[place], predictions[i][name]) for i in known if (vad := gold[i]) is not None]
            if pairs:
                truth, predicted = np.array(pairs).T
                report[name] = continuous_estimates(truth, predicted, resamples=resamples.of_units(np.array(known)))
    return report


def _ceiling(
    turns: Sequence[Turn],
    predictions: Sequence[Prediction],
    annotations: Path,
    *,
    threshold: float | str,
    resamples: Resamples,
) -> dict[str, Any]:
    raters, labels = _human_labels(annotations, [turn.id for turn in turns])
    score = _incongruence(predictions)
    ceiling = human_ceiling(labels, score, threshold=threshold, raters=raters, resamples=resamples)
    if ceiling is None:
        return {"why_undefined": "no held-out turn was rated by two people"}
    return asdict(ceiling)


def _human_labels(path: Path, turns: Sequence[str]) -> tuple[tuple[str, ...], FloatArray]:
    """Each person's label of each turn, seen together: 1 incongruent, 0 not, NaN where there is none."""
    place = {turn: number for number, turn in enumerate(turns)}
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = [
            row
            for row in csv.DictReader(file)
            if row["construct"] == "incongruence"
            and row["rater_kind"] == "person"
            and row["turn"] in place
            and row["value"]
        ]
    raters = tuple(sorted({row["rater"] for row in rows}))
    labels = np.full((len(raters), len(turns)), np.nan)
    for row in rows:
        labels[raters.index(row["rater"]), place[row["turn"]]] = float(row["value"] != "none")
    return raters, labels


def _levels(turns: Sequence[Turn]) -> Any:
    return np.array([LABELS.index(str(turn.incongruence)) for turn in turns])


def _incongruence(predictions: Sequence[Prediction]) -> FloatArray:
    return np.array([min(max(1 - line["p_none"], 0.0), 1.0) for line in predictions])
