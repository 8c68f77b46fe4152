"""The head of a typed transcript: lines above the talk that look like speech, "Client: P07", "Date: 3 May"."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from annotator.corpus.transcripts.model import Remark
from annotator.corpus.transcripts.name_shapes import is_word
from annotator.corpus.transcripts.roles import role_of_name

# What is said of a recording or of captions, never by anybody; one of these words makes a line of the head.
_ABOUT = {
    "age", "author", "captioned", "captions", "case", "code", "copyright", "created", "credits", "date", "dauer",
    "day", "datum", "duration", "fall", "file", "filename", "gender", "geschlecht", "id", "interview", "key", "kürzel",
    "language", "legend", "legende", "length", "location", "media", "name", "notes", "ort", "page", "participants",
    "persons", "place", "present", "project", "projekt", "recorded", "recording", "session", "setting", "sex",
    "sitzung", "source", "sous", "speakers", "sprache", "sprecher", "study", "studie", "subtitle", "subtitled",
    "subtitles", "synced", "teilnehmer", "teilnehmerinnen", "teilnehmende", "thema", "time", "title", "titel", "topic",
    "transcribed", "transcriber", "transcript", "transcription", "transkript", "transkription", "transkribiert",
    "translated", "translation", "translator", "uhrzeit", "untertitel", "untertitelung", "version", "venue",
    "alter", "anwesend", "aufnahme", "audio", "begin", "beginn", "end", "ende", "nr", "number", "nummer", "pages",
    "ref", "reference", "start", "video", "visit", "wave", "comment", "comments", "beruf", "consent", "diagnose",
    "diagnosis", "equipment", "format", "keyword", "keywords", "material", "method", "occupation", "profession",
    "pseudonym", "pseudonyms", "quality", "software", "stichworte", "stichwörter", "titres",
}  # fmt: skip
# Behind the word that says what the line is about: "Date of the session", "Transcribed by".
_JOINING = {
    "and", "am", "at", "by", "der", "des", "durch", "for", "from", "für", "in", "of", "on", "no", "und", "von",
    "vom", "with",
}  # fmt: skip
# Who took part: the head says it of them, but they speak too.
_PEOPLE = {
    "informant", "interviewee", "interviewte", "interviewer", "befragte", "befragter", "participant", "person",
    "proband", "respondent", "speaker", "student", "subject", "supervisor",
}  # fmt: skip
_CODE = re.compile(r"(?:no|nr)?\.?\s?#?[^\W\d_]{0,4}[-_ .#]?\d{1,6}[^\W\d_]?", re.IGNORECASE)
_INITIALS = re.compile(r"(?:[^\W\d_]\.){1,3}")
_TITLE = re.compile(r"[^\W\d_]{2,4}\.")
_MOST_NAME_WORDS = 4
_MOST_WORDS = 6


def n_lines_of_head(prefixed: Sequence[tuple[str, str]]) -> int:
    """How many of the first lines are the head's: about the recording, or who took part under which code or name.

    A name behind "Client:", and a number behind a word that comes once, count only where another line is about the
    recording; they may be the first thing said.

    Args:
        prefixed: what stands before the colon and behind it, of all lines that have one, in order.
    """
    counts = Counter(prefix for prefix, _ in prefixed)
    run = 0
    while run < len(prefixed) and _may_be_head(*prefixed[run], counts):
        run += 1
    if any(_is_about(prefix, counts) for prefix, _ in prefixed[:run]):
        return run
    # "Client: 7" may be an answer where the client goes on to speak; "Client: P07" is none.
    return next(
        (
            place
            for place, (prefix, said) in enumerate(prefixed[:run])
            if not _tells_code(prefix, said) or (counts[prefix] > 1 and said.strip().isdecimal())
        ),
        run,
    )


def _may_be_head(prefix: str, said: str, counts: Mapping[str, int]) -> bool:
    words = said.split()
    is_short = 0 < len(words) <= _MOST_WORDS and words[-1][-1] not in ".?!…"
    is_number = is_short and counts[prefix] == 1 and any(map(str.isdigit, said))
    return _is_about(prefix, counts) or _tells_code(prefix, said) or _tells_name(prefix, said) or is_number


def about_head(lines: Sequence[str], where: str) -> Remark:
    """Say what was left out, all of it."""
    return Remark("warning", where, f"The line(s) before the first turn were left out: “{' '.join(lines)}”.")


def _is_about(prefix: str, counts: Mapping[str, int]) -> bool:
    """Whether it says what of the recording comes, "Session date"; a "Study nurse" speaks, most often again."""
    words = _words(prefix)
    if counts[prefix] > 1 or not words:
        return False
    return words[-1] in _ABOUT or (words[0] in _ABOUT and words[1] in _JOINING)


def _tells_code(prefix: str, said: str) -> bool:
    code = said.strip()
    is_speech = code[:1].islower() and " " in code  # "room 7"
    return _is_of_people(prefix) and _CODE.fullmatch(code) is not None and not is_speech


def _tells_name(prefix: str, said: str) -> bool:
    """ "Anna Ott", and "Dr. A. Ott"; "Yes. Tuesday" is said."""
    words = said.split()
    return (
        _is_of_people(prefix)
        and 0 < len(words) <= _MOST_NAME_WORDS
        and all(word[0].isupper() and word[-1] not in "?!…" and not is_word(word.strip(",.")) for word in words)
        and all(_INITIALS.fullmatch(word) or _TITLE.fullmatch(word) for word in words if word[-1] == ".")
        and _TITLE.fullmatch(words[-1]) is None
    )


def _is_of_people(prefix: str) -> bool:
    return role_of_name(prefix) is not None or bool(_PEOPLE & set(_words(prefix)))


def _words(prefix: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", prefix.casefold())
