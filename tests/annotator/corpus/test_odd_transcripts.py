"""Odd transcripts as a person meets them: on the import page before they confirm, and on the command line."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.core.management import call_command
from rest_framework.response import Response

from annotator.corpus.models import Session
from annotator.studies.models import Study

Send = Callable[..., Response]


class Odd(NamedTuple):
    text: str
    roles: str
    told: str
    """In a warning."""
    turns: list[tuple[str, str]]
    name: str = "talk.txt"


ODD = {
    "a name that is seldom said": Odd(
        "P: Not too bad.\nI: Go on.\nP: I slept.\nmother: He did.\nI: And then?\nP: I woke.\n",
        "P=client,I=counsellor,mother=other",
        "Taken for speakers, since a line begins with them as others do with a name: “mother” (line 4).",
        [("P", "Not too bad."), ("I", "Go on."), ("P", "I slept."), ("mother", "He did."), ("I", "And then?"),
         ("P", "I woke.")],
    ),
    "a voice that nobody knows": Odd(
        "T: How is it?\nC: Loud.\n??: Sh.\nT: Oh.\nC: Yes.\n",
        "=other",
        "1 of 5 turns have no speaker: say who speaks.",
        [("T", "How is it?"), ("C", "Loud."), ("", "Sh."), ("T", "Oh."), ("C", "Yes.")],
    ),
    "a head": Odd(
        "Client: P07\nCounsellor: T02\nSession: 3\n\nT: How is it?\nC: Loud.\nT: Oh.\n",
        "",
        "The line(s) before the first turn were left out: “Client: P07 Counsellor: T02 Session: 3”.",
        [("T", "How is it?"), ("C", "Loud."), ("T", "Oh.")],
    ),
    "a word without a time": Odd(
        '{"words": [{"word": "took", "start": 0.3, "end": 0.5}, {"word": "42"}, '
        '{"word": "days", "start": 1.2, "end": 2}]}',
        "=client",
        "The word's time is missing or can't be read; it stays between the words around it.",
        [("", "took 42 days")],
        "talk.json",
    ),
}  # fmt: skip


@pytest.mark.parametrize("odd", ODD.values(), ids=list(ODD))
def test_what_is_odd_is_told_before_it_is_imported(odd: Odd, send: Send) -> None:
    reading = send(odd.text, name=odd.name).json()["reading"]

    assert odd.told in warnings(reading["remarks"])
    assert [(turn["speaker"], turn["text"]) for turn in reading["turns"]] == odd.turns


@pytest.mark.parametrize("odd", ODD.values(), ids=list(ODD))
def test_what_is_odd_is_told_on_the_command_line(
    odd: Odd, study: Study, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / odd.name
    path.write_text(odd.text)

    call_command("import_session", study=study.slug, transcript=path, roles=odd.roles)

    assert odd.told in capsys.readouterr().out
    turns = Session.objects.get().turns.order_by("position")
    assert list(turns.values_list("speaker", "text")) == odd.turns


def warnings(remarks: list[dict[str, Any]]) -> str:
    return "\n".join(remark["message"] for remark in remarks if remark["severity"] == "warning")
