"""What holds for every format: encodings, speakers, refusals."""

import pytest

from annotator.corpus.transcripts import TranscriptRefused, guess_roles, read_transcript

SRT = "1\n00:00:01,000 --> 00:00:02,000\nÉva: Señor, estoy cansado, mañana será otro día, ¿cómo está usted?\n"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark_tells_the_encoding(encoding):
    transcript = read_transcript(SRT.encode(encoding))

    assert transcript.speakers == ("Éva",)
    assert transcript.remarks == ()


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_mark_is_a_stated_guess(encoding):
    transcript = read_transcript(SRT.encode(encoding))

    assert transcript.speakers == ("Éva",)
    assert encoding.upper() in transcript.remarks[0].message


def test_another_encoding_is_guessed_and_the_guess_is_stated():
    transcript = read_transcript(SRT.encode("cp1252"))

    assert transcript.turns[0].text.startswith("Señor, estoy cansado, mañana")
    assert "which is a guess" in transcript.remarks[0].message


@pytest.mark.parametrize(
    ("said", "encoding"),
    [
        ("Ça va, j'ai été déçu par l'hôtel où nous étions.", "cp1252"),
        ("Jag är trött på allt, förstår du? Åh, vad skönt.", "cp1252"),
        ("Não sei, às vezes é difícil. Você está bem?", "cp1252"),
        ("Übrigens fühle ich mich müde, größer als früher.", "cp1252"),
        ("Zażółć gęślą jaźń, proszę, wszystko w porządku, chciałbym.", "cp1250"),
        ("Здравствуйте, как вы себя чувствуете сегодня?", "cp1251"),
        ("Γεια σας, πώς είστε σήμερα;", "cp1253"),
        ("こんにちは、今日はどうですか。元気です。", "cp932"),
    ],
)
def test_the_languages_of_old_encodings_are_told_apart(said, encoding):
    captions = f"1\n00:00:01,000 --> 00:00:02,000\n{said}\n".encode(encoding)

    transcript = read_transcript(captions)

    assert transcript.turns[0].text == said
    assert "which is a guess" in transcript.remarks[0].message


@pytest.mark.parametrize(
    ("said", "encoding"),
    [("Åse: ja\nBjörn: nej", "cp1252"), ("João: não", "cp1252"), ("Åse: Zoë?", "cp1252"), ("Åse: Zoë?", "mac_roman")],
)
def test_a_few_accents_among_english_words_are_told(said, encoding):
    english = "Anna: I was so tired of it all, and you know how it goes.\nBen: Yes, tell me more about that.\n" * 5
    transcript = read_transcript(f"{english}{said}\n".encode(encoding))

    assert said == "\n".join(f"{turn.speaker}: {turn.text}" for turn in transcript.turns[10:])
    assert "which is a guess" in transcript.remarks[0].message


ACCENTS = "Anna: Ich fühle mich müde – größer als früher.\nBen: Ja, schön.\n"


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize(
    ("odd", "read_as"),
    [
        ("Zoë: Nein.".encode("cp1252"), "Zoë: Nein."),
        (b"Zo\xff: Nein.", "Zoÿ: Nein."),
        (b"Zo\x81: Nein.", "Zo\ufffd: Nein."),
    ],
)
def test_a_few_odd_bytes_leave_the_rest_as_the_utf_8_it_is(mark, odd, read_as):
    transcript = read_transcript(mark + ACCENTS.encode() + odd + b"\r\n" + ACCENTS.encode())

    assert [f"{turn.speaker}: {turn.text}\n" for turn in transcript.turns] == [
        *ACCENTS.splitlines(keepends=True),
        f"{read_as}\n",
        *ACCENTS.splitlines(keepends=True),
    ]
    assert (transcript.remarks[0].severity, transcript.remarks[0].where) == ("warning", "line 3")
    assert "UTF-8 but for 1 byte(s), which were read as CP1252" in transcript.remarks[0].message


def test_the_content_decides_and_not_the_name():
    assert read_transcript(SRT.encode(), name="session.vtt").format == "srt"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty_file"),
        (b"\xef\xbb\xbf \n", "empty_file"),
        (b"PK\x03\x04....", "not_text"),
        (b"{\\rtf1 Anna: Hi.}", "not_text"),
        (b"\x00\x00\x00\x18ftypmp42", "not_text"),
        (b"a\x00b", "not_text"),
        (b"\xff\xfe\x00", "bad_encoding"),
        (b"Dear all, this is a letter.", "unknown_format"),
    ],
)
def test_what_is_no_transcript_is_refused_in_words(data, code):
    with pytest.raises(TranscriptRefused) as refusal:
        read_transcript(data)

    assert refusal.value.code == code
    assert refusal.value.message.endswith(".")


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("Client", "client"),
        ("PATIENT 2", "client"),
        ("C", "client"),
        ("Therapist (Dr. Lee)", "counsellor"),
        ("counselor", "counsellor"),
        ("T1", "counsellor"),
        ("Anna C", None),
        ("Client's therapist", None),
        ("SPEAKER_00", None),
    ],
)
def test_roles_are_guessed_from_names_that_tell_them(name, role):
    transcript = read_transcript(f"speaker,text\n{name},Hi.\n".encode())

    assert guess_roles(transcript) == {name: role}


def test_times_beyond_any_session_and_endless_names_are_kept_within_what_is_stored():
    endless = "A" * 500
    transcript = read_transcript(f"WEBVTT\n\n9999:00:00.000 --> 9999:00:01.000\n<v {endless}>Hi.\n".encode())

    (turn,) = transcript.turns
    assert (turn.start_ms, turn.end_ms, turn.speaker) == (None, None, "A" * 120)
    assert [remark.severity for remark in transcript.remarks[:2]] == ["warning", "warning"]


def test_two_clients_are_asked_about():
    transcript = read_transcript(b"speaker,text\nClient 1,Hi.\nClient 2,Hello.\nTherapist,Welcome.\n")

    assert "More than one client, “Client 1” and “Client 2”: say who is who." in [r.message for r in transcript.remarks]


def test_a_name_used_twice_is_asked_about():
    transcript = read_transcript(b"speaker,text\nAnna,Hi.\nANNA,Hello.\n")

    assert "One name, “Anna” and “ANNA”: say whether this is one person or more." in [
        remark.message for remark in transcript.remarks
    ]
