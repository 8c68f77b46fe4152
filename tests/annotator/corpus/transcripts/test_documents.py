"""Word and OpenDocument files."""

import io
import zipfile

import pytest

from annotator.corpus.transcripts import ReadingOptions, Transcript, TranscriptRefused, read_transcript
from annotator.corpus.transcripts.columns import Columns

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
ODT_TYPE = "application/vnd.oasis.opendocument.text"


def archive(parts: dict[str, str], *, compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as file:
        for name, content in parts.items():
            file.writestr(name, content, zipfile.ZIP_STORED if name == "mimetype" else compression)
    return data.getvalue()


def docx(body: str, **parts: str) -> bytes:
    document = f'<w:document xmlns:w="{W}" xmlns:mc="urn:mc"><w:body>{body}</w:body></w:document>'
    return archive({"word/document.xml": document, **{f"word/{name}.xml": text for name, text in parts.items()}})


def odt(body: str) -> bytes:
    content = (
        '<office:document-content xmlns:office="urn:o" xmlns:text="urn:t" xmlns:table="urn:ta" xmlns:draw="urn:d">'
        f"<office:body><office:text>{body}</office:text></office:body></office:document-content>"
    )
    return archive({"mimetype": ODT_TYPE, "content.xml": content})


def p(text: str) -> str:
    return f'<w:p><w:pPr><w:rPr/></w:pPr><w:r><w:t xml:space="preserve">{text}</w:t></w:r></w:p>'


def row(*cells: str) -> str:
    return "<w:tr>" + "".join(f"<w:tc>{p(cell)}</w:tc>" for cell in cells) + "</w:tr>"


def spoken(transcript: Transcript) -> list[tuple[str | None, str]]:
    return [(turn.speaker, turn.text) for turn in transcript.turns]


def messages(transcript: Transcript) -> str:
    return "\n".join(remark.message for remark in transcript.remarks)


def test_paragraphs_with_names_are_turns():
    transcript = read_transcript(docx(p("Anna: Hi,") + p("you.") + p("Ben: Hello &amp; bye.")))

    assert spoken(transcript) == [("Anna", "Hi, you."), ("Ben", "Hello & bye.")]


def test_a_document_without_names_is_read_and_its_speakers_are_asked_for():
    transcript = read_transcript(docx(p("I am fine, I think.") + p("") + p("It costs 5 €.")))

    assert spoken(transcript) == [(None, "I am fine, I think."), (None, "It costs 5 €.")]
    assert "each paragraph is taken for a turn" in messages(transcript)


def test_insertions_controls_and_text_boxes_are_read_and_deletions_told():
    body = (
        p("Anna: One")
        + '<w:p><w:r><w:t>Ben: Two </w:t></w:r><w:ins w:id="1"><w:r><w:t>and in</w:t></w:r></w:ins>'
        + '<w:del w:id="2"><w:r><w:delText>and out</w:delText></w:r></w:del></w:p>'
        + f"<w:sdt><w:sdtContent>{p('Anna: Three')}</w:sdtContent></w:sdt>"
        + f"<w:p><w:r><mc:AlternateContent><mc:Choice><w:txbxContent>{p('Ben: Four')}</w:txbxContent></mc:Choice>"
        + f"<mc:Fallback><w:txbxContent>{p('Ben: Four')}</w:txbxContent></mc:Fallback></mc:AlternateContent>"
        + "</w:r></w:p>"
    )
    transcript = read_transcript(docx(body))

    assert spoken(transcript) == [("Anna", "One"), ("Ben", "Two and in"), ("Anna", "Three"), ("Ben", "Four")]
    assert "deletions were left out: “and out”" in messages(transcript)


def test_notes_and_comments_are_told():
    note = f'<w:footnotes xmlns:w="{W}">{p("See page 3")}</w:footnotes>'
    transcript = read_transcript(docx(p("Anna: Hi.") + p("Ben: Bye."), footnotes=note))

    assert "footnotes were left out: “See page 3”" in messages(transcript)


def test_a_table_in_word_is_read_by_its_header():
    table = "<w:tbl>" + row("Time", "Speaker", "Text") + row("0:01", "Anna", "Hi there") + row("0:04", "Ben", "Bye")
    transcript = read_transcript(docx(p("Interview 3") + table + "</w:tbl>"))

    assert [(turn.speaker, turn.start_ms, turn.text) for turn in transcript.turns] == [
        ("Anna", 1000, "Hi there"),
        ("Ben", 4000, "Bye"),
    ]
    assert "Text outside the table was left out: “Interview 3”" in messages(transcript)
    assert transcript.table is not None
    assert transcript.table.header == ("Time", "Speaker", "Text")


def test_the_columns_of_a_table_in_word_can_be_chosen():
    table = "<w:tbl>" + row("1", "Anna", "Hi there") + row("2", "Ben", "Bye") + "</w:tbl>"
    chosen = Columns(text=2, speaker=1, has_header=False)

    transcript = read_transcript(docx(table), options=ReadingOptions(columns=chosen))

    assert spoken(transcript) == [("Anna", "Hi there"), ("Ben", "Bye")]


def tbl(*rows: str) -> str:
    return f"<w:tbl>{''.join(rows)}</w:tbl>"


def cell(text: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{p(text)}</w:tc>"


def over(n_columns: int) -> str:
    return f'<w:gridSpan w:val="{n_columns}"/>'


def test_a_cell_across_the_table_in_word_keeps_its_words():
    across = f"<w:tr>{cell('[Break]', over(3))}</w:tr>"
    wide = f"<w:tr>{cell('Ben')}{cell('Bye', over(2))}</w:tr>"
    title = f"<w:tr>{cell('Interview 3', over(3))}</w:tr>"
    transcript = read_transcript(docx(tbl(title, row("Speaker", "Text", "Note"), row("Anna", "Hi", ""), across, wide)))

    assert spoken(transcript) == [("Anna", "Hi"), (None, "[Break]"), ("Ben", "Bye")]
    assert "kept as a turn of an unknown speaker" in messages(transcript)
    assert "title was left out: “Interview 3”" in messages(transcript)
    assert "lacks" not in messages(transcript)


def test_a_speaker_merged_downwards_speaks_in_the_rows_below():
    merged = [f"<w:vMerge{value}/>" for value in (' w:val="restart"', "", ' w:val="continue"')]
    rows = [
        f"<w:tr>{cell(name, merge)}{cell(said)}</w:tr>"
        for name, merge, said in zip(["Anna", "", ""], merged, ["One", "two", "three"], strict=True)
    ]
    transcript = read_transcript(docx(tbl(row("Speaker", "Text"), *rows, row("", "Who?"), row("Ben", "Four"))))

    assert spoken(transcript) == [
        ("Anna", "One"), ("Anna", "two"), ("Anna", "three"), (None, "Who?"), ("Ben", "Four"),
    ]  # fmt: skip


def test_each_table_of_a_document_is_read_by_its_own_header():
    first = tbl(row("Speaker", "Text"), row("Anna", "One"), row("Ben", "Two"))
    other = tbl(row("Text", "Speaker"), row("Three", "Anna"), row("Four", "Ben"))
    transcript = read_transcript(docx(first + p("") + other))

    assert spoken(transcript) == [("Anna", "One"), ("Ben", "Two"), ("Anna", "Three"), ("Ben", "Four")]
    assert "A table of other columns begins here and was read by them" in messages(transcript)


def test_a_repeated_header_is_no_turn():
    first = tbl(row("Speaker", "Text"), row("Anna", "One"), row("Speaker", "Text"), row("Ben", "Two"))
    again = tbl(row("Speaker", "Text"), row("Anna", "Three"))
    transcript = read_transcript(docx(first + again))

    assert spoken(transcript) == [("Anna", "One"), ("Ben", "Two"), ("Anna", "Three")]
    assert [r.where for r in transcript.remarks if "The header is repeated here" in r.message] == ["row 3", "row 5"]


def test_a_table_without_a_header_goes_on_from_the_one_before():
    first = tbl(row("Speaker", "Text"), row("Anna", "One"), row("Ben", "Two"))
    transcript = read_transcript(docx(first + tbl(row("Anna", "Who?"), row("Ben", "Words"))))

    assert spoken(transcript) == [("Anna", "One"), ("Ben", "Two"), ("Anna", "Who?"), ("Ben", "Words")]


def test_a_table_of_other_things_is_left_out_with_its_words():
    about = tbl(row("Name", "Role"), row("Anna", "client"))
    said = tbl(row("Time", "Speaker", "Text"), row("0:01", "Anna", "One two three"), row("0:03", "Ben", "Four"))
    transcript = read_transcript(docx(about + said))

    assert spoken(transcript) == [("Anna", "One two three"), ("Ben", "Four")]
    assert "left out: “Name Role Anna client”" in messages(transcript)


def test_rows_among_paragraphs_belong_to_those_they_name():
    long = "and so on, at length, until the paragraphs hold more than the table does"
    body = p("Anna: Hi,") + p("Ben: " + long) + tbl(row("Anna", "In a table"), row("Ben:", "So am I")) + p("Anna: Bye")
    transcript = read_transcript(docx(body))

    assert spoken(transcript) == [
        ("Anna", "Hi,"), ("Ben", long), ("Anna", "In a table"), ("Ben", "So am I"), ("Anna", "Bye"),
    ]  # fmt: skip
    assert "read as lines of the text around them: “Anna In a table Ben: So am I”" in messages(transcript)


def test_a_conversation_in_a_single_cell_is_read_line_by_line():
    inside = "".join(p(line) for line in ("Anna: Hi.", "Ben: Hello.", "Anna: Bye."))

    assert spoken(read_transcript(docx(tbl(f"<w:tr><w:tc>{inside}</w:tc></w:tr>")))) == [
        ("Anna", "Hi."),
        ("Ben", "Hello."),
        ("Anna", "Bye."),
    ]


def test_captions_pasted_into_word_are_read_with_their_times():
    transcript = read_transcript(
        docx(p("0:0:1.0 --&gt; 0:0:2.5") + p("Anna: Hi.") + p("0:0:3.0 --&gt; 0:0:4.0") + p("Ben: Bye."))
    )

    assert [(turn.speaker, turn.start_ms, turn.end_ms) for turn in transcript.turns] == [
        ("Anna", 1000, 2500),
        ("Ben", 3000, 4000),
    ]


def test_the_older_word_export_of_teams_has_its_names_and_times():
    said = [("Anna Lee", "Hi."), ("Ben", "Hello."), ("Anna Lee", "So?"), ("Ben", "42")]
    body = "".join(p(f"0:0:{n}.0 --&gt; 0:0:{n}.9") + p(who) + p(text) for n, (who, text) in enumerate(said))

    transcript = read_transcript(docx(body))

    assert spoken(transcript) == said
    assert [turn.start_ms for turn in transcript.turns] == [0, 1000, 2000, 3000]


def test_blanks_in_an_opendocument_text_count_as_the_standard_says():
    body = (
        '<text:p>Anna:<text:tab/>Hi,\n   <text:span>you<text:s text:c="2"/>there</text:span>'
        "<text:line-break/>Now.</text:p>"
        "<text:list><text:list-item><text:h>Ben: Bye.</text:h></text:list-item></text:list>"
        "<text:p><text:note>a note</text:note></text:p>"
    )
    transcript = read_transcript(odt(body))

    assert spoken(transcript) == [("Anna", "Hi, you  there Now."), ("Ben", "Bye.")]
    assert "notes were left out: “a note”" in messages(transcript)


def test_a_table_in_an_opendocument_text_is_read():
    rows = "".join(
        f"<table:table-row><table:table-cell><text:p>{who}</text:p></table:table-cell>"
        f"<table:table-cell><text:p>{text}</text:p></table:table-cell></table:table-row>"
        for who, text in (("Speaker", "Text"), ("Anna", "Hi there"), ("Ben", "Bye now"))
    )
    transcript = read_transcript(odt(f"<table:table>{rows}</table:table>"))

    assert spoken(transcript) == [("Anna", "Hi there"), ("Ben", "Bye now")]


def test_merged_cells_of_an_opendocument_table_keep_their_words_and_speakers():
    def cells(*said: str) -> str:
        return "".join(f"<table:table-cell><text:p>{each}</text:p></table:table-cell>" for each in said)

    covered = "<table:covered-table-cell/>"
    rows = [
        cells("Speaker", "Text", "Note"),
        '<table:table-cell table:number-rows-spanned="2"><text:p>Anna</text:p></table:table-cell>' + cells("One", ""),
        covered + cells("two", ""),
        f'<table:table-cell table:number-columns-spanned="3"><text:p>[Break]</text:p></table:table-cell>{covered * 2}',
        cells("Ben")
        + f'<table:table-cell table:number-columns-spanned="2"><text:p>Three</text:p></table:table-cell>{covered}',
        cells("Anna", "Four") + '<table:table-cell table:number-columns-repeated="900"/>',
    ]
    body = "".join(f"<table:table-row>{each}</table:table-row>" for each in rows)
    transcript = read_transcript(odt(f"<table:table>{body}</table:table>"))

    assert spoken(transcript) == [
        ("Anna", "One"), ("Anna", "two"), (None, "[Break]"), ("Ben", "Three"), ("Anna", "Four"),
    ]  # fmt: skip
    assert "lacks" not in messages(transcript)


@pytest.mark.parametrize(
    "bomb",
    [docx(p("a" * 40_000_000)), odt(f"<text:p>{'a' * 40_000_000}</text:p>")],
    ids=["docx", "odt"],
)
def test_a_document_that_unpacks_without_end_is_refused_at_once(bomb):
    assert len(bomb) < 60_000

    with pytest.raises(TranscriptRefused, match="16 MB") as refusal:
        read_transcript(bomb)

    assert refusal.value.code == "too_large"


def test_a_document_that_lies_about_its_size_is_refused():
    data = docx(p("a" * 100_000))
    true_size = zipfile.ZipFile(io.BytesIO(data)).getinfo("word/document.xml").file_size.to_bytes(4, "little")

    with pytest.raises(TranscriptRefused):
        read_transcript(data.replace(true_size, (500).to_bytes(4, "little")))


@pytest.mark.parametrize("compression", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_document_packed_in_a_way_no_office_does_is_refused(compression):
    document = f'<w:document xmlns:w="{W}"/>'

    with pytest.raises(TranscriptRefused) as refusal:
        read_transcript(archive({"word/document.xml": document}, compression=compression))

    assert refusal.value.code == "too_large"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (archive({"word/document.xml": '<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>'}), "bad_xml"),
        (archive({"word/document.xml": "not XML"}), "bad_xml"),
        (archive({"mimetype": ODT_TYPE, "content.xml": ""}), "bad_xml"),
        (archive({"xl/workbook.xml": "<a/>"}), "not_text"),
        (docx("<w:p/>"), "no_turns"),
        (docx(p("Anna: Hi."))[:-30], "not_text"),
    ],
)
def test_a_document_that_cannot_be_read_is_refused_in_words(data, code):
    with pytest.raises(TranscriptRefused) as refusal:
        read_transcript(data)

    assert refusal.value.code == code
    assert refusal.value.message.endswith(".")
