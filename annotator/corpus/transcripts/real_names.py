"""Speakers' names that may be those of people, which a study keeps by pseudonym."""

import re
from collections.abc import Sequence

from annotator.corpus.transcripts.model import Remark
from annotator.corpus.transcripts.roles import role_of_name

_TITLES = {"dr", "frau", "fr", "herr", "hr", "mag", "miss", "mr", "mrs", "ms", "mx", "prof", "sir", "mme", "monsieur"}
# What somebody is in the talk, or what a recogniser calls them.
_NOT_REAL = {
    "agent", "anonymous", "answer", "bot", "brother", "channel", "child", "coach", "customer", "daughter", "doctor",
    "facilitator", "family", "father", "friend", "group", "guest", "host", "husband", "informant", "interpreter",
    "interviewee", "interviewer", "man", "moderator", "mother", "mutter", "vater", "narrator", "note", "nurse",
    "observer", "operator", "other", "parent", "participant", "partner", "person", "question", "respondent", "sister",
    "social", "son", "speaker", "sprecher", "student", "subject", "supervisor", "teacher", "translator", "unknown",
    "user", "voice", "wife", "woman", "worker",
}  # fmt: skip
_LONGEST_INITIALS = 3
_QUOTED_NAMES = 6


def may_be_real(name: str) -> bool:
    """ "Dr. Meier", "Frau K." and "Anna" may be a person's name; "P07", "SPEAKER_00", "T" and "mother" are none."""
    words = re.findall(r"[^\W\d_]+", name.casefold())
    if _TITLES & set(words):
        return True
    is_code = any(map(str.isdigit, name)) or (name.isupper() and len(name) <= _LONGEST_INITIALS)
    return bool(words) and not is_code and role_of_name(name) is None and not _NOT_REAL & set(words)


def about_real_names(names: Sequence[str]) -> list[Remark]:
    """Say which names may be real and stay with what is said."""
    real = [name for name in names if may_be_real(name)]
    if not real:
        return []
    listed = ", ".join(f"“{name}”" for name in real[:_QUOTED_NAMES])
    more = f" and {len(real) - _QUOTED_NAMES} more" if len(real) > _QUOTED_NAMES else ""
    message = (
        f"Speakers' names that may be real: {listed}{more}. They stay in the session's transcript. If nobody may see "
        "them, put pseudonyms in the file and import that one."
    )
    return [Remark("warning", "", message)]
