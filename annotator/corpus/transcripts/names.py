"""Speakers written into the text, as Zoom does: "Name: what was said"."""

import re
from collections import Counter
from collections.abc import Container, Iterable
from dataclasses import replace

from annotator.corpus.transcripts.changes import marks_change
from annotator.corpus.transcripts.model import Cue, Remark
from annotator.corpus.transcripts.roles import role_of_name

# ">> ANNA: Hi" and "- Anna: Hi" mark a change of speaker besides.
# The colon of Chinese and Japanese needs no blank behind it. German writes "Klient:in" for a man or a woman.
_NAMED = re.compile(
    r"(?:(?:>{2,3}|[-–—])\s{0,3})?(?P<name>[^:：?!;,]{1,50}?(?::in)?)\s?"
    r"(?::(?:\s+(?P<text>.*)|(?P<tight>\S.*))?|：(?P<text_after_wide>.*))"
)
# Behind the colon of an address, a path, a smiley or "Klient:innen".
_NO_SPEECH = re.compile(r"//|\\|-?[()DPp](?:\s|$)|in(?:nen)?\b")
_PARTICLES = {"al", "bin", "da", "de", "del", "den", "der", "di", "dos", "du", "el", "la", "le", "of", "van", "von"}
_NOT_NAMES = {
    "and", "anyway", "but", "example", "fine", "good", "hello", "hey", "hi", "like", "maybe", "no", "note", "now",
    "oh", "ok", "okay", "or", "question", "right", "so", "sorry", "still", "thanks", "then", "today", "wait", "warning",
    "well", "yeah", "yes",
}  # fmt: skip
# Before a colon in this share of the cues, "anna's iphone" is a name too; "she said" comes more rarely.
_OFTEN = 0.1


def name_speakers(cues: list[Cue]) -> tuple[list[Cue], list[Remark]]:
    """Take names off the text. A file whose voices are already marked is left as it is.

    Where fewer than half of the cues have a name, the names mark where the speaker changes, and each holds until the
    next: if the file begins with one, two of them recur, as in a conversation, or one stands behind ">>"; else they
    are taken for speech.
    """
    if any(cue.speaker for cue in cues):
        return cues, []
    lines = [line for cue in cues for line in cue.lines]
    tight = tight_names(lines)
    prefixes = Counter(split[0] for line in lines if (split := split_name(line, tight)))
    names = names_among(prefixes, n_cues=len(cues))
    named = [part for cue in cues for part in _named_parts(cue, names, tight)]
    n_named = sum(part.speaker is not None for part in named)
    if n_named * 2 >= len(named):
        return named, []
    n_recurring = sum(prefixes[name] > 1 for name in names)
    marked = {split[0] for line in lines if line.startswith(">>") and (split := split_name(line, tight))}
    if named[0].speaker is None and n_recurring < 2 and not marked & names:
        return cues, []
    carried: list[Cue] = []
    speaker: str | None = None
    for part in named:
        speaker = part.speaker or (None if marks_change(part.text) else speaker)
        carried.append(replace(part, speaker=speaker))
    message = f"Only {n_named} of {len(named)} cues have a name; each name was taken to hold until the next one."
    if any(map(marks_change, (part.text for part in named if not part.speaker))):
        message += " A dash or “>>” without a name ends it too."
    return carried, [Remark("warning", "", message)]


def names_above(cues: list[Cue]) -> tuple[list[Cue], list[Remark]]:
    """Take off names that stand on a line of their own above each caption's text, as the Teams text has them.

    Only where every caption has such a line and the names recur, so that no first line of speech is taken for one.
    """
    firsts = [cue.lines[0] for cue in cues if len(cue.lines) > 1]
    is_everywhere = len(firsts) == len(cues) and not any(cue.speaker for cue in cues)
    if not is_everywhere or len(set(firsts)) * 2 > len(cues) or not all(map(_is_name_line, set(firsts))):
        return cues, []
    named = [replace(cue, lines=cue.lines[1:], speaker=" ".join(cue.lines[0].split())) for cue in cues]
    return named, [Remark("info", "", "The line above each text was taken for the speaker.")]


def _is_name_line(line: str) -> bool:
    return len(line.split()) <= 6 and line[-1] not in ".?!,:;…-" and looks_like_a_name(line)


def names_among(prefixes: Counter[str], *, n_cues: int) -> set[str]:
    """Those that look like a name or stand before enough of the cues to be one."""
    often = max(3, _OFTEN * n_cues)
    return {
        prefix
        for prefix, count in prefixes.items()
        # "I" is how interviewers are often called, but once or twice it is somebody saying "I".
        if count >= often or (looks_like_a_name(prefix) and prefix != "I")
    }


def _named_parts(cue: Cue, names: Container[str], tight: Container[str]) -> list[Cue]:
    """The cue cut where a line begins with a name."""
    parts: list[tuple[str | None, list[str]]] = []
    for line in cue.lines:
        split = split_name(line, tight)
        name, text = split if split and split[0] in names else (None, line)
        if name or not parts:
            parts.append((name, []))
        if text:
            parts[-1][1].append(text)
    return [replace(cue, lines=tuple(lines), speaker=speaker) for speaker, lines in parts] or [cue]


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
    is_short = 0 < len(name.split()) <= 5 and name.casefold() not in _NOT_NAMES
    if not is_short or re.search(r"\w{4,}\.", name):
        return None
    return name, (match["text"] or match["tight"] or match["text_after_wide"] or "").strip()


def _name(match: re.Match[str]) -> str:
    return " ".join(match["name"].split())


def looks_like_a_name(prefix: str) -> bool:
    """Capitals throughout, or a role: "So here's the thing: we're late" is speech."""
    words = re.sub(r"\(.*?\)", "", prefix).split() or prefix.split()  # "Tom (he/him)"
    if not words:
        return False
    initials = [word[0] for word in words if word not in _PARTICLES]
    is_capitalised = bool(initials) and initials[0].isalpha() and not any(map(str.islower, initials))
    is_role = role_of_name(words[0]) is not None and all(word.isdecimal() for word in words[1:])
    return is_capitalised or is_role
