"""Plain text with names and times in it."""

import pytest

from annotator.corpus.transcripts import ReadingOptions, Transcript, TranscriptRefused, read_transcript


def read(text: str) -> Transcript:
    return read_transcript(text.encode(), options=ReadingOptions(gap_ms=0))


def turns(transcript: Transcript) -> list[tuple[str | None, int | None, int | None, str]]:
    return [(turn.speaker, turn.start_ms, turn.end_ms, turn.text) for turn in transcript.turns]


TWO = [("Anna Lee", 1000, None, "Hi you."), ("Ben", 65_000, None, "Oh: hello.")]


@pytest.mark.parametrize(
    "text",
    [
        "Anna Lee  0:01\nHi\nyou.\n\nBen  1:05\nOh: hello.\n",
        "Anna Lee   00:00:01\nHi you.\nBen   00:01:05\nOh: hello.\n",
        "Anna Lee | 0:01\nHi you.\n\nBen | 1:05\nOh: hello.\n",
        "Anna Lee (0:01)\nHi you.\n\nBen (1:05)\nOh: hello.\n",
        "Anna Lee (00:01):\nHi you.\n\nBen (01:05):\nOh: hello.\n",
        "Anna Lee (00:01): Hi you.\nBen (01:05): Oh: hello.\n",
        "Anna Lee [00:00:01.000]: Hi you.\nBen [00:01:05.000]: Oh: hello.\n",
        "[Anna Lee] 0:00:01\nHi you.\n\n[Ben] 0:01:05\nOh: hello.\n",
        "[00:00:01] Anna Lee: Hi you.\n[00:01:05] Ben: Oh: hello.\n",
        "(0:01) Anna Lee: Hi you.\n\n(1:05) Ben: Oh: hello.\n",
        "00:01 Anna Lee: Hi you.\n01:05 Ben: Oh: hello.\n",
        "<00:00:01.000> Anna Lee: Hi\nyou.\n<00:01:05.000> Ben: Oh: hello.\n",
        "0:01 - Anna Lee: Hi you.\n1:05 - Ben: Oh: hello.\n",
        "00:00:01 Anna Lee\nHi you.\n00:01:05 Ben\nOh: hello.\n",
        "Anna Lee: [00:00:01] Hi you.\nBen: [00:01:05] Oh: hello.\n",
        "[00:00:01] Anna Lee:\nHi you.\n\n[00:01:05] Ben:\nOh: hello.\n",
    ],
)
def test_name_and_time_are_told_in_each_of_their_shapes(text):
    assert turns(read(text)) == TWO


@pytest.mark.parametrize(
    "text",
    [
        "[00:00:01.000 --> 00:00:02.500] Anna: Hi.\n[00:00:03.000 --> 00:00:04.000] Ben: Bye.\n",
        "00:01.0 - 00:02.5 Anna: Hi.\n00:03 – 00:04 Ben: Bye.\n",
        "[0:01 to 0:02.5] Anna: Hi.\n[0:03 to 0:04] Ben: Bye.\n",
    ],
)
def test_two_times_are_start_and_end(text):
    assert turns(read(text)) == [("Anna", 1000, 2500, "Hi."), ("Ben", 3000, 4000, "Bye.")]


def test_times_without_names_leave_the_speaker_to_be_asked_for():
    transcript = read("[00:00.000 --> 00:02.000]  How was it?\n[00:02.000 --> 00:04.000]  Hard.\n")

    assert turns(transcript) == [(None, 0, 2000, "How was it?"), (None, 2000, 4000, "Hard.")]
    assert transcript.remarks[-1].message == "2 of 2 turns have no speaker: say who speaks."


def test_the_wide_colon_of_chinese_names_a_speaker():
    transcript = read("咨询师：你好，最近怎么样？\n来访者：还好。\n咨询师：嗯。\n")

    assert [(turn.speaker, turn.text) for turn in transcript.turns] == [
        ("咨询师", "你好，最近怎么样？"),
        ("来访者", "还好。"),
        ("咨询师", "嗯。"),
    ]


def test_times_of_day_are_asked_about():
    transcript = read("[Anna Lee] 10:12:03\nHi.\n\n[Ben] 10:12:09\nHello.\n")

    assert transcript.turns[0].start_ms == 36_723_000
    assert any("times of day" in remark.message for remark in transcript.remarks)


def test_paragraphs_below_a_name_belong_to_it():
    transcript = read("Therapist: How was it?\n\nClient: Hard.\n\nVery hard.\nI left: at five.\n\nTherapist: Oh.\n")

    assert [(turn.speaker, turn.text) for turn in transcript.turns] == [
        ("Therapist", "How was it?"),
        ("Client", "Hard. Very hard. I left: at five."),
        ("Therapist", "Oh."),
    ]


def test_one_time_above_several_turns_is_that_of_the_first():
    transcript = read("00:00:00\nAnna: Hi.\nBen: Hello.\n\n00:05:00\nAnna: So.\nBen: Well.\n")

    assert [(turn.speaker, turn.start_ms) for turn in transcript.turns] == [
        ("Anna", 0),
        ("Ben", None),
        ("Anna", 300_000),
        ("Ben", None),
    ]


def test_what_stands_before_the_first_turn_is_left_out_and_quoted():
    transcript = read("Meeting with Ben\nFriday 5 June, 3:00PM\n34m 10s\n\nAnna   0:03\nHi.\n\nBen   0:10\nBye.\n")

    assert [turn.speaker for turn in transcript.turns] == ["Anna", "Ben"]
    assert "left out: “Meeting with Ben Friday 5 June, 3:00PM 34m 10s”" in transcript.remarks[0].message


def test_a_long_text_before_the_first_turn_is_kept():
    transcript = read("So it went on and on. " * 40 + "\n\nAnna: Hi.\n\nBen: Bye.\n\nAnna: So.\n")

    assert [turn.speaker for turn in transcript.turns] == [None, "Anna", "Ben", "Anna"]


def test_lines_of_speech_that_begin_like_another_shape_change_nothing():
    transcript = read(
        "Anna: How was your week?\n\nBen: There is a plan.\nMonday (10:30): work.\nTuesday (11:30): work.\n\n"
        "Anna: And?\n\nBen: No.\n\nAnna: Oh.\n\nBen: Yes.\n"
    )

    assert [turn.speaker for turn in transcript.turns] == ["Anna", "Ben"] * 3
    assert transcript.turns[1].text == "There is a plan. Monday (10:30): work. Tuesday (11:30): work."


def test_names_in_brackets_are_told_in_a_text_with_broken_lines():
    text = "[id1] hello\nand\nhow are\nyou\n\n[id2] well,\nI think,\nso far\nso good\n\n[id1] good\nto\nhear\n"

    assert [turn.speaker for turn in read(text).turns] == ["id1", "id2", "id1"]


def test_a_time_in_speech_begins_no_turn():
    transcript = read("Anna  0:01\nWe met at 5:30\nand left.\n\nBen  0:09\nMonday 10:30\n")

    assert [turn.text for turn in transcript.turns] == ["We met at 5:30 and left.", "Monday 10:30"]


def test_a_name_in_brackets_is_a_speaker_and_a_sound_is_none():
    transcript = read("[id1] hello\n\n[id2] hi\n\n[laughs]\n\n[id1] so, [pause] well\n")

    assert [(turn.speaker, turn.text) for turn in transcript.turns] == [
        ("id1", "hello"),
        ("id2", "hi [laughs]"),
        ("id1", "so, [pause] well"),
    ]


def test_f4_times_at_the_end_of_a_turn_begin_the_next():
    transcript = read(
        "I: How was it? #00:00:04-5#\n\nB: Hard. #00:00:07-0#\nVery. #00:00:09-0#\n\nI: Oh. #00:00:11-0#\n\nI: And?\n"
    )

    assert turns(transcript) == [
        ("I", 0, 4500, "How was it?"),
        ("B", 4500, 9000, "Hard. Very."),
        ("I", 9000, 11_000, "Oh."),
        ("I", 11_000, None, "And?"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Dear all, this is a letter.",
        "A list: of things\nthat are\nno conversation\nat all\n",
        "We met at 5:30.\nThen we left.\nAnd so on.\n",
        "# A heading\n\nSome words about it: and more.\n\nAnd others.\n",
        "<html><body>Anna: Hi.\nBen: Hello.\n</body></html>",
        'id,conversation\n1,"Seeker: Hi.\nSupporter: Hello.\nSeeker: So."\n2,"Seeker: No.\nSupporter: Well."\n',
    ],
)
def test_other_text_is_refused(text):
    with pytest.raises(TranscriptRefused) as refusal:
        read(text)

    assert refusal.value.code == "unknown_format"


def test_a_table_of_unknown_columns_is_shown_with_the_refusal():
    with pytest.raises(TranscriptRefused) as refusal:
        read("nr,wer,was\n1,Anna,Hallo du\n2,Ben,Ja bitte\n")

    table = refusal.value.table
    assert table is not None
    assert table.rows[-1] == ("2", "Ben", "Ja bitte")


TEAMS_PAGE = """Search

AI-generated content may be incorrect

Ben Lee started transcription

Anna Smith
0 minutes 3 seconds0:03
Anna Smith 0 minutes 3 seconds
How was your week?
Anna Smith 0 minutes 9 seconds
It took 2 minutes 3 seconds
BL

Ben Lee
1 hour 0 minutes 15 seconds1:00:15
Ben Lee 1 hour 0 minutes 15 seconds
OK
Fine.

Luna, Gabriella (Guest)
1 hour 1 minute 15 seconds1:01:15
Luna, Gabriella (Guest) 1 hour 1 minute 15 seconds
Yes.
"""


def test_what_is_copied_from_the_page_of_a_teams_transcript_is_read():
    transcript = read_transcript(TEAMS_PAGE.encode())

    assert [(turn.speaker, turn.start_ms, turn.text) for turn in transcript.turns] == [
        ("Anna Smith", 3000, "How was your week?"),
        ("Anna Smith", 9000, "It took 2 minutes 3 seconds"),
        ("Ben Lee", 3_615_000, "OK Fine."),
        ("Luna, Gabriella (Guest)", 3_675_000, "Yes."),
    ]


@pytest.mark.parametrize("between", ["\n", "  "])
def test_times_in_words_below_or_behind_a_name_are_read(between):
    transcript = read_transcript(
        f"Anna Smith{between}1 minute 3 seconds\nWell?\n\nBen{between}1 minute 9 seconds\nYes.\n".encode()
    )

    assert [(turn.speaker, turn.start_ms, turn.text) for turn in transcript.turns] == [
        ("Anna Smith", 63_000, "Well?"),
        ("Ben", 69_000, "Yes."),
    ]


def test_times_that_somebody_speaks_of_are_speech():
    transcript = read_transcript(
        b"Anna: How long?\nBen: It was\n5 minutes 3 seconds\nAnna: Oh.\nBen: The run took 5 minutes 3 seconds\n"
    )

    assert [turn.text for turn in transcript.turns] == [
        "How long?",
        "It was 5 minutes 3 seconds",
        "Oh.",
        "The run took 5 minutes 3 seconds",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Anna: How was it?\nBen:It was bad.\nAnna: Mm.\nBen: I left.\n",
        "Anna: How was it?\nBen:It was bad.\nAnna: Mm.\nBen:I left.\n",
        "Anna:How was it?\nBen:It was bad.\nAnna: Mm.\nBen:I left.\n",
        "[0:01] Anna: How was it?\n[0:02] Ben:It was bad.\n[0:03] Anna:Mm.\n[0:04] Ben:I left.\n",
        "1\n00:00:01,000 --> 00:00:02,000\nAnna: How was it?\nBen:It was bad.\n\n"
        "2\n00:00:02,000 --> 00:00:03,000\nAnna:Mm.\n\n3\n00:00:03,000 --> 00:00:04,000\n- Ben:I left.\n",
    ],
)
def test_a_name_needs_no_blank_behind_its_colon_where_the_file_knows_it(text):
    assert [(turn.speaker, turn.text) for turn in read(text).turns] == [
        ("Anna", "How was it?"),
        ("Ben", "It was bad."),
        ("Anna", "Mm."),
        ("Ben", "I left."),
    ]


def test_a_role_needs_no_blank_though_it_stands_once():
    transcript = read("Therapist: How was it?\nClient:It was bad.\nTherapist: Mm.\n")

    assert [(turn.speaker, turn.text) for turn in transcript.turns][1] == ("Client", "It was bad.")


@pytest.mark.parametrize(
    "line",
    [
        "10:30 was too early",
        "At 10:30 we met, and at 11:15 I left",
        "https://example.org/a",
        "Ben://example.org/a",
        "C:\\letters\\one.txt",
        "Ben:innen wie außen",
        "Client:in sagt man jetzt",
        "sure:thing",
        "Ben:) he wrote",
    ],
)
def test_times_addresses_and_other_colons_without_a_blank_name_nobody(line):
    transcript = read(f"Anna: Why?\n{line}\n{line}\nBen: No.\nC: Well.\nClient: Mm.\nAnna: So.\n")

    assert transcript.turns[0].text == f"Why? {line} {line}"
    assert transcript.speakers == ("Anna", "Ben", "C", "Client")


def test_german_labels_for_a_man_or_a_woman_are_names():
    transcript = read("Therapeut:in: Und dann?\nKlient:in: Nichts.\nTherapeut:in: Hm.\n")

    assert transcript.speakers == ("Therapeut:in", "Klient:in")
