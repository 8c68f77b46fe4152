"""An hour of speech, 12,000 words with a time each, reads while a person waits."""

import json
import time

import pytest

from annotator.corpus.transcripts import read_transcript

N_WORDS = 12_000
TURN = 60
SLOWEST_S = 0.5
BUSY = 3  # Tests run beside others; by itself each takes less than SLOWEST_S of the processor.

WORDS = [
    ("tired." if n % 12 == 11 else "so", round(n * 0.3, 3), round(n * 0.3 + 0.2, 3), n // TURN % 2)
    for n in range(N_WORDS)
]
TURNS = [WORDS[at : at + TURN] for at in range(0, N_WORDS, TURN)]


def text_of(turn: list[tuple[str, float, float, int]]) -> str:
    return " ".join(word[0] for word in turn)


def whisperx() -> str:
    return json.dumps({"segments": [
        {"start": turn[0][1], "end": turn[-1][2], "text": text_of(turn), "speaker": f"S{turn[0][3]}",
         "words": [{"word": text, "start": start, "end": end, "speaker": f"S{who}"} for text, start, end, who in turn]}
        for turn in TURNS
    ]})  # fmt: skip


def amazon() -> str:
    return json.dumps({"results": {
        "speaker_labels": {"segments": [
            {"start_time": str(turn[0][1]), "end_time": str(turn[-1][2]), "speaker_label": f"spk_{turn[0][3]}"}
            for turn in TURNS
        ]},
        "items": [
            {"alternatives": [{"content": text}], "start_time": str(start), "end_time": str(end)}
            for text, start, end, _ in WORDS
        ],
    }})  # fmt: skip


def google() -> str:
    words = [
        {"word": text, "startTime": f"{start}s", "endTime": f"{end}s", "speakerTag": who + 1}
        for text, start, end, who in WORDS
    ]
    return json.dumps({"results": [{"alternatives": [{"words": words}]}]})


def praat() -> str:
    parts = ['File type = "ooTextFile"\nObject class = "TextGrid"\n\n0 3600 <exists> 2\n']
    for who in (0, 1):
        words = [word for word in WORDS if word[3] == who]
        parts.append(f'"IntervalTier" "S{who}" 0 3600 {len(words)}\n')
        parts += [f'{start}\n{end}\n"{text}"\n' for text, start, end, _ in words]
    return "".join(parts)


def elan() -> str:
    slots = "".join(
        f'<TIME_SLOT TIME_SLOT_ID="s{n}" TIME_VALUE="{round(turn[0][1] * 1000)}"/>'
        f'<TIME_SLOT TIME_SLOT_ID="e{n}" TIME_VALUE="{round(turn[-1][2] * 1000)}"/>'
        for n, turn in enumerate(TURNS)
    )
    tiers = "".join(
        f'<TIER TIER_ID="S{who}">'
        + "".join(
            f'<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a{n}" TIME_SLOT_REF1="s{n}" TIME_SLOT_REF2="e{n}">'
            f"<ANNOTATION_VALUE>{text_of(turn)}</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION>"
            for n, turn in enumerate(TURNS)
            if turn[0][3] == who
        )
        + "</TIER>"
        for who in (0, 1)
    )
    return f"<ANNOTATION_DOCUMENT><TIME_ORDER>{slots}</TIME_ORDER>{tiers}</ANNOTATION_DOCUMENT>"


@pytest.mark.parametrize("made", [whisperx, amazon, google, praat, elan])
def test_an_hour_of_words_reads_in_half_a_second(made):
    data = made().encode()
    took: list[float] = []
    for _ in range(3):
        began = time.process_time()
        transcript = read_transcript(data)
        took.append(time.process_time() - began)

    assert len(transcript.turns) == len(TURNS)
    assert sum(len(turn.text.split()) for turn in transcript.turns) == N_WORDS
    assert min(took) < SLOWEST_S * BUSY
