"""CHAT (.cha) of TalkBank: `*XXX:` lines of speech, `%` lines about them, `@` lines about the recording.

The codes inside the speech (retracing, pauses, overlaps) stay as they are written: they are what the transcriber heard.
Source: MacWhinney, The CHILDES Project, Tools for Analyzing Talk, part 1: the CHAT transcription format.
"""

import re
from collections import Counter
from dataclasses import dataclass

from annotator.corpus.transcripts.model import Cue, Reading, Remark
from annotator.corpus.transcripts.options import ReadingOptions
from annotator.corpus.transcripts.roles import role_of_name

# A time mark between U+0015 signs, which some programs show as bullets or lose; older ones name the recording too.
_BULLET = re.compile(
    r'[\x15•](?:%\w+:"[^"\n]*"_)?(\d{1,10})_(\d{1,10})-?[\x15•]|(?<=\s)(\d{1,10})_(\d{1,10})\s*$', re.ASCII
)
_CODES = re.compile(r"\[[^\[\]]*\]|&\S|\+[^\s\w]|[<>‡„↑↓⌈⌉⌊⌋]|\(\.+\)|\b(?:xxx|yyy|www)\b")
_STRUCTURAL = {"UTF8", "Begin", "End", "Participants", "Languages", "ID", "Media", "Window", "Options", "PID", "Font"}
_SNIFFED_LINES = 60


@dataclass(frozen=True)
class _Line:
    number: int
    text: str


def is_chat(text: str) -> bool:
    """Whether @Begin stands among the first lines, or @UTF8 is the first."""
    head = text.split("\n", _SNIFFED_LINES)[:_SNIFFED_LINES]
    return head[0].strip() == "@UTF8" or any(line.strip() == "@Begin" for line in head)


def read_chat(text: str, _options: ReadingOptions) -> Reading:
    """Read the lines of speech, each its participant's, with the times of their marks."""
    remarks: list[Remark] = []
    lines = _logical_lines(text, remarks)
    names = _participants(lines)
    cues: list[Cue] = []
    unread: Counter[str] = Counter()
    undeclared: set[str] = set()
    n_coded = 0
    for line in lines:
        head, colon, content = line.text.partition(":")
        if not line.text.startswith("*"):
            unread[head.strip()] += 1
            continue
        where = f"line {line.number}"
        code = head[1:].strip()
        if not colon:
            remarks.append(Remark("warning", where, "The line names no speaker before a colon; it was kept as speech."))
            code, content = "", line.text[1:]
        elif code not in names:
            undeclared.add(code)
        cue = _cue(content, names.get(code, code) or None, where)
        n_coded += _CODES.search(cue.text) is not None
        cues.append(cue)
    remarks += _about(unread, undeclared, n_coded)
    return Reading("chat", tuple(cues), tuple(remarks))


def _logical_lines(text: str, remarks: list[Remark]) -> list[_Line]:
    """Lines with the lines that continue them, which begin with a tab."""
    parts: list[tuple[int, list[str]]] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        if line[0] in "*@%" or not parts:
            parts.append((number, [line]))
            continue
        if line[0] not in "\t ":
            message = "The line begins with none of *, %, @ and tab; it was taken to continue the one before it."
            remarks.append(Remark("warning", f"line {number}", message))
        parts[-1][1].append(line.strip())
    return [_Line(number, " ".join(pieces)) for number, pieces in parts]


def _participants(lines: list[_Line]) -> dict[str, str]:
    """What each speaker's code is shown as: the name if there is one, with a role that tells client or counsellor."""
    shown: dict[str, str] = {}
    for line in lines:
        if not line.text.startswith("@Participants:"):
            continue
        for entry in line.text.partition(":")[2].split(","):
            code, *rest = entry.split()[:3] or [""]
            if not code:
                continue
            name = rest[0].replace("_", " ") if len(rest) == 2 else code
            role = rest[-1].replace("_", " ") if rest else ""
            if role_of_name(role) and not role_of_name(name):
                name = f"{name} ({role})"
            shown[code] = f"{name} ({code})" if name in shown.values() else name
    return shown


def _cue(content: str, speaker: str | None, where: str) -> Cue:
    spans = [(int(match[1] or match[3]), int(match[2] or match[4])) for match in _BULLET.finditer(content)]
    text = " ".join(_BULLET.sub(" ", content).replace("\x15", " ").split())
    start_ms, end_ms = (spans[0][0], spans[-1][1]) if spans else (None, None)
    return Cue((text,), start_ms, end_ms, where, speaker)


def _about(unread: Counter[str], undeclared: set[str], n_coded: int) -> list[Remark]:
    remarks: list[Remark] = []
    dependent = {head: n for head, n in unread.items() if head.startswith("%")}
    headers = {head: n for head, n in unread.items() if head.startswith("@") and head[1:] not in _STRUCTURAL}
    others = {head: n for head, n in unread.items() if head[:1] not in "@%"}
    for what, heads in (("Lines about the speech", dependent), ("Headers", headers)):
        if heads:
            remarks.append(Remark("info", "", f"{what} were not read: {_listed(heads)}."))
    if others:
        remarks.append(Remark("error", "line 1", "The first line is none of CHAT's; it was left out."))
    if "@End" not in unread:
        remarks.append(Remark("warning", "", "The file has no @End: it may be cut off."))
    if undeclared:
        codes = ", ".join(f"“{code[:40]}”" for code in sorted(undeclared)[:12])
        remarks.append(Remark("warning", "", f"Speakers that @Participants does not name: {codes}."))
    if n_coded:
        message = f"{n_coded} utterance(s) hold codes of CHAT, such as [/] or xxx; they stay as they are written."
        remarks.append(Remark("info", "", message))
    return remarks


def _listed(heads: dict[str, int]) -> str:
    shown = ", ".join(f"{head[:40]} ({n})" for head, n in list(heads.items())[:12])
    return shown if len(heads) <= 12 else f"{shown} and {len(heads) - 12} more"
