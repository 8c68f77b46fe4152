"""Odd transcripts as a person meets them: on the import page before they confirm, and on the command line."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.core.management import call_command
from rest_framework.response import Response
from rest_framework.test import APIClient

from annotator.corpus.models import Session
from annotator.studies.models import Study

Send = Callable[..., Response]
Browser = Callable[[str], APIClient]
Json = dict[str, Any]

ANEW = "WEBVTT\n\n" + "\n".join(
    f"00:{at:02}.000 --> 00:{at + 4:02}.000\n{line}\n"
    for at, line in [
        (2, "T: How was it?"),
        (8, "C: Hard."),
        (1, "T: We had a break; where were we?"),
        (9, "C: My father died."),
    ]
)
SEVERAL = (
    "conversation,speaker,start,text\nk1,T,1,How was it?\nk1,C,4,Hard.\nk1,T,9,Very?\n"
    "k2,T,0,Hello.\nk2,C,5,My father died.\nk2,T,8,Oh.\n"
)
THANKS = json.dumps(
    {
        "segments": [
            {"start": 0, "end": 2, "text": " Quiet. Nobody called."},
            *({"start": at, "end": at + 1, "text": " Thank you for watching."} for at in range(2, 7)),
            {"start": 60, "end": 62, "text": " And then I left."},
        ]
    }
)


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
    "a clock that begins anew": Odd(
        ANEW,
        "T=counsellor,C=client",
        "The clock begins anew here, at 0:00:01.000 (“We had a break; where were we?”), after 0:00:08.000",
        [("T", "How was it?"), ("C", "Hard."), ("T", "We had a break; where were we?"), ("C", "My father died.")],
        "talk.vtt",
    ),
    "several conversations": Odd(
        SEVERAL,
        "T=counsellor,C=client",
        "The file holds 2 conversations; “k1” was read.",
        [("T", "How was it?"), ("C", "Hard."), ("T", "Very?")],
        "talks.csv",
    ),
    "a line again and again": Odd(
        THANKS,
        "=client",
        "5 cues in a row say the same again and again: “Thank you for watching.”",
        [("", "Quiet. Nobody called."), *[("", "Thank you for watching.")] * 5, ("", "And then I left.")],
        "talk.json",
    ),
    "small oddities": Odd(
        '<html><body><time>0:00</time><p>Welcome.</p><cite>T:</cite><time>0:05</time><p>Hello.</p>'
        '<cite>C:</cite><time>0:09</time><p>Hi.</p></body></html>',
        "=other",
        "1 of 3 turns have no speaker: say who speaks.",
        [("", "Welcome."), ("T", "Hello."), ("C", "Hi.")],
        "talk.html",
    ),
    "real names": Odd(
        "Dr. Meier: How is it?\nFrau K.: Loud.\nDr. Meier: Oh.\n",
        "Dr. Meier=counsellor,Frau K.=client",
        "Speakers' names that may be real: “Dr. Meier”, “Frau K.”. They stay in the session's transcript.",
        [("Dr. Meier", "How is it?"), ("Frau K.", "Loud."), ("Dr. Meier", "Oh.")],
    ),
}  # fmt: skip

CHOICES = {
    "one part": (ANEW, {"part": 1}, {"part": 2},
                 [(1000, "We had a break; where were we?"), (9000, "My father died.")]),
    "where a part begins": (
        ANEW, {"part_starts_ms": [60_000]}, {"part_starts": [60.0]},
        [(2000, "How was it?"), (8000, "Hard."), (61_000, "We had a break; where were we?"),
         (69_000, "My father died.")],
    ),
    "one clock": (
        ANEW, {"is_one_clock": True}, {"one_clock": True},
        [(1000, "We had a break; where were we? How was it?"), (8000, "Hard. My father died.")],
    ),
    "another conversation": (SEVERAL, {"tiers": ["k2"]}, {"tiers": ["k2"]},
                             [(0, "Hello."), (5000, "My father died."), (8000, "Oh.")]),
    "a run left out": (THANKS, {"left_out": ["segment 2"]}, {"leave_out": ["segment 2"]},
                       [(0, "Quiet. Nobody called."), (60_000, "And then I left.")]),
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


@pytest.mark.parametrize(("text", "options", "_arguments", "turns"), CHOICES.values(), ids=list(CHOICES))
def test_a_choice_is_offered_taken_and_kept_with_the_session(
    text: str, options: Json, _arguments: Json, turns: list[Any], send: Send, client_of: Browser, confirm: Send
) -> None:
    draft = send(text, name="talk").json()

    answer = client_of("chi").patch(f"/api/v1/drafts/{draft['id']}/", {"options": options}, format="json")
    again = client_of("chi").get(f"/api/v1/drafts/{draft['id']}/").json()

    assert answer.status_code == 200
    assert [(turn["start_ms"], turn["text"]) for turn in again["reading"]["turns"]] == turns
    assert options.items() <= again["options"].items()
    offered = [*again["reading"]["tiers"], *again["reading"]["parts"], *again["reading"]["implausible"]]
    assert offered or options == {"is_one_clock": True}
    roles = {each["name"]: {"T": "counsellor"}.get(each["name"], "client") for each in again["reading"]["speakers"]}
    assert confirm(answer, roles=roles).status_code == 201
    session = Session.objects.get()
    assert list(session.turns.order_by("position").values_list("start_ms", "text")) == turns
    assert options.items() <= session.revisions.get().options.items()


@pytest.mark.parametrize(("text", "_options", "arguments", "turns"), CHOICES.values(), ids=list(CHOICES))
def test_a_choice_is_taken_on_the_command_line(
    text: str, _options: Json, arguments: Json, turns: list[Any], study: Study, tmp_path: Path
) -> None:
    path = tmp_path / "talk"
    path.write_text(text)
    roles = "=client" if text == THANKS else ""

    call_command("import_session", study=study.slug, transcript=path, roles=roles, **arguments)

    assert list(Session.objects.get().turns.order_by("position").values_list("start_ms", "text")) == turns


def warnings(remarks: list[dict[str, Any]]) -> str:
    return "\n".join(remark["message"] for remark in remarks if remark["severity"] == "warning")
