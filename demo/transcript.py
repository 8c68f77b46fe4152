"""A script as a WebVTT transcript with a voice for each speaker."""

from demo.script import Script, ScriptTurn


def transcript_vtt(script: Script) -> str:
    """The text of a WebVTT file: one cue a turn, spoken by `Client` or `Counsellor`."""
    return "\n\n".join(["WEBVTT", *map(_cue, script.turns)]) + "\n"


def _cue(turn: ScriptTurn) -> str:
    return f"{_clock(turn.start_ms)} --> {_clock(turn.end_ms)}\n<v {turn.role.capitalize()}>{turn.text}"


def _clock(milliseconds: int) -> str:
    seconds, thousandths = divmod(milliseconds, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02}:{minutes:02}:{seconds:02}.{thousandths:03}"
