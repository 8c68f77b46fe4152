"""TTML and DFXP: times that nest, agents, and XML that means harm."""

import pytest

from annotator.corpus.transcripts import ReadingOptions, Transcript, TranscriptRefused, read_transcript

HEAD = (
    '<head><metadata><ttm:agent xml:id="a"><ttm:name type="full">Anna  Lee</ttm:name></ttm:agent>'
    '<ttm:agent xml:id="b" type="person"/></metadata></head>'
)


def read(body: str, *, parameters: str = "", head: str = HEAD, gap_ms: int = 0) -> Transcript:
    document = (
        f'<?xml version="1.0"?>\n<!-- made by hand --><tt xmlns="http://www.w3.org/ns/ttml" '
        f'xmlns:ttm="http://www.w3.org/ns/ttml#metadata" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" {parameters}>'
        f"{head}{body}</tt>"
    )
    return read_transcript(document.encode(), options=ReadingOptions(gap_ms=gap_ms))


def turns(transcript: Transcript) -> list[tuple[str | None, int | None, int | None, str]]:
    return [(turn.speaker, turn.start_ms, turn.end_ms, turn.text) for turn in transcript.turns]


@pytest.mark.parametrize(
    ("begin", "ms"),
    [
        ("00:00:02.5", 2500),
        ("01:00:00", 3_600_000),
        ("00:00:02:12", 2500),
        ("2.5s", 2500),
        ("1.5m", 90_000),
        ("0.5h", 1_800_000),
        ("2500ms", 2500),
        ("60f", 2500),
        ("25000000t", 2500),
        ("2.5", 2500),
        ("00:02.5", 2500),
    ],
)
def test_a_time_is_read_in_each_of_its_spellings(begin, ms):
    transcript = read(
        f'<body><div><p begin="{begin}" dur="1s">Hi.</p></div></body>',
        parameters='ttp:frameRate="24" ttp:tickRate="10000000"',
    )

    assert turns(transcript) == [(None, ms, ms + 1000, "Hi.")]


def test_a_frame_of_american_television_is_a_thousandth_longer():
    # 30 frames a second times 1000/1001: frame 900 shows at 900 x 1001 / 30000 s = 30.03 s.
    transcript = read(
        '<body><p begin="900f">Hi.</p></body>', parameters='ttp:frameRate="30" ttp:frameRateMultiplier="1000 1001"'
    )

    assert transcript.turns[0].start_ms == 30_030


def test_times_count_from_those_of_what_they_stand_in():
    transcript = read(
        '<body begin="10s"><div begin="1s" end="9s"><p begin="2s" end="20s">One</p><p>Two</p></div></body>', head=""
    )

    assert turns(transcript) == [(None, 11_000, 19_000, "Two"), (None, 13_000, 19_000, "One")]


def test_in_a_sequence_each_begins_where_the_one_before_ends():
    transcript = read('<body><div timeContainer="seq"><p dur="2s">One</p><p begin="1s" dur="2s">Two</p></div></body>')

    assert [(turn.start_ms, turn.end_ms) for turn in transcript.turns] == [(0, 2000), (3000, 5000)]


def test_agents_are_the_speakers_by_name_or_by_id():
    transcript = read(
        '<body><div ttm:agent="a"><p begin="1s" end="2s">Hi.</p><p begin="2s" end="3s" ttm:agent="b">Hello.</p>'
        '<p begin="3s" end="4s" ttm:agent="a b">Bye.</p></div></body>'
    )

    assert transcript.speakers == ("Anna Lee", "b", "Anna Lee and b")


def test_parts_of_a_paragraph_with_times_or_agents_of_their_own_are_turns():
    transcript = read(
        '<body><p begin="1s" end="9s" ttm:agent="a"><metadata>no speech</metadata>Wait, '
        '<span begin="2s" end="3s">please</span> now<br/>or\n   <span ttm:agent="b">never</span></p></body>'
    )

    assert turns(transcript) == [
        ("Anna Lee", 1000, 9000, "Wait,"),
        ("Anna Lee", 1000, 9000, "now or"),
        ("b", 1000, 9000, "never"),
        ("Anna Lee", 3000, 4000, "please"),
    ]


def test_names_in_the_text_are_speakers_where_there_are_no_agents():
    transcript = read('<body><p begin="1s">Anna: Hi &amp; bye.</p><p begin="2s">Ben: No.</p></body>')

    assert [(turn.speaker, turn.text) for turn in transcript.turns] == [("Anna", "Hi & bye."), ("Ben", "No.")]


def test_a_time_that_cannot_be_read_is_remarked_and_its_text_kept():
    transcript = read('<body><p begin="soon" end="2s">Hi.</p></body>')

    assert turns(transcript) == [(None, None, 2000, "Hi.")]
    assert "begin=“soon”" in transcript.remarks[0].message


def test_text_outside_paragraphs_is_not_lost_without_a_word():
    transcript = read('<body><div>Stray words<p begin="1s">Hi.</p></div></body>')

    assert [turn.text for turn in transcript.turns] == ["Hi."]
    assert any("Stray words" in remark.message for remark in transcript.remarks)


def test_the_older_dfxp_and_its_declared_encoding_are_read():
    document = (
        '<?xml version="1.0" encoding="ISO-8859-1"?><tt xmlns="http://www.w3.org/2006/10/ttaf1"><body><div>'
        '<p begin="00:00:01.00" end="00:00:02.00">Mañana, ¿sí? Çà et là.</p></div></body></tt>'
    )
    transcript = read_transcript(document.encode("latin-1"))

    assert turns(transcript) == [(None, 1000, 2000, "Mañana, ¿sí? Çà et là.")]
    assert not any("guess" in remark.message for remark in transcript.remarks)


BOMB = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 9))


@pytest.mark.parametrize(
    "doctype",
    [
        f'<!DOCTYPE tt [<!ENTITY e0 "ha">{BOMB}]>',
        '<!DOCTYPE tt [<!ENTITY e8 SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE tt SYSTEM "http://example.org/evil.dtd" [<!ENTITY % p SYSTEM "http://example.org/p"> %p;]>',
    ],
)
def test_xml_that_defines_entities_is_not_opened(doctype):
    with pytest.raises(TranscriptRefused) as refusal:
        read_transcript(f'<?xml version="1.0"?>{doctype}<tt><body><p begin="1s">&e8;</p></body></tt>'.encode())

    assert refusal.value.code in {"bad_xml", "unknown_format"}


@pytest.mark.parametrize(
    ("document", "code"),
    [
        ("<tt><body><p>Hi</body></tt>", "bad_xml"),
        ("<tt>" + "<div>" * 5000 + "</div>" * 5000 + "</tt>", "bad_xml"),
        ("<tt></tt>", "no_turns"),
        ("<html><body>Hi</body></html>", "unknown_format"),
    ],
)
def test_xml_that_holds_no_speech_is_refused(document, code):
    with pytest.raises(TranscriptRefused) as refusal:
        read_transcript(document.encode())

    assert refusal.value.code == code
