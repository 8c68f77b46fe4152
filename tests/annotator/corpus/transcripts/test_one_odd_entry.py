"""One odd entry costs itself at most: it decides neither about the file's format nor about its neighbours."""

import json

import pytest

from annotator.corpus.transcripts import ReadingOptions, Transcript, read_transcript


def read(document: object) -> Transcript:
    text = document if isinstance(document, str) else json.dumps(document)
    return read_transcript(text.encode(), options=ReadingOptions(gap_ms=0))


def turns(transcript: Transcript) -> list[tuple[str | None, int | None, int | None, str]]:
    return [(turn.speaker, turn.start_ms, turn.end_ms, turn.text) for turn in transcript.turns]


def warnings(transcript: Transcript) -> str:
    return "\n".join(f"{remark.where}: {remark.message}" for remark in transcript.remarks if remark.severity != "info")


TOOK, DAYS = {"word": "took", "start": 0.3, "end": 0.5}, {"word": "days", "start": 1.2, "end": 2.0}


@pytest.mark.parametrize("odd", [{"word": "42"}, {"word": 42}, {"word": "42", "start": None}, {"word": "42", "end": 1}])
def test_a_word_without_a_time_stays_between_its_neighbours(odd):
    transcript = read({"words": [TOOK, odd, DAYS]})

    assert turns(transcript) == [(None, 300, 2000, "took 42 days")]
    assert "word 2: " in warnings(transcript)


@pytest.mark.parametrize(("place", "said"), [(0, "42 took days"), (2, "took days 42")])
def test_a_word_without_a_time_stays_where_the_words_begin_and_end(place, said):
    words = [TOOK, DAYS]
    words.insert(place, {"word": "42"})

    assert [turn.text for turn in read({"words": words}).turns] == [said]


@pytest.mark.parametrize("odd", [{"start": 0.6}, None, "42", {"word": None, "start": 1}])
def test_an_entry_without_a_word_is_left_out_and_told(odd):
    transcript = read({"words": [TOOK, odd, DAYS]})

    assert [turn.text for turn in transcript.turns] == ["took days"]
    assert "word 2: Left out: it has no text." in warnings(transcript)


@pytest.mark.parametrize(
    "document",
    [
        {"segments": [{"start": 0, "end": 1, "text": "It took"}, {"start": 1, "end": 2, "text": 42}]},
        {"segments": [{"start": 0, "end": 1, "text": "It took"}, {"start": 1, "end": 2, "words": [{"word": "42"}]}]},
        {"utterances": [{"start": 0, "end": 1, "text": "It took"}, {"start": 1, "end": 2, "text": 42}]},
        {"chunks": [{"timestamp": [0, 1], "text": "It took"}, {"timestamp": [1, 2], "text": 42}]},
    ],
)
def test_a_number_is_said_as_words_are(document):
    assert turns(read(document)) == [(None, 0, 1000, "It took"), (None, 1000, 2000, "42")]


SAID = [{"start": place, "end": place + 1, "text": f"Line {place}."} for place in range(6)]


@pytest.mark.parametrize(
    ("key", "odd"),
    [
        ("segments", {"start": 6, "end": 7, "text": "Odd.", "body": "Odd."}),
        ("transcription", {"start": 6, "end": 7, "text": "Odd.", "offsets": {}}),
        ("chunks", {"start": 6, "end": 7, "text": "Odd.", "timestamp": [6, 7]}),
        ("Transcript", {"start": 6, "end": 7, "text": "Odd.", "Content": "Odd."}),
    ],
)
def test_a_key_of_another_format_in_one_entry_makes_no_other_format(key, odd):
    transcript = read({key: [*SAID, odd]})

    assert [turn.text for turn in transcript.turns] == [f"Line {place}." for place in range(6)] + ["Odd."]


def test_a_document_of_doccano_without_a_text_is_left_out():
    lines = [{"id": 1, "text": "A: Hi.", "label": []}, {"id": 2, "text": None, "label": []},
             {"id": 3, "text": "B: Bye.", "label": []}]  # fmt: skip

    transcript = read("\n".join(map(json.dumps, lines)))

    assert (transcript.format, [turn.text for turn in transcript.turns]) == ("doccano", ["Hi.", "Bye."])
    assert "line 2" in " ".join(remark.where for remark in transcript.remarks)


@pytest.mark.parametrize("odd", ["n/a", "?", "0:00:05", "4500.5"])
def test_an_odd_time_does_not_tell_the_unit_of_the_others(odd):
    starts = ["0", "1500", "3000", "4000", odd, *(str(place * 1500) for place in range(4, 20))]
    rows = [f"{'CT'[place % 2]},{start},I was so tired" for place, start in enumerate(starts)]

    table = read("speaker,start,text\n" + "\n".join(rows))
    listed = read([{"speaker": row[0], "time": row.split(",")[1], "utterance": "I was so tired"} for row in rows])

    for transcript in (table, listed):
        assert [turn.start_ms for turn in transcript.turns[:4]] == [0, 1500, 3000, 4000]


@pytest.mark.parametrize("odd", ["C,,0:14,And then", "C,?,0:14,And then", "C,0:12,0:14"])
def test_an_odd_row_leaves_a_table_without_a_header_a_table(odd):
    rows = [f"{'CT'[n % 2]},0:{n:02},0:{n + 1:02},I was so tired" for n in range(0, 12, 2)]
    rows += [odd, "T,0:16,0:18,And then we left"]

    transcript = read("\n".join(rows))

    assert transcript.format == "csv"
    assert turns(transcript)[:2] == [("C", 0, 1000, "I was so tired"), ("C", 2000, 3000, "I was so tired")]


def test_a_caption_without_a_name_above_it_leaves_the_others_theirs():
    blocks = [f"00:{n:02}.000 --> 00:{n:02}.900\n{'Anna Lee' if n % 2 else 'Ben'}\nSo it went.\n" for n in range(8)]
    blocks.insert(3, "00:02.900 --> 00:03.000\nMm.\n")

    transcript = read("\n".join(blocks))

    assert [turn.speaker for turn in transcript.turns] == ["Ben", "Anna Lee", "Ben", None, *["Anna Lee", "Ben"] * 2,
                                                           "Anna Lee"]  # fmt: skip
    assert transcript.turns[3].text == "Mm."


def test_an_empty_word_leaves_no_gap():
    words = [("took", 0.3), ("", 0.6), ("days", 1.2)]
    transcript = read({"words": [{"word": word, "start": start, "end": start + 0.2} for word, start in words]})

    assert [text for *_, text in turns(transcript)] == ["took days"]


def test_starts_alone_are_no_times_that_are_missing():
    transcript = read({"segments": [{"start": 3.0 * n, "speaker": "AB"[n % 2], "text": "Hm."} for n in range(6)]})

    assert [start_ms for _, start_ms, _, _ in turns(transcript)] == [0, 3000, 6000, 9000, 12000, 15000]
    assert "missing" not in warnings(transcript)
