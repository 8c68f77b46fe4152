"""Several conversations in one table or list: one is read, the others are offered."""

import json

import pytest

from annotator.corpus.transcripts import Columns, ReadingOptions, Transcript, TranscriptRefused, read_transcript
from tests.annotator.corpus.transcripts.test_documents import docx, odt, p, row

ROWS = [
    ("k1", "T", 1, "How was it?"),
    ("k1", "C", 4, "Hard."),
    ("k1", "T", 9, "Very?"),
    ("k2", "T", 0, "Hello."),
    ("k2", "C", 5, "My father died."),
    ("k2", "T", 8, "Oh."),
]
FIRST = [text for name, _, _, text in ROWS if name == "k1"]
SECOND = [text for name, _, _, text in ROWS if name == "k2"]


def read(text: str, **options: object) -> Transcript:
    return read_transcript(text.encode(), options=ReadingOptions(**options))  # type: ignore[arg-type]


def table(name: str = "conversation", rows: list[tuple[str, str, int, str]] = ROWS, separator: str = ",") -> str:
    lines = [separator.join(map(str, row)) for row in [(name, "speaker", "start", "text"), *rows]]
    return "\n".join(lines)


def said(transcript: Transcript) -> list[str]:
    return [turn.text for turn in transcript.turns]


def warnings(transcript: Transcript) -> str:
    return "\n".join(remark.message for remark in transcript.remarks if remark.severity == "warning")


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize(
    "name", ["conversation", "Conversation ID", "dialogue_id", "session", "call", "video", "dyad", "nr", "x"]
)
def test_the_first_conversation_of_a_table_is_read_and_the_others_are_offered(name, separator):
    transcript = read(table(name, separator=separator))

    assert said(transcript) == FIRST
    assert [(tier.name, tier.n_cues, tier.sample, tier.is_read) for tier in transcript.tiers] == [
        ("k1", 3, "How was it?", True),
        ("k2", 3, "Hello.", False),
    ]
    assert "The file holds 2 conversations; “k1” was read." in warnings(transcript)
    assert transcript.table is not None and transcript.table.columns is not None
    assert transcript.table.columns.conversation == 0


def test_another_conversation_is_chosen():
    transcript = read(table(), tiers=("k2",))

    assert said(transcript) == SECOND
    assert [turn.start_ms for turn in transcript.turns] == [0, 5000, 8000]


def test_both_are_read_one_after_the_other():
    transcript = read(table(), tiers=("k1", "k2"))

    assert said(transcript) == FIRST + SECOND
    assert "The clock begins anew here" in warnings(transcript)


def test_a_conversation_that_is_not_there_is_refused():
    with pytest.raises(TranscriptRefused, match="“k1”, “k2”"):
        read(table(), tiers=("k3",))


def test_rows_of_conversations_that_alternate_are_told_apart_by_the_column_s_name():
    rows = sorted(ROWS, key=lambda row: row[2])

    assert said(read(table(rows=rows), tiers=("k1",))) == FIRST
    assert said(read(table(rows=rows), tiers=("k2",))) == SECOND


def test_a_conversation_without_times_is_told_by_the_column_s_name():
    text = "conversation_id,speaker,text\n" + "\n".join(f"{name},{who},{text}" for name, who, _, text in ROWS)

    assert said(read(text)) == FIRST


def test_rows_of_one_conversation_and_an_id_for_each_row_are_one():
    assert said(read(table(rows=[("k1", *row[1:]) for row in ROWS[:3]]))) == FIRST
    assert said(read(table("call", rows=[(str(n), *row[1:]) for n, row in enumerate(ROWS[:3])]))) == FIRST


def test_a_person_may_say_that_no_column_or_another_tells_them_apart():
    as_one = read(table(), columns=Columns(text=3, speaker=1, start=2))
    by_speaker = read(table("note"), columns=Columns(text=3, speaker=None, start=2, conversation=1))

    assert said(as_one) == FIRST + SECOND
    assert said(by_speaker) == ["How was it?", "Very?", "Hello.", "Oh."]


@pytest.mark.parametrize("key", ["conversation_id", "dialogue_id", "conversation", "session_id", "call_id"])
def test_a_list_of_utterances_holds_conversations_too(key):
    entries = [{key: name, "speaker": who, "time": at, "utterance": text} for name, who, at, text in ROWS]

    transcript = read(json.dumps(entries))
    other = read("\n".join(map(json.dumps, entries)), tiers=("k2",))

    assert (said(transcript), said(other)) == (FIRST, SECOND)
    assert "The file holds 2 conversations; “k1” was read." in warnings(transcript)
    assert [tier.name for tier in other.tiers] == ["k1", "k2"]


def in_word(rows: list[tuple[str, ...]], *, before: str = "") -> bytes:
    return docx(f"{before}<w:tbl>{''.join(row(*cells) for cells in rows)}</w:tbl>")


def in_writer(rows: list[tuple[str, ...]]) -> bytes:
    cells = "".join(
        f"<table:table-row>{''.join(f'<table:table-cell><text:p>{cell}</text:p></table:table-cell>' for cell in each)}"
        "</table:table-row>"
        for each in rows
    )
    return odt(f"<table:table>{cells}</table:table>")


HEADER = ("conversation", "speaker", "start", "text")
WRITTEN = [HEADER, *(tuple(map(str, each)) for each in ROWS)]
# Named where it begins alone.
NAMED_ONCE = [each if place in {0, 1, 4} else ("", *each[1:]) for place, each in enumerate(WRITTEN)]


@pytest.mark.parametrize("written", [in_word, in_writer])
@pytest.mark.parametrize("rows", [WRITTEN, NAMED_ONCE])
def test_the_table_of_a_text_document_asks_which_conversation_is_read(written, rows):
    first, second = (
        read_transcript(written(rows)),
        read_transcript(written(rows), options=ReadingOptions(tiers=("k2",))),
    )

    assert (said(first), said(second)) == (FIRST, SECOND)
    assert [(tier.name, tier.n_cues, tier.is_read) for tier in first.tiers] == [("k1", 3, True), ("k2", 3, False)]
    assert "“k1” was read. Choose another" in warnings(first)


def test_a_legend_before_the_table_does_not_hide_that_it_has_several():
    legend = f"<w:tbl>{row('Code', 'Meaning')}{row('x', 'y')}</w:tbl>{p('')}"

    transcript = read_transcript(in_word(WRITTEN, before=legend))

    assert said(transcript) == FIRST
    assert [tier.name for tier in transcript.tiers] == ["k1", "k2"]


def test_a_cell_that_is_merged_over_its_rows_names_all_of_them():
    def merged(cells: tuple[str, ...], *, begins: bool) -> str:
        kind = '<w:vMerge w:val="restart"/>' if begins else "<w:vMerge/>"
        name = f"<w:tc><w:tcPr>{kind}</w:tcPr>{p(cells[0] if begins else '')}</w:tc>"
        return f"<w:tr>{name}{''.join(f'<w:tc>{p(cell)}</w:tc>' for cell in cells[1:])}</w:tr>"

    rows = [merged(cells, begins=place in {0, 3}) for place, cells in enumerate(WRITTEN[1:])]
    transcript = read_transcript(docx(f"<w:tbl>{row(*HEADER)}{''.join(rows)}</w:tbl>"))

    assert said(transcript) == FIRST


def test_rows_below_a_name_belong_to_that_conversation():
    transcript = read("\n".join(",".join(each) for each in NAMED_ONCE))
    alone = read("\n".join(",".join(each) for each in NAMED_ONCE[:4]))

    assert (said(transcript), [tier.name for tier in transcript.tiers]) == (FIRST, ["k1", "k2"])
    assert (said(alone), alone.tiers) == (FIRST, ())


@pytest.mark.parametrize("shape", ["list", "lines", "segments"])
def test_segments_of_several_conversations_are_not_mixed(shape):
    entries = [
        {"conversation_id": name, "speaker": who, "start": at, "end": at + 2, "text": text}
        for name, who, at, text in ROWS
    ]
    written = {
        "list": json.dumps(entries),
        "lines": "\n".join(map(json.dumps, entries)),
        "segments": json.dumps({"segments": entries}),
    }[shape]

    assert (said(read(written)), said(read(written, tiers=("k2",)))) == (FIRST, SECOND)
    assert [tier.name for tier in read(written).tiers] == ["k1", "k2"]


@pytest.mark.parametrize("shape", ["segments", "utterances", "lines", "list"])
@pytest.mark.parametrize("key", ["conv_id", "video_id", "fileName", "recording", "clip", "source"])
def test_a_key_of_any_name_tells_conversations_as_a_column_does(key, shape):
    entries = [{key: name, "speaker": who, "start": start, "text": text} for name, who, start, text in ROWS]
    written = "\n".join(map(json.dumps, entries)) if shape == "lines" else json.dumps(entries)
    transcript = read(json.dumps({shape: entries}) if shape in {"segments", "utterances"} else written)

    assert said(transcript) == FIRST
    assert [(tier.name, tier.is_read) for tier in transcript.tiers] == [("k1", True), ("k2", False)]
