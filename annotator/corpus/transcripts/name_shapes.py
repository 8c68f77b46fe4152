"""What a name before a colon looks like, and which of a file's lines begin with one."""

import re
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence

from annotator.corpus.transcripts.model import Remark
from annotator.corpus.transcripts.roles import role_of_name

# Behind a name of whose voice the transcriber is not sure, "Ben?" and "Ben (?)"; alone, "??", for a voice nobody knows.
_DOUBT = r"(?:\?{1,3}|\(\?{1,3}\))"
# ">> ANNA: Hi" and "- Anna: Hi" mark a change of speaker besides.
# The colon of Chinese and Japanese needs no blank behind it. German writes "Klient:in" for a man or a woman.
_NAMED = re.compile(
    r"(?:(?:>{2,3}|[-–—])\s{0,3})?"
    rf"(?P<name>[^:：?!;,]{{1,50}}?(?:,\s?[^:：?!;,]{{1,40}}?)?(?::in)?(?:\s?{_DOUBT})?|{_DOUBT})\s?"
    r"(?::(?:\s+(?P<text>.*)|(?P<tight>\S.*))?|：(?P<text_after_wide>.*))"
)
_EMPHASISED = re.compile(
    r"(?P<before>\s{0,9}(?:[-+*]\s{1,3})?)(?P<sign>\*{1,3}|_{1,3})(?P<name>[^*_:]{1,60}?)(?::(?P=sign)|(?P=sign)\s?:)(?=\s|$)"
)
_NOBODY = re.compile(_DOUBT)
_DOUBTED = re.compile(rf"\s?{_DOUBT}$")
# Behind a name: "Tom (he/him)", "speaker 2 [crying]".
_NOTE = re.compile(r"\(.*?\)|\[.*?\]")
# Behind the colon of an address, a path, a smiley or "Klient:innen".
_NO_SPEECH = re.compile(r"//|\\|-?[()DPp](?:\s|$)|in(?:nen)?\b")
_PARTICLES = {
    "al", "and", "bin", "da", "de", "del", "den", "der", "di", "dos", "du", "el", "et", "la", "le", "of", "the",
    "und", "van", "von", "y",
}  # fmt: skip
_HEADINGS = {"answer", "example", "note", "question", "warning"}
_NOT_NAMES = {
    *_HEADINGS, "and", "anyway", "but", "fine", "good", "hello", "hey", "hi", "like", "maybe", "no", "now", "oh", "ok",
    "okay", "or", "right", "so", "sorry", "still", "thanks", "then", "today", "wait", "well", "yeah", "yes",
}  # fmt: skip
# What a transcriber writes instead of a name.
_UNKNOWN = {
    "inaudible speaker", "speaker unknown", "unbekannt", "unbekannte person", "unbekannter sprecher", "unidentified",
    "unidentified person", "unidentified speaker", "unidentified voice", "unknown", "unknown person",
    "unknown speaker", "unknown voice",
}  # fmt: skip
# Before a colon in this share of the lines that have one, "anna's iphone" is a name too; "she said" comes more rarely.
_OFTEN = 0.1
# Where so many of the lines begin with a name, each line is a turn, and the few others begin with one too.
A_LINE_A_TURN = 0.8
# With what makes it no name at all, "Dr. Ott, jr.": still not what goes on in another's turn without a word.
_LONG_NAME = re.compile(r"(?P<name>[^:：?!;]{1,50})(?:：|:\s)")
_QUOTED_LINES = 5
_QUOTED_CHARACTERS = 80


def without_emphasis(line: str) -> str:
    """The line without the signs by which Markdown prints a name before a colon in bold or italics."""
    match = _EMPHASISED.match(line)
    if match is None:
        return line
    return f"{match['before']}{match['name']}:{line[match.end() :]}"


def split_name(line: str, tight: Container[str] = ()) -> tuple[str, str] | None:
    """What stands before the colon, if it is short and no sentence, and what stands behind it.

    Args:
        line: without blanks around it.
        tight: the names that need no blank behind the colon.
    """
    match = _NAMED.fullmatch(line)
    if match is None:
        return None
    name = _name(match)
    if match["tight"] and (name not in tight or _NO_SPEECH.match(match["tight"])):
        return None
    parts = [part.strip() for part in _plain(name).split(",")]
    is_surname_first = len(parts) > 1 and all(looks_like_a_name(part) and not is_word(part) for part in parts)
    is_short = 0 < len(name.split()) <= 5 and (len(parts) == 1 or is_surname_first)
    if not is_short or (re.search(r"\w{4,}\.", name) and not looks_like_a_name(name)):
        return None
    return name, (match["text"] or match["tight"] or match["text_after_wide"] or "").strip()


def tight_names(lines: Iterable[str]) -> set[str]:
    """Names that some lines write without a blank behind the colon: "Client:It was bad."

    Each stands elsewhere in the file with a blank, or comes more than once and looks like a name, or is a role.
    "At 10:30" is none.
    """
    matches = [match for line in lines if (match := _NAMED.fullmatch(line))]
    spaced = {_name(match) for match in matches if not match["tight"] and any(map(str.isalpha, match["name"]))}
    tight = [(_name(match), match["tight"]) for match in matches if match["tight"]]
    counts = Counter(name for name, text in tight if not (name[-1:].isdigit() and text[0].isdigit()))
    recurring = {name for name, count in counts.items() if count > 1 or role_of_name(name) is not None}
    return spaced | set(filter(looks_like_a_name, recurring))


def names_among(prefixes: Counter[str], *, n_cues: int, n_lines: int) -> set[str]:
    """Those that look like a name, come often enough to be one, or stand among names where each line is a turn.

    Args:
        prefixes: what stands before a colon, and how often.
        n_cues: how many lines or captions may begin with one; of them, a share makes a name.
        n_lines: how many there are in all.
    """
    often = max(3, _OFTEN * n_cues)
    names = {
        prefix
        for prefix, count in prefixes.items()
        if count >= often or (looks_like_a_name(prefix) and not is_word(prefix))
    }
    # "I" is how interviewers are often called, but once, among longer names, it is somebody saying "I".
    if prefixes["I"] > 1 or any(len(name) == 1 and name.isalpha() for name in names):
        names |= {"I"} & set(prefixes)
    stems = Counter(_stem(prefix) for prefix in prefixes if _is_numbered(prefix))
    of_names = {_stem(name) for name in names if _is_numbered(name)}
    names |= {prefix for prefix in prefixes if _is_numbered(prefix) and _stem(prefix) in of_names}
    names |= {prefix for prefix in prefixes if _stem(prefix) and stems[_stem(prefix)] > 1 and prefixes[prefix] > 1}
    likely = names | {prefix for prefix, count in prefixes.items() if _may_be_a_name(prefix, recurs=count > 1)}
    has_two = sum(prefixes[name] > 1 for name in likely) > 1
    if (names or has_two) and sum(prefixes[name] for name in likely) >= A_LINE_A_TURN * n_lines:
        names = likely
    return names | {prefix for prefix in prefixes if is_nobody(prefix) or _is_unknown(prefix)} if names else set()


def looks_like_a_name(prefix: str) -> bool:
    """Capitals throughout, or a role: "So here's the thing: we're late" is speech."""
    plain = _plain(prefix)
    words = _NOTE.sub("", plain).split() or plain.split()
    if not words:
        return False
    initials = [word[0] for word in words if word not in _PARTICLES]
    is_capitalised = bool(initials) and initials[0].isalpha() and not any(map(str.islower, initials))
    is_role = role_of_name(words[0]) is not None and all(word.isdecimal() for word in words[1:])
    return is_capitalised or is_role


def is_word(prefix: str) -> bool:
    """A word that people say before a colon, "Well: no", and "I": taken for a name only where it comes often."""
    return prefix == "I" or _plain(prefix).casefold() in _NOT_NAMES


def is_nobody(name: str) -> bool:
    """Whether it is but question marks, "??": the transcriber did not know who speaks."""
    return _NOBODY.fullmatch(name) is not None


def who(name: str) -> str | None:
    """The speaker that the name names; None for "??"."""
    return None if is_nobody(name) else name


def about_doubtful_names(names: Mapping[str, int], places: Mapping[str, str]) -> Iterator[Remark]:
    """Say which speakers may be none, or somebody else.

    Args:
        names: those that were taken for speakers, and how often each.
        places: where each stands first.
    """
    doubted = [name for name in names if _DOUBTED.search(name) and not is_nobody(name)]
    if doubted:
        listed = ", ".join(f"“{name}”" for name in doubted[:_QUOTED_LINES])
        message = f"The transcript is not sure who speaks: {listed}. Each is a speaker of its own: say who it is."
        yield Remark("warning", places[doubted[0]], message)
    once = [name for name, count in names.items() if count == 1 and name not in doubted and _is_odd(name)]
    if once:
        listed = ", ".join(f"“{name}” ({places[name]})" for name in once[:_QUOTED_LINES])
        more = f" and {len(once) - _QUOTED_LINES} more" if len(once) > _QUOTED_LINES else ""
        message = f"Taken for speakers, since a line begins with them as others do with a name: {listed}{more}."
        yield Remark("warning", places[once[0]], message)


def begins_like_a_name(line: str, names: Collection[str], *, is_a_turn: bool = False) -> bool:
    """Whether a line that none of the names begins may still begin with one: another's, or theirs without a colon.

    Args:
        line: without blanks around it.
        names: those that begin other lines.
        is_a_turn: whether nearly every line is one, so that whatever is short before a colon may be a name.
    """
    split = split_name(line)
    if split is not None and split[0] not in names:
        prefix = split[0]
        words = prefix.split()
        if is_a_turn and (_is_numbered(prefix) or (len(words) < 3 and words[0] != "I" and not is_word(prefix))):
            return True
        is_named = looks_like_a_name(prefix) and (not is_word(prefix) or prefix == "I")
        return is_named or _may_be_a_name(prefix) or is_nobody(prefix)
    if split is None and (match := _LONG_NAME.match(line)) and "," in match["name"]:
        words = match["name"].replace(",", " ").split()
        is_led = bool(words) and looks_like_a_name(words[0]) and not is_word(words[0])
        return is_led and _may_be_a_name(" ".join(words))
    name, tab, said = line.partition("\t")
    if tab and said.strip() and name.strip() in names:
        return True
    first, _, rest = line.partition(" ")
    is_sign_behind = first[:-1] in names and first[-1] in ";.=>"
    is_sign_apart = first in names and re.match(r"[-–—=>]\s", rest) is not None
    return bool(rest) and (is_sign_behind or is_sign_apart)


def about_lines_like_names(lines: Sequence[tuple[str, str]]) -> Iterator[Remark]:
    """Say which lines were read as speech though they may begin with a name: each with its place."""
    if lines:
        listed = ", ".join(f"“{line[:_QUOTED_CHARACTERS]}” ({where})" for line, where in lines[:_QUOTED_LINES])
        more = f" and {len(lines) - _QUOTED_LINES} more" if len(lines) > _QUOTED_LINES else ""
        message = (
            f"{len(lines)} line(s) begin like a name but were read as speech: {listed}{more}. "
            "Check whether somebody else speaks there."
        )
        yield Remark("warning", lines[0][1], message)


def _is_unknown(prefix: str) -> bool:
    return prefix.casefold() in _UNKNOWN


def _may_be_a_name(prefix: str, *, recurs: bool = False) -> bool:
    """One word, or a few with a capital after the first, as "the Mother", or that recur, as "Study nurse".

    Not enough by itself.
    """
    words = _NOTE.sub("", _plain(prefix)).split()
    if not words or len(words) > 3 or words[0] == "I":
        return words == ["I"]
    if is_word(prefix) and _plain(prefix).casefold() not in _HEADINGS:
        return False
    return len(words) == 1 or recurs or any(word[0].isupper() for word in words[1:])


def _is_odd(name: str) -> bool:
    return not is_nobody(name) and ("," in name or not looks_like_a_name(name) or is_word(name))


def _is_numbered(prefix: str) -> bool:
    return any(map(str.isdecimal, prefix))


def _stem(prefix: str) -> str:
    return re.sub(r"\d+", "", _NOTE.sub("", prefix)).strip()


def _plain(name: str) -> str:
    """Without the mark of doubt."""
    return _DOUBTED.sub("", name)


def _name(match: re.Match[str]) -> str:
    return " ".join(match["name"].split())
