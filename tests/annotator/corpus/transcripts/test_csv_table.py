"""Tables: headers of many names, no header, no times, line breaks in cells."""

import pytest

from annotator.corpus.transcripts import Columns, ReadingOptions, TranscriptRefused, read_transcript


def read(text: str):
    return read_transcript(text.encode())


def rows(transcript) -> list[tuple[str | None, int | None, int | None, str]]:
    return [(turn.speaker, turn.start_ms, turn.end_ms, turn.text) for turn in transcript.turns]


def test_a_line_break_inside_a_cell_does_not_cut_the_turn():
    transcript = read('speaker,text\nC,"first line\nsecond line"\n')

    assert rows(transcript) == [("C", None, None, "first line\nsecond line")]


def test_a_table_without_times_says_so_and_keeps_its_rows():
    transcript = read("speaker,text\nclient,One.\nclient,Two.\ncounsellor,Three.\n")

    assert len(transcript.turns) == 3
    assert "The file has no times: its turns can be labelled, but without video." in [
        remark.message for remark in transcript.remarks
    ]


@pytest.mark.parametrize(
    ("header", "start", "end"),
    [
        ("Start (ms),End (ms)", "61000", "62500"),
        ("start_s,end_s", "61", "62.5"),
        ("start_time,stop", "0:01:01", "00:01:02.5"),
        ("begin,finish", "61.0", "62.5"),
        ("Start (s),End (ms)", "61", "62500"),
        ("Start (ms),End (s)", "61000", "62.5"),
    ],
)
def test_times_are_read_in_the_unit_they_are_in(header, start, end):
    transcript = read(f"Name,{header},Utterance\nAnna,{start},{end},Hi.\n")

    assert rows(transcript) == [("Anna", 61000, 62500, "Hi.")]


def test_whole_numbers_are_milliseconds_when_speech_would_be_too_slow_in_seconds():
    transcript = read("start\tend\ttext\n0\t2000\tI have not slept.\n9000\t12000\tFor days now.\n")

    assert [(turn.start_ms, turn.end_ms) for turn in transcript.turns] == [(0, 2000), (9000, 12000)]
    assert any("milliseconds" in remark.message for remark in transcript.remarks)


def test_whole_numbers_are_seconds_when_that_is_how_people_speak():
    transcript = read("start\tend\ttext\n0\t2\tI have not slept.\n9\t12\tFor days now.\n")

    assert [(turn.start_ms, turn.end_ms) for turn in transcript.turns] == [(0, 2000), (9000, 12000)]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_told_from_the_header(delimiter):
    transcript = read_transcript(
        b"\xef\xbb\xbf" + delimiter.join(["speaker", "text"]).encode() + f'\nAnna{delimiter}"Hi; you, | all"\n'.encode()
    )

    assert rows(transcript) == [("Anna", None, None, "Hi; you, | all")]


@pytest.mark.parametrize("first_line", ["sep=;", '"sep=;"', "SEP=;"])
def test_excel_s_line_about_the_delimiter_is_followed_and_no_turn(first_line):
    transcript = read(f'{first_line}\nspeaker;text\nAnna;Yes, I do, now\nBen;"So; then"\n')

    assert rows(transcript) == [("Anna", None, None, "Yes, I do, now"), ("Ben", None, None, "So; then")]
    assert any(f"“{first_line}”, tells the delimiter" in remark.message for remark in transcript.remarks)


@pytest.mark.parametrize(
    ("said", "line"),
    [
        (['"no, I said', "yes", '"fine" he said'], "line 2"),
        (["well", '"no, I said', 'yes"'], "line 3"),
        (["well", "yes", '"no'], "line 4"),
    ],
)
def test_a_stray_quotation_mark_between_tabs_takes_no_turn_away(said, line):
    speakers = ["Anna", "Ben", "Anna"]
    transcript = read("speaker\ttext\n" + "".join(f"{who}\t{text}\n" for who, text in zip(speakers, said, strict=True)))

    assert [(turn.speaker, turn.text) for turn in transcript.turns] == list(zip(speakers, said, strict=True))
    assert [remark.where for remark in transcript.remarks if "Quotation marks" in remark.message] == [line]


def test_rows_inside_quotes_are_told():
    transcript = read('speaker;text\nAnna;"no, I said\nBen;yes\nAnna;so"\nBen;"one\ntwo, Anna"\n')

    assert [turn.speaker for turn in transcript.turns] == ["Anna", "Ben"]
    assert [remark.where for remark in transcript.remarks if "look like rows" in remark.message] == ["line 2"]


def test_quoted_cells_between_tabs_lose_their_quotes_and_keep_their_line_breaks():
    transcript = read('speaker\ttext\nAnna\t"one ""two""\nthree"\nBen\tyes\n')

    assert [turn.text for turn in transcript.turns] == ['one "two"\nthree', "yes"]
    assert not any("Quotation marks" in remark.message for remark in transcript.remarks)


def test_columns_without_a_header_are_told_by_their_content():
    transcript = read('0.0,2.5,Anna,"How was it, then?"\n2.5,4.0,Ben,Hard.\n4.0,6.5,Anna,Tell me more.\n')

    assert rows(transcript)[0] == ("Anna", 0, 2500, "How was it, then?")
    assert "column 3 was taken for the speaker" in transcript.remarks[0].message


def test_an_unquoted_delimiter_in_the_text_is_mended_with_a_remark():
    transcript = read("speaker,text\nAnna,Yes, I do, really.\n")

    assert transcript.turns[0].text == "Yes, I do, really."
    assert transcript.remarks[0].where == "line 2"


def test_a_row_without_text_is_told_with_its_words_unless_it_is_a_silence():
    transcript = read("speaker,text\nAnna,Hi.\n[Break of ten minutes],\nAnna,\nBen,Bye.\n")

    assert [turn.text for turn in transcript.turns] == ["Hi.", "Bye."]
    assert [remark.where for remark in transcript.remarks if remark.message.startswith("Left out")] == ["line 3"]
    assert any("has no text: “[Break of ten minutes]”" in remark.message for remark in transcript.remarks)


def test_a_time_that_cannot_be_read_is_named_with_its_line():
    transcript = read("start,text\nsoon,Hi there.\n")

    assert transcript.turns[0].start_ms is None
    assert any(remark.where == "line 2" and "“soon”" in remark.message for remark in transcript.remarks)


@pytest.mark.parametrize(
    ("table", "code", "message"),
    [
        ('speaker,text\nAnna,"Hi\n', "bad_csv", "broken"),
        ('speaker,text\nAnna,Hi\nBen,"Oh" no\n', "bad_csv", "begins at line 3 .* don't pair up"),
        ('speaker\ttext\nAnna\t"Hi\nBen\n', "bad_csv", "begins at line 2 .* don't pair up"),
        ("speaker,start\nAnna,1\n", "no_text_column", "“speaker,start”"),
        ("text,speaker\nHi,Anna\nYes, I do,Anna\nNo, no,Ben\n", "bad_csv", "lines 3, 4"),
        ("speaker,text\n", "no_turns", "no speech"),
        ("a,1,3\na,2,3\nb,1,4\n", "unknown_format", "none of the formats"),
        ("One line of prose, with a comma.\nAnd another.\n", "unknown_format", "none of the formats"),
    ],
)
def test_a_table_that_cannot_be_read_whole_is_refused(table, code, message):
    with pytest.raises(TranscriptRefused, match=message) as refusal:
        read(table)

    assert refusal.value.code == code


GERMAN = "nr;wer;was;ab\n1;Anna;Wie war es?;0:01\n2;Ben;Schwer, ja;0:04\n"


def test_the_columns_of_any_table_can_be_chosen():
    chosen = Columns(text=2, speaker=1, start=3)

    transcript = read_transcript(GERMAN.encode(), options=ReadingOptions(columns=chosen))

    assert rows(transcript) == [("Anna", 1000, None, "Wie war es?"), ("Ben", 4000, None, "Schwer, ja")]
    assert transcript.table is not None
    assert transcript.table.header == ("nr", "wer", "was", "ab")
    assert transcript.table.rows[0] == ("1", "Anna", "Wie war es?", "0:01")
    assert transcript.table.columns == chosen


def test_the_guess_is_shown_and_can_be_overruled():
    data = b"speaker,text,translation\nAnna,Hallo du,Hello you\nBen,Ja,Yes\n"

    guessed = read_transcript(data)
    chosen = read_transcript(data, options=ReadingOptions(columns=Columns(text=2, speaker=0)))

    assert "1 column(s) were not read: translation." in [remark.message for remark in guessed.remarks]
    assert guessed.table is not None
    assert guessed.table.columns == Columns(text=1, speaker=0)
    assert [turn.text for turn in chosen.turns] == ["Hello you", "Yes"]


def test_a_first_row_can_be_said_to_be_speech():
    data = b"text,name\nYes,Anna\n"

    transcript = read_transcript(data, options=ReadingOptions(columns=Columns(text=0, speaker=1, has_header=False)))

    assert rows(transcript) == [("name", None, None, "text"), ("Anna", None, None, "Yes")]


def test_the_unit_of_the_times_can_be_chosen():
    data = b"start,text\n0,One two three\n2,Four\n"

    transcript = read_transcript(data, options=ReadingOptions(columns=Columns(text=1, start=0, unit="ms")))

    assert [turn.start_ms for turn in transcript.turns] == [0, 2]


def test_a_column_that_is_not_there_cannot_be_chosen():
    with pytest.raises(TranscriptRefused, match="has 4 column") as refusal:
        read_transcript(GERMAN.encode(), options=ReadingOptions(columns=Columns(text=4)))

    assert refusal.value.code == "bad_columns"
    assert refusal.value.table is not None


def test_a_refusal_for_want_of_a_text_column_shows_the_table():
    with pytest.raises(TranscriptRefused) as refusal:
        read("speaker,start\nAnna,1\n")

    assert refusal.value.table is not None
    assert refusal.value.table.header == ("speaker", "start")
    assert refusal.value.table.columns is None
