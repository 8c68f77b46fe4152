"""A session's turns as numbers: what a judge of empathy is fitted on."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import dropwhile
from math import log
from typing import Literal

import numpy as np

from metrics.arrays import FloatArray
from metrics.encoder import embed
from metrics.replies.exchange import Reply
from metrics.replies.words import words_of

FEATURES = (
    "log_words_a_turn",
    "log_words_to_client_words",
    "share_of_turns_with_question",
    "questions_a_turn",
    "share_of_words_you",
    "share_of_words_i",
    "share_of_words_advice",
)
"""Of the counsellor's turns. None grows with the session, so a long session is not judged by its length."""

YOU = frozenset({"you", "you'd", "you'll", "you're", "you've", "your", "yours", "yourself"})
ME = frozenset({"i", "i'd", "i'll", "i'm", "i've", "me", "my", "mine", "myself"})
ADVICE = frozenset({"should", "could", "try", "need", "maybe", "can", "must"})
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


@dataclass(frozen=True)
class DialogueTurn:
    """One turn of a session as a judge reads it."""

    role: Literal["counsellor", "client"]
    text: str


Dialogue = Sequence[DialogueTurn]


def dialogues_of(replies: Sequence[Reply]) -> dict[str, list[DialogueTurn]]:
    """The sessions of a replies file: each line is a client turn and the reply to it."""
    dialogues: dict[str, list[DialogueTurn]] = {}
    for line in replies:
        turns = [DialogueTurn("client", line.client), DialogueTurn("counsellor", line.reply)]
        dialogues.setdefault(line.session, []).extend(turns)
    return dialogues


def counsellor_words(dialogue: Dialogue) -> int:
    return sum(len(words_of(turn.text)) for turn in dialogue if turn.role == "counsellor")


def represent(dialogue: Dialogue) -> FloatArray:
    """The mean embedding of the counsellor's sentences, then `FEATURES`: shape (384 + 7,).

    Raises:
        ValueError: the counsellor says no word.
        InputRefusedError: the sentence encoder is absent.
    """
    turns = [turn.text for turn in dialogue if turn.role == "counsellor" and words_of(turn.text)]
    if not turns:
        raise ValueError("the counsellor says no word")
    sentences = [sentence for turn in turns for sentence in _SENTENCE_END.split(turn) if words_of(sentence)]
    client = [turn.text for turn in dialogue if turn.role == "client"]
    return np.concatenate([embed(sentences).mean(axis=0), _features(turns, client)])


def fingerprint(dialogue: Dialogue) -> str:
    """Tells whether a judge was fitted on this dialogue, without holding a word of it.

    It is of the counsellor's words after the client's first turn, which is what a replies file keeps of a session.
    """
    answers = dropwhile(lambda turn: turn.role != "client", dialogue)
    words = (word.text for turn in answers if turn.role == "counsellor" for word in words_of(turn.text))
    return sha256(" ".join(words).encode()).hexdigest()[:16]


def _features(turns: Sequence[str], client: Sequence[str]) -> FloatArray:
    words = [word.text for turn in turns for word in words_of(turn)]
    n_turns, n_words = len(turns), len(words)
    n_client_words = sum(len(words_of(text)) for text in client)

    def share(listed: frozenset[str]) -> float:
        return sum(word in listed for word in words) / n_words

    return np.array(
        [
            log(n_words / n_turns),
            log((n_words + 1) / (n_client_words + 1)),
            sum("?" in turn for turn in turns) / n_turns,
            sum(turn.count("?") for turn in turns) / n_turns,
            share(YOU),
            share(ME),
            share(ADVICE),
        ]
    )
