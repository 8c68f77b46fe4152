"""Transcripts as web pages."""

import pytest

from annotator.corpus.transcripts import Transcript, TranscriptRefused, read_transcript


def read(body: str, head: str = "") -> Transcript:
    return read_transcript(f"<!doctype html>\n<html><head>{head}</head><body>{body}</body></html>".encode())


def spoken(transcript: Transcript) -> list[tuple[str | None, int | None, int | None, str]]:
    return [(turn.speaker, turn.start_ms, turn.end_ms, turn.text) for turn in transcript.turns]


def test_names_above_times_above_paragraphs_are_those_of_a_podcast():
    transcript = read("<cite>Anna:</cite><time>0:01</time><p>Well?</p><cite>Ben:</cite><time>1:00:04</time><p>Yes.</p>")

    assert transcript.format == "html"
    assert spoken(transcript) == [("Anna", 1000, None, "Well?"), ("Ben", 3_604_000, None, "Yes.")]


def test_links_named_after_times_give_each_paragraph_its_own():
    transcript = read(
        "<p>A talk</p>"
        '<p><a name="ts_500_1500_S00">S00: <span>[00:00:00]</span> Well?</a><a name="ts_1500_1900_S00"> Hm?</a></p>'
        '<p><a name="ts_1600_4000_S01">S01: Yes.</a></p>'
    )

    assert spoken(transcript) == [("S00", 500, 1900, "Well? Hm?"), ("S01", 1600, 4000, "Yes.")]
    assert transcript.remarks[0].message == "Text that no time belongs to was left out: “A talk”."


def test_what_a_page_does_not_show_is_no_speech():
    transcript = read(
        "<!-- Zoe: hidden --><script>if (1 < 2) { say('Zoe: no') }</script><h1>Session</h1>"
        "<p>Anna: I &lt;3 tea &amp;\n   cake,<br>really.</p><p>Ben: <b>Y</b>es.</p>",
        head="<title>Zoe: a title</title><style>p > a { color: red }</style>",
    )

    assert [(turn.speaker, turn.text) for turn in transcript.turns] == [
        ("Anna", "I <3 tea & cake, really."),
        ("Ben", "Yes."),
    ]
    assert "“Session”" in transcript.remarks[0].message


def test_a_time_of_day_in_speech_is_speech():
    transcript = read("<p>Anna: At <time>noon</time>.</p><p>Ben: Yes.</p>")

    assert [turn.text for turn in transcript.turns] == ["At noon.", "Yes."]


@pytest.mark.parametrize("body", ["<script>Anna: no</script>", "<h1>403 Forbidden</h1>", "<p>Note: log in first.</p>"])
def test_a_page_without_turns_is_refused(body):
    with pytest.raises(TranscriptRefused, match="neither names nor times"):
        read(body)
