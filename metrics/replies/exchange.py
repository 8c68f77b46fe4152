"""A reply with the client's words it answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from metrics.replies.words import content_words, data_file, stem, words_of

CONTEXT_TURNS = 3
"""Client turns that a reply is held against: the last one and the two before it."""


@dataclass(frozen=True, kw_only=True)
class Reply:
    """One line of a replies file."""

    session: str
    turn: str
    client: str
    """The client turn that is answered."""
    reply: str
    """What the scored system said; empty when it gave no reply."""
    reference: str | None = None
    """What the real counsellor said."""
    history: tuple[str, ...] | None = None
    """Client turns before `client`, oldest first; None when they are the `client` of the session's lines before."""
    client_id: str | None = None
    """Whose session it is, for intervals; None when the file does not say."""

    @property
    def real(self) -> str:
        """The counsellor's words: the reference, or the reply where the file holds counsellors' replies alone."""
        return self.reply if self.reference is None else self.reference


@dataclass(frozen=True)
class Context:
    """What a reply can take up from the client, as content words: stem -> word."""

    last: Mapping[str, str]
    """Of the client turn that is answered."""
    recent: Mapping[str, str]
    """Of the last three client turns."""


def clients_of(replies: Sequence[Reply]) -> dict[str, str] | None:
    """Whose each session is; None when the replies do not say."""
    return {line.session: line.client_id for line in replies if line.client_id is not None} or None


def contexts_of(replies: Sequence[Reply]) -> list[Context]:
    """The context of each reply, in the order given."""
    said: dict[str, list[str]] = {}
    contexts = []
    for reply in replies:
        before = said.setdefault(reply.session, [])
        history = before if reply.history is None else list(reply.history)
        recent = [*history, reply.client][-CONTEXT_TURNS:]
        before.append(reply.client)
        contexts.append(
            Context(
                last=content_words(words_of(reply.client)),
                recent={stem: word for text in recent for stem, word in content_words(words_of(text)).items()},
            )
        )
    return contexts


def shares_emotion(context: Context, reply: Mapping[str, str]) -> bool:
    """Whether the answered client turn and the reply (its content words) name a feeling of one family."""
    return any(family & context.last.keys() and family & reply.keys() for family in _emotion_families())


@cache
def _emotion_families() -> tuple[frozenset[str], ...]:
    families = data_file("emotion_families.json")["families"]
    return tuple(frozenset(stem(word) for word in family) for family in families.values())
