"""WebVTT and SRT, as programs really write them."""

from itertools import pairwise

import pytest

from annotator.corpus.transcripts import ReadingOptions, Remark, Transcript, TranscriptRefused, read_transcript


def read(text: str, **options: int) -> Transcript:
    return read_transcript(text.encode(), options=ReadingOptions(**options))


def spoken(transcript: Transcript) -> list[tuple[str | None, str]]:
    return [(turn.speaker, turn.text) for turn in transcript.turns]


def test_an_srt_with_a_byte_order_mark_has_no_mark_in_name_or_text():
    transcript = read_transcript(b"\xef\xbb\xbf1\r\n00:00:01,000 --> 00:00:02,500\r\nT: Hello again.\r\n")

    assert spoken(transcript) == [("T", "Hello again.")]
    assert (transcript.turns[0].start_ms, transcript.turns[0].end_ms) == (1000, 2500)


@pytest.mark.parametrize("mark", ["\ufeff", "\u200b", "\u200e", "\u200f", "\u202b", "\u2067"])
@pytest.mark.parametrize(
    "lines",
    [
        "1\n00:00:01,000 --> 00:00:02,500\nT: Hello again.\n",
        "WEBVTT\n\n1\n00:01.000 --> 00:02.500\n<v T>Hello again.\n",
        "0:00:01.000,0:00:02.500\nT: Hello again.\n",
        "[0:00:01 - 0:00:02.5] T: Hello again.\n",
    ],
)
def test_marks_that_nobody_sees_stop_nothing_wherever_a_line_has_them(lines, mark):
    everywhere = "\n".join(mark + line for line in lines.split("\n"))

    for text in (mark + lines, everywhere):
        transcript = read(text)
        assert spoken(transcript) == [("T", "Hello again.")]
        assert (transcript.turns[0].start_ms, transcript.turns[0].end_ms) == (1000, 2500)


def test_a_cue_that_an_editor_wrote_twice_is_read_once_and_said():
    one, two = "00:01.000 --> 00:02.000\n<v A>No.\n\n", "00:02.000 --> 00:03.000\n<v A>No.\n\n"
    transcript = read("WEBVTT\n\n" + one + one + two, gap_ms=0)

    assert [(turn.start_ms, turn.text) for turn in transcript.turns] == [(1000, "No."), (2000, "No.")]
    assert transcript.remarks[0].where == "line 6"
    assert "Captions written twice, with the same times and words: 1." in transcript.remarks[0].message


def test_a_cue_whose_beginning_is_not_known_takes_no_other_s():
    transcript = read("1\n0:0:x,0 --> 00:00:01,500\nT: Hello.\n\n2\n00:00:02,000 --> 00:00:03,000\nT: Again.\n")

    assert [(turn.start_ms, turn.text) for turn in transcript.turns] == [(None, "Hello."), (2000, "Again.")]


def test_roll_up_captions_come_out_once():
    transcript = read(
        "WEBVTT\n\n00:01.000 --> 00:03.000\nI have not\n\n00:03.000 --> 00:03.010\nI have not\n \n\n"
        "00:03.010 --> 00:05.000\nI have not\nslept for days"
    )

    assert spoken(transcript) == [(None, "I have not slept for days")]
    assert any("Roll-up" in remark.message for remark in transcript.remarks)


@pytest.mark.parametrize(
    "captions",
    [
        "00:01.000 --> 00:03.000\nno no no\n",
        "00:01.000 --> 00:02.000\nno\n\n00:02.000 --> 00:03.000\nno\n\n00:03.000 --> 00:04.000\nno\n",
        "00:01.000 --> 00:02.000\nno\nno\n\n00:02.000 --> 00:03.000\nno\n",
    ],
)
def test_a_client_who_says_no_three_times_keeps_all_three(captions):
    transcript = read("WEBVTT\n\n" + captions)

    assert spoken(transcript) == [(None, "no no no")]


def test_a_word_said_again_in_roll_up_captions_is_kept():
    transcript = read(
        "WEBVTT\n\n00:00.000 --> 00:00.500\noh\nwell\n\n"
        "00:00.500 --> 00:01.000\nwell\nno\n\n00:01.000 --> 00:02.000\nno\nno\n\n"
        "00:02.000 --> 00:03.000\nno\nno\n"
    )

    assert spoken(transcript) == [(None, "oh well no no no")]


def in_seconds(*texts: str) -> str:
    """A caption a second, one right after the other."""
    cues = (f"00:{at:02}.000 --> 00:{at + 1:02}.000\n{text}\n" for at, text in enumerate(texts))
    return "WEBVTT\n\n" + "\n".join(cues)


def rolled_up(*lines: str) -> list[str]:
    """Captions of two lines, each line shown again above the next one."""
    return [lines[0], *map("\n".join, pairwise(lines))]


@pytest.mark.parametrize("n_before", [0, 8])
def test_a_line_that_happens_to_repeat_makes_no_file_roll_up(n_before):
    before = [f"line {n}\nand {n}" for n in range(n_before)]
    said = ["Did you call?", "No.", "No.", "No.", "I was out\nand I thought,", "and I thought,\nhe is back."]
    transcript = read(in_seconds(*before, *said))

    assert " ".join(turn.text for turn in transcript.turns) == " ".join([*before, *said]).replace("\n", " ")
    message = "1 caption(s) begin with the last line of the one before."
    assert [remark.message[: len(message)] for remark in transcript.remarks[:1]] == [message]


def test_captions_between_roll_up_ones_are_kept_where_they_say_a_word_again():
    one, two = [f"line {n}" for n in range(9)], ["so he", "came", "back"]
    transcript = read(in_seconds(*rolled_up(*one), "No.", "No.", "No.", *rolled_up(*two)), gap_ms=0)

    assert [turn.text for turn in transcript.turns] == [*one, "No.", "No.", "No.", *two]
    assert transcript.remarks[0].message == "Roll-up captions: 10 lines shown again were left out."


def test_a_few_words_begun_anew_make_no_file_grow():
    said = [*(f"Caption {n}." for n in range(8)), "I", "I thought", "I thought so."]

    assert " ".join(turn.text for turn in read(in_seconds(*said)).turns) == " ".join(said)


def test_captions_that_grow_word_by_word_come_out_once():
    transcript = read(in_seconds("T: Well?", "C: I", "C: I have not", "C: I have not slept.", "T: Oh."), gap_ms=0)

    assert [(turn.start_ms, turn.end_ms, turn.text) for turn in transcript.turns] == [
        (0, 1000, "Well?"),
        (1000, 4000, "I have not slept."),
        (4000, 5000, "Oh."),
    ]
    assert "2 shown again with more words" in transcript.remarks[0].message


def test_growing_captions_of_two_lines_come_out_once():
    one, two = ("I", "I have", "I have\nnot", "I have\nnot slept"), ("not slept\nfor", "not slept\nfor days")
    transcript = read(in_seconds(*one, *two, "for days\nand", "for days\nand nights"))

    assert spoken(transcript) == [(None, "I have not slept for days and nights")]


@pytest.mark.parametrize("texts", [("I was", "I was late"), ("no", "no no", "no no no"), ("So", "I", "I so", "I")])
def test_a_speaker_who_begins_anew_is_kept_whole(texts):
    assert spoken(read(in_seconds(*texts))) == [(None, " ".join(texts))]


def test_unpadded_and_hourless_times_are_read():
    transcript = read("WEBVTT\n\n0:0:13.54 --> 0:14,250\n<v A>One.\n\n3:44.100 --> 3:45.620\n<v A>Two.", gap_ms=0)

    assert [(turn.start_ms, turn.end_ms) for turn in transcript.turns] == [(13540, 14250), (224100, 225620)]


def test_notes_styles_and_ids_are_no_speech():
    transcript = read(
        "WEBVTT - a film\nKind: captions\n\nSTYLE\n::cue { color: red }\n\nNOTE for us\nonly\n\n"
        "4f1d-guid-0\n00:01.000 --> 00:02.000\n<v Anna>Hi.</v>\n\nNOTE one line\n\n7\n00:03.000 --> 00:04.000\nBye.\n"
    )

    assert spoken(transcript) == [("Anna", "Hi."), (None, "Bye.")]
    assert transcript.remarks[0] == Remark("info", "line 7", "2 note(s) were left out, the first “NOTE for us only”.")


def test_words_taken_for_the_name_of_a_cue_are_told():
    transcript = read("WEBVTT\n\nthe opening\n00:01.000 --> 00:02.000\nHi.\n")

    assert spoken(transcript) == [(None, "Hi.")]
    assert "as “the opening”" in transcript.remarks[0].message


def test_tags_of_web_pages_are_taken_off_and_break_lines():
    transcript = read(
        '1\n00:00:01,000 --> 00:00:02,000\n{\\pos(1,2)}<span class="a">One</span><br/>two<br>three <laughs>\n'
    )

    assert transcript.turns[0].text == "One two three <laughs>"


def test_marks_of_a_change_of_speaker_stand_before_the_name():
    transcript = read(
        "1\n00:00:01,000 --> 00:00:02,000\n&gt;&gt; ANNA: Hi.\n\n2\n00:00:02,000 --> 00:00:03,000\n- Ben: Hello.\n"
    )

    assert spoken(transcript) == [("ANNA", "Hi."), ("Ben", "Hello.")]


def test_voices_of_one_cue_become_turns_of_their_own():
    transcript = read("WEBVTT\n\n00:01.000 --> 00:02.000\n<v.loud Anna B>Hi.</v> <v Ben>Hello.</v>\n<v Cy></v>\n")

    assert spoken(transcript) == [("Anna B", "Hi."), ("Ben", "Hello.")]


def test_entities_are_unescaped_and_only_tags_are_taken_off():
    transcript = read("WEBVTT\n\n00:01.000 --> 00:02.000\n<i>Me</i> &amp; <c.red>you</c>, 3 < 4 &lt;3 -> <00:01.500>ok")

    assert transcript.turns[0].text == "Me & you, 3 < 4 <3 -> ok"


def test_a_cue_without_text_is_left_out_with_a_remark():
    transcript = read("1\n00:00:01,000 --> 00:00:02,000\n\n\n2\n00:00:02,000 --> 00:00:03,000\nHi.\n")

    assert [turn.text for turn in transcript.turns] == ["Hi."]
    assert Remark("info", "line 2", "1 cue(s) without text left out: line 2.") in transcript.remarks


def test_an_empty_line_after_the_time_does_not_lose_the_text():
    transcript = read("1\n00:00:01,000 --> 00:00:02,000\n\nHi.\n\n2\n\n00:00:02,000 --> 00:00:03,000\nBye.\n")

    assert [(turn.start_ms, turn.text) for turn in transcript.turns] == [(1000, "Hi."), (2000, "Bye.")]


def test_a_time_that_cannot_be_read_is_remarked_and_its_text_kept():
    transcript = read("WEBVTT\n\n00:00:07.000 --> 00:00:1d.890\nHi.\n\n-0:01 --> 00:00:09.000\nBye.\n")

    assert [(turn.start_ms, turn.end_ms, turn.text) for turn in transcript.turns] == [
        (7000, None, "Hi."),
        (None, 9000, "Bye."),
    ]
    assert [remark.where for remark in transcript.remarks[:2]] == ["line 3", "line 6"]


def test_an_arrow_inside_speech_is_speech():
    transcript = read("1\n00:00:01,000 --> 00:00:02,000\nHome --> work --> home.\n")

    assert transcript.turns[0].text == "Home --> work --> home."


def test_text_under_no_time_is_kept_without_times():
    transcript = read("WEBVTT\n\n00:01.000 --> 00:02.000\nOne.\n\nTwo.\n")

    assert [(turn.start_ms, turn.text) for turn in transcript.turns] == [(1000, "One."), (None, "Two.")]


def test_cues_out_of_order_are_sorted_with_a_remark():
    transcript = read("1\n00:00:05,000 --> 00:00:06,000\nLate.\n\n2\n00:00:01,000 --> 00:00:02,000\nEarly.\n")

    assert [(turn.position, turn.text) for turn in transcript.turns] == [(0, "Early."), (1, "Late.")]
    assert any("sorted" in remark.message for remark in transcript.remarks)


def test_an_end_before_the_start_is_forgotten_with_a_remark():
    transcript = read("1\n00:00:05,000 --> 00:00:04,000\nHi.\n")

    assert (transcript.turns[0].start_ms, transcript.turns[0].end_ms) == (5000, None)
    assert transcript.remarks[0].severity == "warning"


@pytest.mark.parametrize(("gap_ms", "n_turns"), [(2000, 1), (1999, 2), (0, 2)])
def test_cues_of_one_speaker_join_up_to_the_gap(gap_ms, n_turns):
    transcript = read(
        "WEBVTT\n\n00:01.000 --> 00:02.000\n<v A>One.\n\n00:04.000 --> 00:05.000\n<v A>Two.", gap_ms=gap_ms
    )

    assert len(transcript.turns) == n_turns
    assert (transcript.turns[0].start_ms, transcript.turns[-1].end_ms) == (1000, 5000)


@pytest.mark.parametrize(
    "line",
    [
        "So here's the thing: we are late.",
        "Okay: go.",
        "I thought: why?",
        "At 5:30 we met.",
        "My therapist: no.",
        "client said: no.",
    ],
)
def test_a_colon_in_speech_names_nobody(line):
    transcript = read(f"1\n00:00:01,000 --> 00:00:02,000\n{line}\n")

    assert spoken(transcript) == [(None, line)]


@pytest.mark.parametrize("name", ["Anna", "Dr. Lee", "Tom (he/him)", "Ludwig van Beethoven", "SPEAKER_01", "client"])
def test_a_name_before_a_colon_is_the_speaker(name):
    transcript = read(f"1\n00:00:01,000 --> 00:00:02,000\n{name}: Well: yes.\n")

    assert spoken(transcript) == [(name, "Well: yes.")]


def test_one_capitalised_word_before_a_colon_does_not_become_the_speaker_of_all_that_follows():
    lines = ["we met", "on a", "Wednesday: no,", "later", "still"]
    transcript = read("".join(f"{n}\n00:00:0{n},000 --> 00:00:0{n},900\n{line}\n\n" for n, line in enumerate(lines)))

    assert spoken(transcript) == [(None, "we met on a Wednesday: no, later still")]


def test_words_before_many_colons_are_a_name_only_where_they_come_often():
    def speakers_of(line: str, *, n_times: int) -> tuple[str, ...]:
        lines = [line] * n_times + ["So."] * (40 - n_times)
        return read("".join(f"00:{n:02}.000 --> 00:{n:02}.900\n{line}\n\n" for n, line in enumerate(lines))).speakers

    assert speakers_of("she said: yes.", n_times=3) == ()
    assert speakers_of("anna's iphone: yes.", n_times=25) == ("anna's iphone",)


def test_a_cue_with_two_names_is_two_turns():
    transcript = read("1\n00:00:01,000 --> 00:00:02,000\nAnna: How are\nyou?\nBen: Fine.\n")

    assert spoken(transcript) == [("Anna", "How are you?"), ("Ben", "Fine.")]


def test_names_that_stand_only_where_the_speaker_changes_hold_until_the_next():
    lines = ["Anna: one", "two", "three", "Ben: four", "five"]
    transcript = read("".join(f"{n}\n00:00:0{n},000 --> 00:00:0{n},900\n{line}\n\n" for n, line in enumerate(lines)))

    assert spoken(transcript) == [("Anna", "one two three"), ("Ben", "four five")]
    assert any("until the next" in remark.message for remark in transcript.remarks)


def test_a_cue_without_a_name_among_named_ones_stays_unknown():
    transcript = read(
        "1\n00:00:01,000 --> 00:00:02,000\nAnna: Hi.\n\n2\n00:00:02,000 --> 00:00:03,000\nHm.\n\n"
        "3\n00:00:03,000 --> 00:00:04,000\nBen: Hello.\n"
    )

    assert spoken(transcript) == [("Anna", "Hi."), (None, "Hm."), ("Ben", "Hello.")]
    assert transcript.remarks[-1].message == "1 of 3 turns have no speaker: say who speaks."


def test_a_file_without_captions_is_refused():
    with pytest.raises(TranscriptRefused, match="holds no speech") as refusal:
        read("WEBVTT\n\nNOTE nothing here\n")

    assert refusal.value.code == "no_turns"
