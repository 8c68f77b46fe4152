"""Who is the client and who the counsellor, where names tell."""

import re
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from annotator.corpus.transcripts.model import Transcript

Role = Literal["client", "counsellor"]

_ROLE_WORDS: dict[Role, set[str]] = {
    "client": {"c", "caller", "cl", "client", "patient", "seeker", "helpseeker", "klient", "klientin"},
    "counsellor": {
        "co", "counsellor", "counselor", "coun", "clinician", "interviewer", "psychologist", "psychotherapist",
        "supporter", "t", "th", "therapist", "therapeut", "therapeutin",
    },
}  # fmt: skip


def guess_roles(transcript: "Transcript") -> dict[str, Role | None]:
    """The role that each speaker's name tells; None where it tells none, so a person must be asked."""
    return {speaker: role_of_name(speaker) for speaker in transcript.speakers}


def role_of_name(name: str) -> Role | None:
    """ "Client 2", "THERAPIST (Dr. X)" and "T" tell a role, "Alice" doesn't; nor does a name that tells both."""
    words = set(re.findall(r"[^\W\d_]+", name.casefold()))
    # One letter or two stand for a role only alone: "Jordan C" has a surname.
    if len(words) > 1:
        words = {word for word in words if len(word) > 2}
    roles: list[Role] = [role for role, role_words in _ROLE_WORDS.items() if words & role_words]
    return roles[0] if len(roles) == 1 else None
