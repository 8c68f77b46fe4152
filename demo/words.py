"""What is said in a demo session: client turns whose words carry a valence, and a counsellor's replies to them."""

from typing import Literal

import numpy as np

from demo.phrases import BASE_PHRASES, OPENERS, STUDY_PHRASES, TOPICS
from demo.replies import closing, counsellor_reply, opening

__all__ = ["Pool", "client_sentence", "closing", "counsellor_reply", "opening"]

Pool = Literal["study", "base"]
_PHRASES = {"study": STUDY_PHRASES, "base": BASE_PHRASES}


def client_sentence(*, valence: float, rng: np.random.Generator, pool: Pool = "study") -> str:
    """A client's sentence of about this valence (-1 to 1): the nearest of seven levels is spoken.

    The pools share topics and single words, but no phrase.
    """
    phrases = _PHRASES[pool]
    level = min(phrases, key=lambda spoken: abs(spoken - valence))
    phrase = str(rng.choice(phrases[level])).format(topic=rng.choice(TOPICS))
    sentence = f"{rng.choice(OPENERS)}{phrase}."
    return sentence[0].upper() + sentence[1:]
