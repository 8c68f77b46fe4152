"""An hour of speech, 12,000 words with a time each, as programs that write transcripts would have it."""

import json
from collections.abc import Callable, Mapping

N_WORDS = 12_000
N_TURNS = 200
_TURN = N_WORDS // N_TURNS

_Word = tuple[str, float, float, int]
"""Text, start and end in seconds, and which of two people says it."""

_WORDS: list[_Word] = [
    ("tired." if n % 12 == 11 else "so", round(n * 0.3, 3), round(n * 0.3 + 0.2, 3), n // _TURN % 2)
    for n in range(N_WORDS)
]
_TURNS = [_WORDS[at : at + _TURN] for at in range(0, N_WORDS, _TURN)]


def _text_of(turn: list[_Word]) -> str:
    return " ".join(word[0] for word in turn)


def _subrip() -> str:
    return "".join(
        f"{n}\n{_clock(turn[0][1])} --> {_clock(turn[-1][2])}\n{'Anna' if turn[0][3] else 'Ben'}: {_text_of(turn)}\n\n"
        for n, turn in enumerate(_TURNS)
    )


def _clock(seconds: float) -> str:
    whole, ms = divmod(round(seconds * 1000), 1000)
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02},{ms:03}"


def _whisperx() -> str:
    return json.dumps({"segments": [
        {"start": turn[0][1], "end": turn[-1][2], "text": _text_of(turn), "speaker": f"S{turn[0][3]}",
         "words": [{"word": text, "start": start, "end": end, "speaker": f"S{who}"} for text, start, end, who in turn]}
        for turn in _TURNS
    ]})  # fmt: skip


def _amazon() -> str:
    return json.dumps({"results": {
        "speaker_labels": {"segments": [
            {"start_time": str(turn[0][1]), "end_time": str(turn[-1][2]), "speaker_label": f"spk_{turn[0][3]}"}
            for turn in _TURNS
        ]},
        "items": [
            {"alternatives": [{"content": text}], "start_time": str(start), "end_time": str(end)}
            for text, start, end, _ in _WORDS
        ],
    }})  # fmt: skip


def _google() -> str:
    words = [
        {"word": text, "startTime": f"{start}s", "endTime": f"{end}s", "speakerTag": who + 1}
        for text, start, end, who in _WORDS
    ]
    return json.dumps({"results": [{"alternatives": [{"words": words}]}]})


def _praat() -> str:
    parts = ['File type = "ooTextFile"\nObject class = "TextGrid"\n\n0 3600 <exists> 2\n']
    for who in (0, 1):
        words = [word for word in _WORDS if word[3] == who]
        parts.append(f'"IntervalTier" "S{who}" 0 3600 {len(words)}\n')
        parts += [f'{start}\n{end}\n"{text}"\n' for text, start, end, _ in words]
    return "".join(parts)


def _elan() -> str:
    slots = "".join(
        f'<TIME_SLOT TIME_SLOT_ID="s{n}" TIME_VALUE="{round(turn[0][1] * 1000)}"/>'
        f'<TIME_SLOT TIME_SLOT_ID="e{n}" TIME_VALUE="{round(turn[-1][2] * 1000)}"/>'
        for n, turn in enumerate(_TURNS)
    )
    tiers = "".join(
        f'<TIER TIER_ID="S{who}">'
        + "".join(
            f'<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a{n}" TIME_SLOT_REF1="s{n}" TIME_SLOT_REF2="e{n}">'
            f"<ANNOTATION_VALUE>{_text_of(turn)}</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION>"
            for n, turn in enumerate(_TURNS)
            if turn[0][3] == who
        )
        + "</TIER>"
        for who in (0, 1)
    )
    return f"<ANNOTATION_DOCUMENT><TIME_ORDER>{slots}</TIME_ORDER>{tiers}</ANNOTATION_DOCUMENT>"


AN_HOUR: Mapping[str, Callable[[], str]] = {
    "SRT": _subrip,
    "WhisperX": _whisperx,
    "Amazon Transcribe": _amazon,
    "Google Speech-to-Text": _google,
    "Praat": _praat,
    "ELAN": _elan,
}
"""What makes the document, by the name of its format."""
