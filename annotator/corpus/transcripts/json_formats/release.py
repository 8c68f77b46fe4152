"""A release of Attune itself (`turns.jsonl`): the client's turns, with what was said before and after them."""

from annotator.corpus.transcripts.choosing import chosen
from annotator.corpus.transcripts.json_formats.values import (
    JsonObject,
    as_id,
    as_lines,
    as_name,
    as_object,
    as_text,
    milliseconds,
    mostly,
    objects_of,
)
from annotator.corpus.transcripts.model import Cue, Reading, Remark, Tier
from annotator.corpus.transcripts.options import ReadingOptions

_HIGHEST_POSITION = 1_000_000
_KEYS = {"session", "position", "words", "context", "reply"}


def is_release(document: object) -> bool:
    """Whether the lines are turns as a release holds them."""
    lines = as_lines(document)
    return mostly(lines, lambda line: set(line) >= _KEYS)


def read_release(document: object, options: ReadingOptions) -> Reading:
    """Read one session, the first unless another was chosen: its client turns, and the counsellor's around them."""
    lines = as_lines(document)
    remarks: list[Remark] = []
    sessions: dict[str, list[tuple[int, JsonObject]]] = {}
    for number, line in enumerate(lines, start=1):
        turn = as_object(line)
        sessions.setdefault(as_id(turn.get("session")) or "without a session", []).append((number, turn))
    names = chosen(list(sessions), options, remarks, noun="session")
    if names is None:
        names = list(sessions)[:1]
        if len(sessions) > 1:
            message = (
                f"The release holds {len(sessions)} sessions; “{names[0]}” was read. Choose another if it is not that."
            )
            remarks.append(Remark("warning", "", message))
    tiers = tuple(
        Tier(name, len(turns), as_text(turns[0][1].get("words")) or "", name in names)
        for name, turns in sessions.items()
    )
    cues = [cue for name in names for cue in _session(sessions[name], remarks)]
    put_in = [each for name in names for _, turn in sessions[name] for each in objects_of(turn.get("backchannels"))]
    if put_in:
        message = f"Interjections of the listener inside the client's turns were not read: {len(put_in)}."
        remarks.append(Remark("warning", "", message))
    remarks.append(Remark("info", "", "Labels of the release are not imported; what was said is."))
    return Reading("attune-release", tuple(cues), tuple(remarks), tiers=tiers)


def _session(turns: list[tuple[int, JsonObject]], remarks: list[Remark]) -> list[Cue]:
    cues: list[Cue] = []
    reply: str | None = None
    words: str | None = None
    latest: int | None = None
    for number, turn in sorted(turns, key=lambda pair: _position(pair[1])):
        where = f"line {number}"
        between = [
            (as_name(each.get("role")), as_text(each.get("text")) or "") for each in objects_of(turn.get("context"))
        ]
        if cues:
            between = _since(words, between)
            if reply is not None and (not between or between[0][1] != reply):
                between.insert(0, ("counsellor", reply))
        n_missing = 0 if latest is None else _position(turn) - latest - 1 - len(between)
        latest = _position(turn)
        if n_missing > 0:
            message = f"Turns of the session that are not in the release before this one: {n_missing}."
            remarks.append(Remark("warning", where, message))
        cues += [Cue((text,), None, None, where, role) for role, text in between]
        words, reply = as_text(turn.get("words")), as_text(turn.get("reply"))
        if words is None:
            remarks.append(Remark("error", where, "Left out: it has no words."))
            continue
        start_ms, end_ms = milliseconds(turn.get("start_ms")), milliseconds(turn.get("end_ms"))
        cues.append(Cue((words,), start_ms, end_ms, where, "client"))
    if reply is not None and cues:
        cues.append(Cue((reply,), None, None, cues[-1].where, "counsellor"))
    return cues


def _since(words: str | None, between: list[tuple[str | None, str]]) -> list[tuple[str | None, str]]:
    """What was said after the client's latest turn; all of it where that is further back than is kept."""
    places = [place for place, (role, text) in enumerate(between) if role == "client" and text == words]
    return between[places[-1] + 1 :] if places else between


def _position(turn: JsonObject) -> int:
    position = turn.get("position")
    return position if isinstance(position, int) and abs(position) < _HIGHEST_POSITION else 0
