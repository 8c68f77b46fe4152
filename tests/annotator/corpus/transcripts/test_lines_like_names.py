"""Lines that begin like a name among named ones: each is a turn of its own or told, none another's unasked."""

import pytest

from annotator.corpus.transcripts import ReadingOptions, Transcript, TranscriptRefused, read_transcript


def read(text: str) -> Transcript:
    return read_transcript(text.encode(), options=ReadingOptions(gap_ms=0))


def spoken(transcript: Transcript) -> list[tuple[str | None, str]]:
    return [(turn.speaker, turn.text) for turn in transcript.turns]


def warnings(transcript: Transcript) -> str:
    return "\n".join(remark.message for remark in transcript.remarks if remark.severity == "warning")


def captions(*lines: str) -> str:
    return "".join(f"00:{n:02}.000 --> 00:{n:02}.900\n{line}\n\n" for n, line in enumerate(lines))


def test_an_interviewer_called_i_speaks_though_it_is_said_seldom():
    transcript = read("P: Not too bad.\nI: Go on.\nP: I slept.\nI: And then?\nP: I woke.\n")

    assert spoken(transcript) == [
        ("P", "Not too bad."),
        ("I", "Go on."),
        ("P", "I slept."),
        ("I", "And then?"),
        ("P", "I woke."),
    ]


@pytest.mark.parametrize(
    ("name", "is_told"),
    [
        ("I", True),
        ("Ben?", True),
        ("Ben (?)", True),
        ("Ott, Karl", False),
        ("Ott, Karl?", True),
        ("mother", True),
        ("the Mother", False),
        ("mother?", True),
        ("Prof. Lee", False),
        ("Ben & Anna", False),
        ("Ben and Anna", False),
        ("2", True),
        ("Mother of the Client", False),
        ("Note", True),
    ],
)
@pytest.mark.parametrize("layout", ["text", "captions", "times"])
def test_who_speaks_once_among_named_lines_has_a_turn_and_a_doubtful_name_is_told(name, is_told, layout):
    said = ["Therapist: How is it?", "Client: Loud.", f"{name}: He never sleeps.", "Therapist: Oh.", "Client: Yes."]
    texts = {
        "text": "\n".join(said),
        "captions": captions(*said),
        "times": "\n".join(f"[0:{place:02}] {line}" for place, line in enumerate(said)),
    }

    transcript = read(texts[layout])

    assert spoken(transcript)[2] == (name, "He never sleeps.")
    assert [speaker for speaker, _ in spoken(transcript)] == ["Therapist", "Client", name, "Therapist", "Client"]
    assert not is_told or f"“{name}”" in warnings(transcript)


@pytest.mark.parametrize("nobody", ["??", "?", "???", "(?)"])
@pytest.mark.parametrize("layout", ["text", "captions", "carried", "above", "times", "brackets"])
def test_question_marks_for_a_name_are_a_speaker_to_be_asked_for(nobody, layout):
    said = [("Anna", "How is it?"), ("Ben", "Loud."), (nobody, "Sh."), ("Anna", "Oh."), ("Ben", "Yes.")]
    prefixed = [f"{name}: {text}" for name, text in said]
    texts = {
        "text": "\n".join(prefixed),
        "captions": captions(*prefixed),
        "carried": captions(*(line for each in prefixed for line in (each, "so", "so"))),
        "above": "\n".join(f"{name}  0:{place:02}\n{text}\n" for place, (name, text) in enumerate(said)),
        "times": "\n".join(f"[0:{place:02}] {line}" for place, line in enumerate(prefixed)),
        "brackets": "\n".join(f"[{name}] {text}" for name, text in said),
    }

    transcript = read(texts[layout])

    found = [(turn.speaker, turn.text) for turn in transcript.turns if turn.text != "so"]
    assert found == [(None if name == nobody else name, text) for name, text in said]
    assert "say who speaks" in warnings(transcript)


def test_a_numbered_companion_of_a_name_is_a_name():
    transcript = read(
        "speaker1: Hello there.\nspeaker2: Hi.\nspeaker1: And?\nspeaker2: Bad.\nstill bad.\nspeaker1: Oh.\n"
    )

    assert [speaker for speaker, _ in spoken(transcript)] == ["speaker1", "speaker2"] * 2 + ["speaker1"]


@pytest.mark.parametrize("names", [("speaker1", "speaker2"), ("anna", "ben"), ("1", "2")])
def test_small_names_that_come_twice_each_are_names(names):
    one, other = names

    transcript = read(f"{one}: Hello.\n{other}: Hi.\n{one}: And?\n{other}: Bad.\n")

    assert [speaker for speaker, _ in spoken(transcript)] == [one, other] * 2


def test_surnames_before_first_names_are_no_columns_of_a_table():
    transcript = read("Ott, Karl: Hi there.\nMay, Ana: Hello.\nOtt, Karl: So?\nMay, Ana: Bad.\n")

    assert [speaker for speaker, _ in spoken(transcript)] == ["Ott, Karl", "May, Ana"] * 2


def test_questions_and_answers_are_two_speakers():
    transcript = read("Question: How?\nAnswer: So.\n" * 4)

    assert [speaker for speaker, _ in spoken(transcript)] == ["Question", "Answer"] * 4


def test_a_line_that_may_be_a_name_is_told_where_lines_go_on():
    transcript = read(
        "Anna: I came home\nand then\nlate\nat night\nmother: she never sleeps\nsat there\nBen: Oh\nso it\n"
        "was\nAnna: Yes\nand so\non\nBen: Mm\n"
    )

    assert spoken(transcript)[0] == ("Anna", "I came home and then late at night mother: she never sleeps sat there")
    assert "“mother: she never sleeps” (line 5)" in warnings(transcript)


@pytest.mark.parametrize(
    "line", ["So here's the thing: we are late.", "I thought: why?", "At 5:30 we met.", "no: never"]
)
def test_speech_with_a_colon_in_it_is_not_told(line):
    transcript = read(f"Anna: How was your week?\nBen: Bad.\n{line}\nAnna: Oh.\nBen: Yes.\n")

    assert spoken(transcript)[1] == ("Ben", f"Bad. {line}")
    assert warnings(transcript) == "The file has no times: its turns can be labelled, but without video."


@pytest.mark.parametrize("line", ["P; I woke.", "P. I woke.", "P – I woke.", "P= I woke.", "P> I woke."])
def test_a_known_name_before_another_sign_is_told(line):
    transcript = read(f"P: Not too bad.\nI: Go on.\nP: I slept.\nI: And then?\n{line}\n")

    assert f"“{line}” (line 5)" in warnings(transcript)


def test_a_name_above_what_is_said_needs_no_capital_and_is_told():
    transcript = read("Anna  0:01\nHi.\n\nmother  0:05\nHe never sleeps.\n\nAnna  0:09\nOh.\n\nBen?  0:12\nMm.\n")

    assert spoken(transcript) == [("Anna", "Hi."), ("mother", "He never sleeps."), ("Anna", "Oh."), ("Ben?", "Mm.")]
    assert "“mother”" in warnings(transcript)


def test_a_name_of_another_shape_among_the_names_is_told():
    transcript = read("[id1] hello\n\n[id2] hi\nBen: Good day.\n\n[id1] so\n")

    assert "“Ben: Good day.” (line 4)" in warnings(transcript)


HEADS = [
    "Client: P07\nCounsellor: T02\nSession: 3\n\n",
    "Client: P07\nCounsellor: T02\nSession: 3\n",
    "Date: 3 May 2024\nParticipant: P07\nDuration: 52 min\n\n",
    "Interview 7\n\nDate: 3.5.2024\nInterviewer: Anna Lee\nInterviewee: P07\nPlace: at home\n\n",
    "Datum: 3.5.2024\nKlientin: K-07\nTherapeut: T 02\nSitzung: 3\nDauer: 50:12\n",
    "Participants: T = therapist, C = client\nRecorded by: me\nTime: 10:30 - 11:20\n\n",
    "DATE: 3 May\nSESSION NO.: 3\nTRANSCRIBED BY: KO\n\n",
    "Client ID: 07\nCase: 12\nFile: p07.mp4\n\n",
    "Transcript of Interview 3\nRef: 1234\nInterview with: P07\nStart: 10:30\nStorage: box 12\n\n",
    "Name: P07\nAge: 34\nGender: f\n\n",
]


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize(("t", "c"), [("T", "C"), ("Counsellor", "Client"), ("Therapeut", "Klientin"), ("Anna", "Ben")])
def test_the_head_of_a_typed_transcript_is_left_out_with_its_words(head, t, c):
    transcript = read(f"{head}{t}: How are you?\n{c}: Fine.\n{t}: Fine?\n{c}: No.\n")

    assert spoken(transcript) == [(t, "How are you?"), (c, "Fine."), (t, "Fine?"), (c, "No.")]
    assert f"left out: “{' '.join(line for line in head.splitlines() if line)}”" in warnings(transcript)


@pytest.mark.parametrize("head", HEADS[:3])
def test_the_head_above_captions_and_times_is_left_out(head):
    transcript = read(f"{head}[0:01] T: How are you?\n[0:02] C: Fine.\n[0:03] T: Fine?\n")

    assert spoken(transcript) == [("T", "How are you?"), ("C", "Fine."), ("T", "Fine?")]
    assert "left out: “" in warnings(transcript)


@pytest.mark.parametrize(
    "first",
    [
        "Client: Hello.\nCounsellor: Hi.\n",
        "Client: Hi\nCounsellor: Hello\n",
        "Client: Anna called.\nCounsellor: Anna?\n",
        "Counsellor: Three\nClient: What?\n",
        "Client: 7\nCounsellor: Out of ten?\n",
    ],
)
def test_talk_that_begins_with_few_words_is_no_head(first):
    transcript = read(f"{first}Client: So I left.\nCounsellor: Oh.\n")

    assert len(transcript.turns) == 4


@pytest.mark.parametrize("name", ["Subtitles", "Captions by", "Untertitel", "Sous-titres"])
def test_a_first_caption_about_the_captions_is_left_out_and_names_nobody(name):
    transcript = read(captions(f"{name}: a friend", "How was it?", "Hard.", "Very hard."))

    assert spoken(transcript) == [(None, "How was it?"), (None, "Hard."), (None, "Very hard.")]
    assert f"left out: “{name}: a friend”" in warnings(transcript)


def test_a_name_in_the_first_caption_alone_names_nobody_after_it():
    transcript = read(captions("Podnapisi: Janez", "How was it?", "Hard.", "Very hard."))

    assert transcript.speakers == ()
    assert spoken(transcript)[0] == (None, "Podnapisi: Janez")
    assert "“Podnapisi: Janez”" in warnings(transcript)


def test_nothing_but_a_head_is_no_transcript():
    with pytest.raises(TranscriptRefused):
        read("Date: 3 May\nParticipant: P07\nDuration: 52 min\n")


@pytest.mark.parametrize("name", ["Study nurse", "Case manager", "Video interpreter", "Project worker", "Youth worker"])
@pytest.mark.parametrize("shape", [lambda *lines: "\n".join(lines), captions])
def test_who_is_called_by_what_they_do_speaks_from_the_first_line(name, shape):
    transcript = read(shape(f"{name}: Good morning", "Patient: Hi.", f"{name}: How are you?", "Patient: Not well."))

    assert spoken(transcript) == [
        (name, "Good morning"),
        ("Patient", "Hi."),
        (name, "How are you?"),
        ("Patient", "Not well."),
    ]


@pytest.mark.parametrize("head", ["Setting: outpatient\nKeywords: grief; sleep", "Pseudonym: Lea\nMaterial: audio"])
def test_what_else_a_head_tells_is_left_out(head):
    transcript = read(f"{head}\nT: How was it?\nC: Hard.\nT: Go on.\n")

    assert transcript.speakers == ("T", "C")
    assert f"left out: “{head.replace(chr(10), ' ')}”" in warnings(transcript)


@pytest.mark.parametrize("name", ["Unknown speaker", "unidentified voice", "Unbekannt"])
def test_a_voice_that_the_transcriber_did_not_know_is_a_speaker(name):
    transcript = read(f"Anna: How?\nBen: Hard.\nAnna: Go on.\n{name}: Hm.\nBen: I cried, and then\nthat was that.\n")

    assert spoken(transcript)[2:4] == [("Anna", "Go on."), (name, "Hm.")]


@pytest.mark.parametrize("name", ["Dr. O’Brien, jr.", "Ott, K. (brother)"])
def test_a_name_that_is_none_by_its_commas_is_told(name):
    transcript = read(f"Anna: How?\nBen: Hard.\nAnna: Fine.\n{name}: Well.\nAnna: Yes.\nBen: No.\n")

    assert name in transcript.speakers or f"“{name}: Well.”" in warnings(transcript)


def test_a_word_and_a_number_are_said():
    transcript = read("Client: room 7\nCounsellor: room 7\nClient: Where is it?\nCounsellor: Upstairs.\n")

    assert spoken(transcript)[:2] == [("Client", "room 7"), ("Counsellor", "room 7")]


@pytest.mark.parametrize(
    "line",
    [
        "speaker 2 (crying): Very.",
        "speaker 2 [whispering]: Very.",
        "(Baby): Wah.",
        "my mum: Go away.",
        "Person 3 - male: Hello.",
        "speaker 1\tVery.",
    ],
)
def test_no_line_that_begins_like_a_name_joins_a_turn_unasked(line):
    told = ["Hello.", "Hi.", "How?", "Bad."]
    named = [f"speaker {1 + place % 2}: {text}" for place, text in enumerate(told)]
    transcript = read("\n".join([*named, line, "speaker 1: Oh.", "speaker 2: Yes."]))

    said = line.replace("\t", ": ").split(": ")
    is_a_turn = any(text == said[1] and speaker in {None, said[0]} for speaker, text in spoken(transcript))
    assert is_a_turn or f"“{line}”" in warnings(transcript)


@pytest.mark.parametrize("who", ["Dr. Meier", "M. Keller", "Prof. Dr. A. Ott"])
def test_a_name_with_a_title_or_an_initial_is_the_head_s(who):
    head = f"Therapist: {who}\nClient: Frau K.\nSession: 3"
    transcript = read(f"{head}\n\nTherapist: How are you?\nClient: Fine.\nTherapist: Hm.\nClient: No.\n")

    assert spoken(transcript)[0] == ("Therapist", "How are you?")
    assert "Session" not in transcript.speakers
    assert f"left out: “{head.replace(chr(10), ' ')}”" in warnings(transcript)
