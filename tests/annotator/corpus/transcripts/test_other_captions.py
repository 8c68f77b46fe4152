"""ASS, SBV and Whisper's TSV; captions with the name on a line of its own."""

import pytest

from annotator.corpus.transcripts import ReadingOptions, Transcript, read_transcript


def read(text: str, **options: int) -> Transcript:
    return read_transcript(text.encode(), options=ReadingOptions(**options))


def turns(transcript: Transcript) -> list[tuple[str | None, int | None, int | None, str]]:
    return [(turn.speaker, turn.start_ms, turn.end_ms, turn.text) for turn in transcript.turns]


ASS = (
    "\ufeff[Script Info]\r\n; by a program\r\nScriptType: v4.00+\r\n\r\n[Events]\r\n"
    "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\r\n{}\r\n"
)


def test_style_marks_are_taken_off_and_commas_stay():
    transcript = read(
        ASS.format(r"Dialogue: 0,0:00:01.25,0:00:02.50,Default,Anna,0,0,0,,{\b1}Well,{\b0} yes,\Nbut\hno")
    )

    assert turns(transcript) == [("Anna", 1250, 2500, "Well, yes, but no")]


def test_comments_notes_and_drawings_are_left_out_with_remarks():
    transcript = read(
        ASS.format(
            "Comment: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,not said\r\n"
            r"Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\p1}m 0 0 l 9 9{\p0}Hi{check this} there"
        )
    )

    assert turns(transcript) == [(None, 1000, 2000, "Hi there")]
    said = " ".join(remark.message for remark in transcript.remarks)
    assert "1 Comment line(s)" in said
    assert "drawing" in said
    assert "check this" in said


def test_braces_that_ass_shows_are_speech_and_words_beside_a_mark_are_a_note():
    said = r"He said \{nothing\}, {\i1}nothing{so loud \i0} at all"
    transcript = read(ASS.format("Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,," + said))

    assert transcript.turns[0].text == "He said {nothing}, nothing at all"
    assert transcript.remarks[0].message == "A note was left out: “so loud”."


def test_ssa_names_its_fields_in_another_order():
    transcript = read(
        "[Script Info]\n[Events]\nFormat: Marked, Start, End, Style, Actor, Text\n"
        "Dialogue: Marked=0,0:00:01.00,0:00:02.00,Default,Ben,One, two\n"
        "Dialogue: Marked=0,soon,0:00:03.00,Default,Ben,Three\n"
    )

    assert turns(transcript) == [("Ben", 1000, 2000, "One, two"), ("Ben", None, 3000, "Three")]
    assert transcript.remarks[0].where == "line 5"


def test_an_event_without_text_is_left_out_with_a_remark():
    transcript = read(ASS.format("Dialogue: 0,0:00:01.00\r\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Hi"))

    assert [turn.text for turn in transcript.turns] == ["Hi"]
    assert any("too few fields" in remark.message for remark in transcript.remarks)


def test_a_broken_line_among_the_events_is_told():
    transcript = read(ASS.format("Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Hi\r\nand the rest of it"))

    assert transcript.remarks[0].severity == "error"
    assert "“and the rest of it”" in transcript.remarks[0].message


def test_sbv_is_read_as_captions():
    transcript = read("0:00:01.000,0:00:02.500\nAnna: Hi,\nall.\n\n00:00:03.000,00:00:04.000\nBen: Bye.\n")

    assert turns(transcript) == [("Anna", 1000, 2500, "Hi, all."), ("Ben", 3000, 4000, "Bye.")]


def test_whisper_tsv_keeps_its_quotation_marks():
    transcript = read('start\tend\ttext\n0\t2000\t"Well," she said.\n9000\t12000\tI don\'t "know".\n')

    assert [turn.text for turn in transcript.turns] == ['"Well," she said.', 'I don\'t "know".']
    assert transcript.format == "whisper_tsv"


def test_one_short_row_of_whisper_tsv_is_in_milliseconds():
    assert read("start\tend\ttext\n0\t2000\tHi.\n").turns[0].end_ms == 2000


def test_a_name_on_the_line_above_each_text_is_the_speaker():
    lines = ["Anna Lee\nHi.", "Ben\nHello you.", "Anna Lee\nHow was it?", "Ben\nHard."]
    text = "".join(f"0:0:{n}.0 --> 0:0:{n}.9\n{line}\n\n" for n, line in enumerate(lines))
    transcript = read(text, gap_ms=0)

    assert [(turn.speaker, turn.text) for turn in transcript.turns] == [
        ("Anna Lee", "Hi."),
        ("Ben", "Hello you."),
        ("Anna Lee", "How was it?"),
        ("Ben", "Hard."),
    ]


@pytest.mark.parametrize(
    "lines",
    [
        ["I Am\nhere.", "You Are\nthere.", "We All\nknow.", "They Go\nnow."],
        ["Anna\nHi.", "Ben\nHello.", "Anna\nSo?", "Well."],
        ["Anna.\nHi.", "Ben.\nHello.", "Anna.\nSo?", "Ben.\nNo."],
    ],
)
def test_first_lines_of_speech_are_not_taken_for_names(lines):
    text = "".join(f"0:0:{n}.0 --> 0:0:{n}.9\n{line}\n\n" for n, line in enumerate(lines))

    assert read(text).speakers == ()


def test_srt_with_missing_odd_and_wrong_indexes_reads_each_caption():
    transcript = read(
        '\ufeff\r\n0\r\n00:00:01,000-->00:00:02,000\r\n<font color="#fff"><b>One</b></font>\r\n\r\n'
        "00:00:03.000 --> 00:00:04.000\r\nTwo\r\n\r\n99x\r\n00:00:05,000 --> 00:00:06,000 X1:0 X2:9\r\nThree\r\n7\r\n"
        "00:00:07,000 --> 00:00:08,000\r\n{\\an8}Four\r\n",
        gap_ms=0,
    )

    assert turns(transcript) == [
        (None, 1000, 2000, "One"),
        (None, 3000, 4000, "Two"),
        (None, 5000, 6000, "Three"),
        (None, 7000, 8000, "Four"),
    ]
