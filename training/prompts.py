"""What the model reads and what it should answer."""

from typing import TypedDict

from training.config import Ablation
from training.release import Turn

LABELS = ("none", "minimizing", "contradiction")
"""The levels of incongruence, as they stand in a target."""

INSTRUCTION = (
    "A client speaks to a counsellor; the picture shows the client's face. Say whether words and face disagree "
    f"({', '.join(LABELS)}), then a colon and the counsellor's reply."
)
UNHEARD = "…"
"""Stands for the client's words where the model may not read them."""


class Part(TypedDict, total=False):
    type: str
    text: str


class Message(TypedDict):
    role: str
    content: list[Part]


def messages(
    turn: Turn, *, instruction: str, ablation: Ablation, context_turns: int, n_pictures: int = 1
) -> list[Message]:
    """The prompt for one client turn: instruction, pictures, context block, the client's words.

    `context_turns` is how many turns before this one to show, all that there are where there are fewer; 0 leaves the
    block out. Without words there is no context either, since it would tell what the words tell.
    """
    words = turn.words
    if ablation == "no_words":
        words, context_turns = UNHEARD, 0
    lines = [f"{line.role}: {line.text}" for line in turn.context[max(0, len(turn.context) - context_turns) :]]
    text = "\n".join([instruction] * bool(instruction) + lines + [words])
    return [{"role": "user", "content": [*n_pictures * [Part(type="image")], Part(type="text", text=text)]}]


def target(label: str, reply: str) -> str:
    """What the model should answer: the label, a colon, the counsellor's reply."""
    return f"{label}: {reply}"


def split_answer(answer: str) -> tuple[str | None, str]:
    """Label and reply of a generated answer; the label is None where the model named none."""
    label, colon, reply = answer.partition(":")
    if colon and label.strip() in LABELS:
        return label.strip(), reply.strip()
    return None, answer.strip()
