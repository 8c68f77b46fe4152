"""Praat TextGrids as Praat itself reads them, whatever stands between the numbers and texts."""

import pytest

from annotator.corpus.transcripts import ReadingOptions, TranscriptRefused, read_transcript

HEAD = 'File type = "ooTextFile"\nObject class = "TextGrid"\n\n'
ONE_TIER = """xmin = 0
xmax = 3
tiers? <exists>
size = 1
item []:
    item [1]:
        class = "IntervalTier"
        name = "Anna"
        xmin = 0
        xmax = 3
        intervals: size = 2
        intervals [1]:
            xmin = 0
            xmax = 1
            text = "I was
so ""tired\"""
        intervals [2]:
            xmin = 1
            xmax = 3
            text = "yes"
"""
SPOKEN = [("Anna", 0, 1000, 'I was\nso "tired"'), ("Anna", 1000, 3000, "yes")]


def spoken(
    text: str, encoding: str = "utf-8", **options: object
) -> list[tuple[str | None, int | None, int | None, str]]:
    turns = read_transcript(text.encode(encoding), options=ReadingOptions(gap_ms=0, **options)).turns
    return [(turn.speaker, turn.start_ms, turn.end_ms, turn.text) for turn in turns]


def tiers(*described: tuple[str, str]) -> str:
    return f"{HEAD}0 9 <exists> {len(described)}\n" + "\n".join(
        f'"IntervalTier" "{name}" 0 9 {labels.count("|") + 1} {labels.replace("|", " ")}' for name, labels in described
    )


def test_a_label_keeps_its_line_break_and_a_doubled_quote_is_one():
    assert spoken(HEAD + ONE_TIER) == SPOKEN


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_every_encoding_that_praat_writes_is_read(encoding):
    assert spoken(HEAD + ONE_TIER, encoding) == SPOKEN


@pytest.mark.parametrize(("name", "encoding"), [("Åse", "cp1252"), ("João", "cp1252"), ("Åse", "mac_roman")])
def test_accents_in_a_name_alone_are_told(name, encoding):
    transcript = read_transcript((HEAD + ONE_TIER.replace("Anna", name)).encode(encoding))

    assert transcript.speakers == (name,)
    assert "which is a guess" in transcript.remarks[0].message


@pytest.mark.parametrize(
    "changed",
    [
        ONE_TIER.replace(" = ", "="),
        ONE_TIER.replace("    ", "\t").replace("3\n", "3 \n"),
        ONE_TIER.replace("xmax = 3\n", 'xmax = 3 ! seconds, of 99 "in all"\n', 1),
        '0 3 <exists> 1 "IntervalTier" "Anna" 0 3 2 0 1 "I was\nso ""tired""" 1 3 "yes"',
        ONE_TIER.replace("\n", "\r\n").replace("was\r\n", "was\n"),
    ],
    ids=["no blanks", "tabs", "a comment", "one line", "CRLF"],
)
def test_what_stands_between_does_not_matter(changed):
    assert spoken(HEAD + changed) == SPOKEN


def test_labels_that_look_like_the_file_s_own_words_are_labels():
    assert spoken(tiers(("Anna", '0 1 "intervals [2]: xmin = 5"'))) == [("Anna", 0, 1000, "intervals [2]: xmin = 5")]


def test_intervals_that_overlap_or_run_backwards_are_kept():
    data = tiers(("Anna", '0 2 "no"|1 3 "yes"|5 4 "well"|-1 6 "hm"'))

    assert spoken(data) == [
        ("Anna", 0, 2000, "no"),
        ("Anna", 1000, 3000, "yes"),
        ("Anna", 5000, None, "well"),
        ("Anna", None, 6000, "hm"),
    ]


def test_aligned_words_and_sounds_are_offered_and_not_read_twice():
    text = tiers(
        ("Anna - phones", '0 1 "a"|1 2 "b"'),
        ("Anna - words", '0 1 "so"|1 2 "tired"'),
        ("Anna", '0 2 "so tired"'),
        ("Ben", '3 4 "so tired"'),
    )
    transcript = read_transcript(text.encode())

    assert [(tier.name, tier.speaker, tier.is_read) for tier in transcript.tiers] == [
        ("Anna - phones", "Anna", False),
        ("Anna - words", "Anna", False),
        ("Anna", "Anna", True),
        ("Ben", "Ben", True),
    ]
    assert any("read as speech: “Anna”, “Ben”; not read" in remark.message for remark in transcript.remarks)
    assert spoken(text, tiers=("Anna - words",)) == [("Anna", 0, 1000, "so"), ("Anna", 1000, 2000, "tired")]


def test_words_alone_are_speech():
    assert spoken(tiers(("Anna - words", '0 1 "so"|1 2 "tired"'))) == [
        ("Anna", 0, 1000, "so"),
        ("Anna", 1000, 2000, "tired"),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD + ONE_TIER.replace("xmin = 1\n", "xmin = one\n"), "line 23: expected a time, found “yes”"),
        (HEAD + ONE_TIER.replace('"yes"', '"yes'), "line 23: a quotation mark that is never closed"),
        (HEAD + ONE_TIER.replace("size = 2", "size = 3"), "ends before it is complete"),
        (HEAD + ONE_TIER.replace("size = 2", "size = -2"), "expected the number of labels, found “-2”"),
        (HEAD + ONE_TIER.replace("IntervalTier", "PitchTier"), "found “PitchTier”"),
        (HEAD + "0 1 <absent>", "has no tiers"),
        (HEAD, "ends before it is complete"),
    ],
)
def test_a_broken_file_is_refused_with_its_line(text, message):
    with pytest.raises(TranscriptRefused) as refusal:
        read_transcript(text.encode())

    assert message in refusal.value.message


def test_what_follows_the_last_tier_is_said():
    transcript = read_transcript((HEAD + ONE_TIER + '"IntervalTier" "Ben"').encode())

    assert [remark.message for remark in transcript.remarks if remark.severity == "error"] == [
        "The file goes on after its last tier; the rest was not read."
    ]
