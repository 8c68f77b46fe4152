"""The development part: clients of the training part that the adapter is not fitted on, for choosing a threshold.

On samples that the adapter was fitted on every score looks better than it is, and on the hold-out a choice would
flatter the figures that are read there.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from training.config import FEWEST_CLIENTS, TrainingConfig
from training.release import Turn

FEWEST_OF_EACH = 5
"""Congruent and incongruent turns that a threshold is chosen on."""


@dataclass(frozen=True)
class TrainingPart:
    """The training part of a release, split by client."""

    fitted: tuple[Turn, ...]
    """What the adapter is fitted on."""
    development: tuple[Turn, ...]
    """Turns of other clients; empty where `why_none` says why."""
    why_none: str | None = None

    def record(self) -> dict[str, Any]:
        """For `run.json`: which sessions were set aside, or why none."""
        return {
            "sessions": sorted({turn.session for turn in self.development}),
            "clients": len({turn.client for turn in self.development}),
            "turns": len(self.development),
            "why_none": self.why_none,
        }


def split_training(turns: Sequence[Turn], config: TrainingConfig) -> TrainingPart:
    """Set clients aside by the config's seed: of those that leave enough labels on both sides, the first drawn.

    Equal turns, share and seed give equal parts, so that every process of a run and every run of a group that differs
    in what the model sees has the same.
    """
    clients = sorted({turn.client for turn in turns})

    def whole(why: str) -> TrainingPart:
        return TrainingPart(tuple(turns), (), why)

    if config.development_share == 0:
        return whole("the config sets no client aside (development_share is 0)")
    if len(clients) < FEWEST_CLIENTS:
        return whole(
            f"the training part has {len(clients)} client(s); setting one aside for a threshold needs {FEWEST_CLIENTS}"
        )
    n_aside = min(max(1, round(config.development_share * len(clients))), len(clients) - 2)
    drawn = np.random.default_rng([config.seed, 2]).permutation(clients).tolist()
    for first in range(len(clients)):
        aside = set([*drawn, *drawn][first : first + n_aside])
        part = _without(turns, aside)
        if _is_enough(part, turns):
            return part
    return whole(
        f"no {n_aside} of {len(clients)} clients of the training part have {FEWEST_OF_EACH} congruent and "
        f"{FEWEST_OF_EACH} incongruent turns and leave every label to learn from"
    )


def _without(turns: Sequence[Turn], aside: Collection[str]) -> TrainingPart:
    return TrainingPart(
        fitted=tuple(turn for turn in turns if turn.client not in aside),
        development=tuple(turn for turn in turns if turn.client in aside),
    )


def _is_enough(part: TrainingPart, turns: Sequence[Turn]) -> bool:
    labels = Counter(turn.incongruence != "none" for turn in part.development if turn.incongruence is not None)
    return min(labels[True], labels[False]) >= FEWEST_OF_EACH and _kinds(part.fitted) == _kinds(turns)


def _kinds(turns: Sequence[Turn]) -> set[str | None]:
    return {turn.incongruence for turn in turns} - {None}
