"""How much of a reply is copied from the training replies."""

from collections.abc import Collection

from metrics.replies.words import words_of

SEQUENCE_WORDS = 4
"""Length of the word sequences that are compared: shorter ones are shared by chance, longer ones miss small changes."""

Sequences = list[tuple[str, ...]]


def word_sequences(text: str) -> Sequences:
    """Every run of four words, in order."""
    words = [word.text for word in words_of(text)]
    return [tuple(words[first : first + SEQUENCE_WORDS]) for first in range(len(words) - SEQUENCE_WORDS + 1)]


def training_overlap(reply: str, seen: Collection[tuple[str, ...]]) -> float | None:
    """The share of the reply's four-word sequences that training replies hold; None for a shorter reply."""
    sequences = word_sequences(reply)
    return sum(sequence in seen for sequence in sequences) / len(sequences) if sequences else None
