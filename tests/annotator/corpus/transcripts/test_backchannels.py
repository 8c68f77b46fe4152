"""A listener's "mhm" can stay inside the turn of the person who speaks on."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from annotator.corpus.transcripts import Backchannel, ReadingOptions, Transcript, read_transcript

T_INTERJECTS = ReadingOptions(backchannels_of=("T",))


def table(*rows: tuple[str, int, int, str]) -> bytes:
    lines = [f"{speaker},{start},{end},{text}" for speaker, start, end, text in rows]
    return "\n".join(["speaker,start_ms,end_ms,text", *lines]).encode()


def spoken(transcript: Transcript) -> list[tuple[str | None, str]]:
    return [(turn.speaker, turn.text) for turn in transcript.turns]


TALK = table(
    ("C", 0, 4000, "I have not slept"),
    ("T", 4200, 4700, "Mhm."),
    ("C", 4800, 8000, "for days."),
    ("T", 9000, 12000, "That sounds hard."),
)


def test_an_interjection_splits_the_turn_unless_it_is_asked_for():
    assert len(read_transcript(TALK).turns) == 4


def test_an_interjection_is_kept_with_the_turn_it_stands_in():
    transcript = read_transcript(TALK, options=T_INTERJECTS)

    assert spoken(transcript) == [("C", "I have not slept for days."), ("T", "That sounds hard.")]
    assert transcript.turns[0].backchannels == (Backchannel("T", 4200, 4700, "Mhm."),)
    assert (transcript.turns[0].start_ms, transcript.turns[0].end_ms) == (0, 8000)
    assert any("they stand in: 1." in remark.message for remark in transcript.remarks)


def test_an_interjection_inside_one_long_cue_is_kept_with_it_though_none_follows():
    data = table(("C", 0, 9000, "All of it was mine"), ("T", 3000, 3500, "Yeah"), ("T", 9500, 12000, "Tell me."))

    transcript = read_transcript(data, options=ReadingOptions(gap_ms=0, backchannels_of=("T",)))

    assert spoken(transcript) == [("C", "All of it was mine"), ("T", "Tell me.")]
    assert transcript.turns[0].backchannels == (Backchannel("T", 3000, 3500, "Yeah"),)


def test_what_asks_answers_or_takes_long_is_a_turn():
    rows = [
        ("Why?", 500),
        ("That sounds very hard", 900),
        ("Mm", 2500),
    ]
    for text, length_ms in rows:
        data = table(("C", 0, 4000, "One"), ("T", 4000, 4000 + length_ms, text), ("C", 5000, 8000, "two"))
        assert len(read_transcript(data, options=T_INTERJECTS).turns) == 3, text


def test_a_short_word_after_which_the_other_does_not_go_on_is_a_turn():
    data = table(("C", 0, 4000, "One"), ("T", 4000, 4500, "Mhm"), ("C", 9000, 9500, "two"))

    assert len(read_transcript(data, options=T_INTERJECTS).turns) == 3


def test_the_clients_own_short_words_stay_turns():
    data = table(("T", 0, 4000, "You said"), ("C", 4000, 4500, "Mhm"), ("T", 4600, 9500, "it was hard."))

    assert len(read_transcript(data, options=T_INTERJECTS).turns) == 3


def test_a_counsellor_who_only_interjects_is_among_the_speakers():
    data = table(("C", 0, 4000, "One"), ("T", 4000, 4500, "Mhm"), ("C", 4600, 9500, "two"))

    assert read_transcript(data, options=T_INTERJECTS).speakers == ("C", "T")


def test_interjections_without_times_stay_turns():
    data = b"speaker,text\nC,One\nT,Mhm\nC,two\n"

    assert len(read_transcript(data, options=T_INTERJECTS).turns) == 3


CUES = st.lists(
    st.tuples(
        st.sampled_from("CT"), st.integers(0, 20_000), st.integers(0, 4000), st.sampled_from(["mhm", "a b c d", "x?"])
    ),
    min_size=1,
    max_size=30,
)


@given(CUES, st.sampled_from([0, 500, 2000]))
def test_no_word_is_lost_and_none_changes_its_speaker(cues, gap_ms):
    data = table(*((speaker, start, start + length, text) for speaker, start, length, text in cues))

    transcript = read_transcript(data, options=ReadingOptions(gap_ms=gap_ms, backchannels_of=("T",)))

    said = Counter((speaker, word) for speaker, _, _, text in cues for word in text.split())
    kept = Counter((turn.speaker, word) for turn in transcript.turns for word in turn.text.split())
    kept += Counter(
        (each.speaker, word) for turn in transcript.turns for each in turn.backchannels for word in each.text.split()
    )
    assert kept == said
