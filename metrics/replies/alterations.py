"""What a sound metric should score below a counsellor's real reply."""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from metrics.replies.exchange import Reply
from metrics.replies.markers import marker_lists
from metrics.replies.words import data_file, words_of

Alteration = Literal["stuffed", "shuffled", "other_subject", "other_session"]
ALTERATIONS: dict[Alteration, str] = {
    "stuffed": "the reply with one marker of each list that raises a score, the paper's and ours, at random places",
    "shuffled": "the reply's words, each with its punctuation, in random order",
    "other_subject": "a counselling reply on an everyday subject of its own",
    "other_session": "a random counsellor's reply of another session of the study",
}


def altered(lines: Sequence[Reply], pool: Sequence[Reply], rng: np.random.Generator) -> dict[Alteration, list[str]]:
    """Each line's real reply in its four alterations; empty where no other session has a reply to stand in.

    Args:
        lines: the replies to alter.
        pool: lines whose real replies may stand in for those of another session.
        rng: draws places, orders and stand-ins.
    """
    subjects = data_file("other_subjects.json")["replies"]
    stand_ins = [(line.session, line.real) for line in pool if words_of(line.real)]
    return {
        "stuffed": [_stuffed(line.real, rng) for line in lines],
        "shuffled": [" ".join(rng.permutation(line.real.split()).tolist()) for line in lines],
        "other_subject": [_drawn(subjects, rng) for _ in lines],
        "other_session": [
            _drawn([text for session, text in stand_ins if session != line.session], rng) for line in lines
        ],
    }


def _stuffed(text: str, rng: np.random.Generator) -> str:
    words = text.split()
    for marker_list in marker_lists():
        for markers in marker_list.items.values():
            if marker_list.credit and markers:
                words.insert(int(rng.integers(len(words) + 1)), _drawn(markers, rng))
    return " ".join(words)


def _drawn(texts: Sequence[str], rng: np.random.Generator) -> str:
    return texts[int(rng.integers(len(texts)))] if texts else ""
