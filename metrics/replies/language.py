"""Which language a text is in, told by its letters and its small words: the word lists and the judge are English.

A rule that can be read beats a model that can't: each small word votes for the languages that list it, with one vote
shared among them. What one text is too short to tell, its session tells, or else all texts together.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from metrics.replies.words import data_file, function_words, words_of

ENGLISH = "English"
OTHER = "another language"
FEWEST_VOTES = 1.5
"""Small words that decide; fewer are said in passing, as "okay" and "no" are in many languages."""
ENOUGH_WORDS = 10
LEAST_ENGLISH = 0.1
"""Share of small English words among the distinct words of a text of `ENOUGH_WORDS`; English talk has some .5."""
METHOD = (
    "By letters and small words. What is too short to tell goes by its session, then by all texts, then as English; a "
    "mixed text by the language with more small words."
)
LEAST_FOREIGN = 0.2
"""Share of a text's words that name another language: a few are a coincidence."""
_SCRIPTS = {"CJK": "Chinese", "HIRAGANA": "Japanese", "KATAKANA": "Japanese", "HANGUL": "Korean"}


def language_of(text: str) -> str | None:
    """The name of the language in English; None where the text is too short to tell."""
    script = _script_of(text)
    if script != "LATIN":
        return _SCRIPTS.get(script, f"a language in {script.title()} letters") if script else None
    words = [word.text for word in words_of(text)]
    votes = _votes(words)
    language = max(votes, key=lambda name: (votes[name], name == ENGLISH), default=ENGLISH)
    if language == ENGLISH or votes[language] < LEAST_FOREIGN * len(words):
        if votes[ENGLISH] >= FEWEST_VOTES:
            return ENGLISH
    elif votes[language] >= FEWEST_VOTES:
        return language
    distinct = set(words)  # One word over and over is no language.
    is_foreign = len(distinct) >= ENOUGH_WORDS and len(distinct & function_words()) < LEAST_ENGLISH * len(distinct)
    return OTHER if is_foreign else None


def languages_of(texts: Sequence[str], sessions: Sequence[str]) -> list[str]:
    """The language of each text; English where not even all texts together tell."""
    own = [language_of(text) for text in texts]
    if None not in own:
        return [language for language in own if language]
    by_session: dict[str, list[str]] = {}
    for text, session in zip(texts, sessions, strict=True):
        by_session.setdefault(session, []).append(text)
    of_session = {session: language_of("\n".join(said)) for session, said in by_session.items()}
    of_all = language_of("\n".join(texts)) or ENGLISH
    return [language or of_session[session] or of_all for language, session in zip(own, sessions, strict=True)]


def counted(languages: Iterable[str]) -> dict[str, int]:
    """How many texts there are of each language, the commonest first."""
    return dict(Counter(languages).most_common())


def _script_of(text: str) -> str | None:
    """The script of most letters, as Unicode names it; None where there is no letter."""
    scripts = Counter(unicodedata.name(char, "LATIN").split()[0].split("-")[0] for char in text if char.isalpha())
    # Japanese mixes its own letters with Chinese ones, Chinese never does.
    if scripts["HIRAGANA"] + scripts["KATAKANA"] > 0:
        scripts["HIRAGANA"] += scripts.pop("CJK", 0)
    return scripts.most_common(1)[0][0] if scripts.total() else None


def _votes(words: Iterable[str]) -> Counter[str]:
    votes: Counter[str] = Counter()
    for word in words:
        languages = _languages_by_word().get(word, ())
        for language in languages:
            votes[language] += 1 / len(languages)  # type: ignore[assignment]  # Counters take fractions as well.
    return votes


@cache
def _languages_by_word() -> Mapping[str, tuple[str, ...]]:
    lists = {ENGLISH: function_words(), **data_file("languages.json")["words"]}
    found: dict[str, tuple[str, ...]] = {}
    for language, words in lists.items():
        for word in words:
            found[word] = (*found.get(word, ()), language)
    return found
