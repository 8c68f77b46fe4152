"""The scripts of the demo study's sessions: who meets, what is said when, and what is true of every client turn."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from demo.people import Identity
from demo.truth import Truth, draw_truth
from demo.words import client_sentence, closing, counsellor_reply, opening

Role = Literal["client", "counsellor"]

_FIRST_WORD_MS = 500
_COUNSELLORS = 5  # Few enough clients each that some can be held out with all of theirs.


@dataclass(frozen=True)
class Person:
    """Someone under a pseudonym who looks the same in every session."""

    pseudonym: str
    identity: Identity


@dataclass(frozen=True)
class ScriptTurn:
    """One turn; times are media times in milliseconds."""

    role: Role
    start_ms: int
    end_ms: int
    text: str
    truth: Truth | None = None
    """Known of client turns only."""


@dataclass(frozen=True)
class Script:
    """One session from the counsellor's opening to their closing words; client and counsellor take turns."""

    name: str
    client: Person
    counsellor: Person
    turns: tuple[ScriptTurn, ...]
    seed: int
    """What else is drawn for this session, its picture and its sound, is drawn from this."""

    @property
    def duration_ms(self) -> int:
        return self.turns[-1].end_ms + 400

    @property
    def client_turns(self) -> tuple[ScriptTurn, ...]:
        return tuple(turn for turn in self.turns if turn.role == "client")


def write_script(*, sessions: int, client_turns: int, seed: int) -> list[Script]:
    """Scripts of `sessions` sessions with `client_turns` client turns each, the same for the same arguments.

    About one client in four comes back for a second session.
    """
    rng = np.random.default_rng(seed)
    names = [f"C-{number:02}" for number in range(1, sessions - sessions // 5 + 1)]
    clients = [Person(name, Identity.draw(rng)) for name in names]
    counsellors = [Person(f"CO-{number}", Identity.draw(rng)) for number in range(1, _COUNSELLORS + 1)]
    return [
        Script(
            name=f"demo-{index + 1:02}",
            client=clients[index % len(clients)],
            counsellor=counsellors[index % len(counsellors)],
            turns=_turns(client_turns, rng),
            seed=int(rng.integers(2**32)),
        )
        for index in range(sessions)
    ]


def _turns(client_turns: int, rng: np.random.Generator) -> tuple[ScriptTurn, ...]:
    turns = [_turn_after([], "counsellor", opening(rng), rng)]
    for number in range(1, client_turns + 1):
        truth = draw_truth(rng)
        said = client_sentence(valence=truth.words.valence, rng=rng)
        turns.append(_turn_after(turns, "client", said, rng, truth))
        reply = counsellor_reply(words_valence=truth.words.valence, face_valence=truth.face.valence, rng=rng)
        if number == client_turns:
            reply = f"{reply} {closing(rng)}"
        turns.append(_turn_after(turns, "counsellor", reply, rng))
    return tuple(turns)


def _turn_after(
    turns: list[ScriptTurn],
    role: Role,
    text: str,
    rng: np.random.Generator,
    truth: Truth | None = None,
) -> ScriptTurn:
    """The next turn: after a breath, and longer the more is said, though faster than people speak: films stay short."""
    start = turns[-1].end_ms + int(rng.integers(120, 220)) if turns else _FIRST_WORD_MS
    duration = 1000 + 600 * min(len(text.split()), 20) // 20
    return ScriptTurn(role, start, start + duration, text, truth)
