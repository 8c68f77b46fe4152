"""Web pages of podcasts."""

import pytest

from annotator.corpus.transcripts import Transcript, TranscriptRefused, read_transcript


def turns(page: str) -> list[tuple[str | None, int | None, str]]:
    return [(turn.speaker, turn.start_ms, turn.text) for turn in read(page).turns]


def read(page: str) -> Transcript:
    return read_transcript(page.encode())


def test_a_name_holds_until_the_next_and_a_time_for_one_paragraph():
    page = (
        "<html><head><style>p {}</style></head><body><cite>Anna&nbsp;Lee:</cite><time>0:01</time>"
        "<p>Hi,<br>you &amp; <b>all</b>.</p><p>Again.</p><CITE>Ben</CITE><p class='a'>Bye.</p></body></html>"
    )

    assert turns(page) == [
        ("Anna Lee", 1000, "Hi, you & all."),
        ("Anna Lee", None, "Again."),
        ("Ben", None, "Bye."),
    ]


def test_other_text_of_the_page_is_left_out_and_quoted():
    transcript = read("<body><h1>Our show</h1><cite>Anna</cite><time>soon</time><p>Hi.<p>Bye.</body>")

    assert [turn.text for turn in transcript.turns] == ["Hi.", "Bye."]
    messages = " ".join(remark.message for remark in transcript.remarks)
    assert "“Our show”" in messages
    assert "“soon”" in messages


@pytest.mark.parametrize("page", ["<html><body><p>Hi.</p></body></html>", "<div><cite>A book</cite></div>"])
def test_a_page_without_a_conversation_is_refused(page):
    with pytest.raises(TranscriptRefused):
        read(page)
