"""CHAT files of TalkBank."""

import pytest

from annotator.corpus.transcripts import ReadingOptions, Transcript, guess_roles, read_transcript


def read(lines: str, *, participants: str = "A Client, B Therapist", end: str = "@End\n") -> Transcript:
    text = f"@UTF8\n@Begin\n@Participants:\t{participants}\n{lines}{end}"
    return read_transcript(text.encode(), options=ReadingOptions(gap_ms=0))


def messages(transcript: Transcript) -> list[str]:
    return [remark.message for remark in transcript.remarks]


@pytest.mark.parametrize(
    ("mark", "start_ms", "end_ms"),
    [
        ("\x151000_2400\x15", 1000, 2400),
        ("•1000_2400•", 1000, 2400),
        (" 1000_2400", 1000, 2400),
        ('\x15%snd:"session"_1000_2400\x15', 1000, 2400),
        ("\x151000_1500\x15 \x151500_2400\x15", 1000, 2400),
        ("\x152400_1000\x15", 2400, None),
        ("", None, None),
    ],
)
def test_the_marks_give_the_times(mark, start_ms, end_ms):
    (turn,) = read(f"*A:\tso tired . {mark}\n").turns

    assert (turn.text, turn.start_ms, turn.end_ms) == ("so tired .", start_ms, end_ms)


def test_lines_go_on_and_lines_about_them_are_left_out_with_one_remark():
    transcript = read("*A:\tso\n\ttired .\n%mor:\tadv|so\n\tadj|tired\n%com:\tsighs\n*B:\tmhm .\n%mor:\tco|mhm\n")

    assert [(turn.speaker, turn.text) for turn in transcript.turns] == [
        ("A (Client)", "so tired ."),
        ("B (Therapist)", "mhm ."),
    ]
    assert "Lines about the speech were not read: %mor (2), %com (1)." in messages(transcript)


def test_participants_give_names_and_roles():
    transcript = read(
        "*ANN:\tno .\n*DR:\twhy ?\n*MOT:\tshe is tired .\n*XXX:\thm .\n",
        participants="ANN Anna_Maria Patient, DR Doctor, MOT Mother",
    )

    assert transcript.speakers == ("Anna Maria (Patient)", "DR", "MOT", "XXX")
    assert guess_roles(transcript)["Anna Maria (Patient)"] == "client"
    assert "Speakers that @Participants does not name: “XXX”." in messages(transcript)


def test_two_of_one_name_stay_apart():
    assert read("*A:\tno .\n*B:\tyes .\n", participants="A Kim Client, B Kim Client").speakers == (
        "Kim (Client)",
        "Kim (Client) (B)",
    )


def test_codes_stay_and_are_said():
    transcript = read("*A:\t<I was> [//] &-uh I am xxx +...\n*A:\tso tired .\n")

    assert transcript.turns[0].text == "<I was> [//] &-uh I am xxx +..."
    assert "1 utterance(s) hold codes of CHAT, such as [/] or xxx; they stay as they are written." in messages(
        transcript
    )


def test_headers_between_the_lines_and_a_missing_end_are_said():
    transcript = read("*A:\tno .\n@G:\tsecond task\n@Comment:\tdoor opens\n*A:\tyes .\n", end="")

    assert "Headers were not read: @G (1), @Comment (1)." in messages(transcript)
    assert "The file has no @End: it may be cut off." in messages(transcript)


def test_a_line_that_begins_with_nothing_continues_the_one_before_with_a_warning():
    transcript = read("*A:\tso\ntired .\n")

    assert transcript.turns[0].text == "so tired ."
    assert [remark.where for remark in transcript.remarks if "none of" in remark.message] == ["line 5"]
