"""Whatever is said, in every format it comes back word for word."""

from collections.abc import Callable, Sequence
from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.corpus.transcripts import ReadingOptions, read_transcript
from annotator.corpus.transcripts.clock import format_clock

Said = Sequence[tuple[str, int, int, str]]

WORDS = st.sampled_from(
    [
        "no", "Yes,", "wasn’t", "é", "e\u0301", "naïve", "5:30", "<3", "&", "R&D", "“so”", '"so"', "it's;", "mañana",
        "好的", "\U0001f636\u200d\U0001f32b\ufe0f", "-", "a|b",
    ]
)  # fmt: skip
TURNS = st.lists(
    st.tuples(st.sampled_from(["Anna Lee", "Ben"]), st.lists(WORDS, min_size=1, max_size=8)), min_size=4, max_size=20
)


def captions(said: Said, line: str, text: Callable[[str, str], str]) -> str:
    return "".join(
        line.format(n=n, start=format_clock(start), end=format_clock(end)) + f"\n{text(who, words)}\n\n"
        for n, (who, start, end, words) in enumerate(said, start=1)
    )


def as_vtt(said: Said) -> str:
    return "WEBVTT\n\n" + captions(said, "{start} --> {end}", lambda who, words: f"<v {who}>{escape(words)}</v>")


def as_srt(said: Said) -> str:
    return captions(said, "{n}\n{start} --> {end}", lambda who, words: f"{who}: {words}")


def as_sbv(said: Said) -> str:
    return captions(said, "{start},{end}", lambda who, words: f"{who}: {words}")


def as_ttml(said: Said) -> str:
    lines = "".join(
        f'<p begin="{start}ms" end="{end}ms"><span>{who}: {escape(words)}</span></p>' for who, start, end, words in said
    )
    return f"<tt><body><div>{lines}</div></body></tt>"


def as_ass(said: Said) -> str:
    return "[Script Info]\n\n[Events]\n" + "".join(
        f"Dialogue: 0,{format_clock(start)},{format_clock(end)},Default,{who},0,0,0,,{words}\n"
        for who, start, end, words in said
    )


def as_csv(said: Said) -> str:
    rows = (f'{who},{start},{end},"{words.replace(chr(34), chr(34) * 2)}"\n' for who, start, end, words in said)
    return "speaker,start_ms,end_ms,text\n" + "".join(rows)


def as_stamped_text(said: Said) -> str:
    return "".join(f"[{format_clock(start)} - {format_clock(end)}] {who}: {words}\n" for who, start, end, words in said)


@pytest.mark.parametrize("written", [as_vtt, as_srt, as_sbv, as_ttml, as_ass, as_csv, as_stamped_text])
@given(turns=TURNS)
def test_every_word_comes_back_with_its_speaker_and_time(written, turns):
    said = [(who, n * 3000, n * 3000 + 2500, " ".join(words)) for n, (who, words) in enumerate(turns)]

    transcript = read_transcript(written(said).encode(), options=ReadingOptions(gap_ms=0))

    assert [(turn.speaker, turn.start_ms, turn.end_ms, turn.text) for turn in transcript.turns] == said


@given(turns=TURNS)
def test_every_word_comes_back_from_a_text_of_names(turns):
    text = "".join(f"{who}: {' '.join(words)}\n\n" for who, words in turns)

    transcript = read_transcript(text.encode())

    assert [(turn.speaker, turn.text) for turn in transcript.turns] == [(who, " ".join(words)) for who, words in turns]


@given(turns=TURNS)
def test_every_word_comes_back_from_a_text_of_names_and_times(turns):
    text = "".join(f"{who}  {n}:07\n{' '.join(words)}\n\n" for n, (who, words) in enumerate(turns))

    transcript = read_transcript(text.encode())

    assert [(turn.speaker, turn.text) for turn in transcript.turns] == [(who, " ".join(words)) for who, words in turns]
    assert [turn.start_ms for turn in transcript.turns] == [n * 60_000 + 7000 for n in range(len(turns))]
