"""How the two people of a script move: what their faces show, how their lips and heads go, frame by frame."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from demo.faces import Expression
from demo.script import Role, Script

_EASE_MS = 300
_EARLY_MS = (
    100  # A feeling is complete a frame before its turn begins, so the first frame of the turn shows it in full.
)
_AT_REST = (0.0, 0.0, 0.0, 0.0, 0.0)
_LIPS = np.array([0.1, 0.7, 0.4, 0.8])  # How far apart in one frame after another of someone who speaks.
_NODS = np.array([0.0, 0.0, 0.0, 0.0, 0.015, 0.03, 0.03, 0.015])


@dataclass(frozen=True)
class Performance:
    """One person at one moment; `sway` is how far the head is from its place, as shares of the face's side."""

    expression: Expression
    sway: tuple[float, float] = (0.0, 0.0)
    tilt: float = 0.0
    """Radians."""


def perform(script: Script, fps: int) -> Iterator[tuple[Performance, Performance]]:
    """The client and the counsellor in every frame of the session, by the frame's presentation time.

    Heads and feelings rest between turns and hold still within them, so most frames look like one already drawn.
    """
    times = np.arange(0, script.duration_ms, 1000 / fps)
    frames = np.arange(len(times))
    client_speaks, counsellor_speaks = _speaking(script, "client", times), _speaking(script, "counsellor", times)
    client_lips = np.where(client_speaks, _LIPS[frames % len(_LIPS)], 0.0)
    counsellor_lips = np.where(counsellor_speaks, _LIPS[frames % len(_LIPS)], 0.0)
    nods = np.where(client_speaks, _NODS[frames % len(_NODS)], 0.0)
    for pose, client_apart, counsellor_apart, nod in zip(
        _client_poses(script, times), client_lips, counsellor_lips, nods, strict=True
    ):
        valence, arousal, x, y, tilt = pose
        yield (
            Performance(Expression(valence, arousal, client_apart), sway=(x, y), tilt=tilt),
            Performance(Expression(0.15, 0.0, counsellor_apart), sway=(0.0, nod)),
        )


def _client_poses(script: Script, times: NDArray[np.float64]) -> NDArray[np.float64]:
    """Valence, arousal, sway in x and y, and tilt of the client's head in every frame; shape (n_frames, 5)."""
    rng = np.random.default_rng([script.seed, 2])
    keys = [(0.0, *_AT_REST)]
    for turn in script.client_turns:
        assert turn.truth is not None
        face = turn.truth.face
        pose = (face.valence, face.arousal, *rng.uniform(-0.012, 0.012, 2), rng.uniform(-0.03, 0.03))
        keys += [
            (turn.start_ms - _EARLY_MS - _EASE_MS, *_AT_REST),
            (turn.start_ms - _EARLY_MS, *pose),
            (turn.end_ms, *pose),
            (turn.end_ms + _EASE_MS, *_AT_REST),
        ]
    at, *channels = np.array(keys).T
    return np.stack([np.interp(times, at, channel) for channel in channels], axis=1)


def _speaking(script: Script, role: Role, times: NDArray[np.float64]) -> NDArray[np.bool_]:
    borders = [border for turn in script.turns if turn.role == role for border in (turn.start_ms, turn.end_ms)]
    speaking: NDArray[np.bool_] = np.searchsorted(borders, times, side="right") % 2 == 1
    return speaking
