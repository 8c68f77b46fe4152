"""A draft is read again by other options, or its times moved, without being sent again."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.response import Response
from rest_framework.test import APIClient

from annotator.annotations.models import Assignment
from annotator.codebooks.models import PassKind
from annotator.corpus.models import Draft, Session
from annotator.studies.models import Study
from tests.annotator.conftest import NOW

Browser = Callable[[str], APIClient]
Send = Callable[..., Response]
Confirm = Callable[..., Response]

SUNDAY = (
    "WEBVTT\n\n"
    "00:00.000 --> 00:04.000\n<v Client>On Sunday my mother called,\n\n"
    "00:03.000 --> 00:03.500\n<v Therapist>Mhm.\n\n"
    "00:04.500 --> 00:08.000\n<v Client>and I was fine after that.\n\n"
    "00:09.000 --> 00:10.000\n<v Therapist>You were fine?\n"
)


def change(browser: APIClient, draft: Response, **told: Any) -> Response:
    return browser.patch(f"/api/v1/drafts/{draft.json()['id']}/", told, format="json")


def test_another_gap_reads_the_same_file_into_other_turns(send: Send, client_of: Browser) -> None:
    draft = send(
        "WEBVTT\n\n00:00.000 --> 00:01.000\n<v Client>One.\n\n00:02.500 --> 00:03.000\n<v Client>Two.\n\n"
        "00:09.000 --> 00:10.000\n<v Client>Three.\n"
    )

    apart = change(client_of("chi"), draft, options={"gap_ms": 0})
    joined = change(client_of("chi"), draft, options={"gap_ms": 6000})

    n_turns = [len(each.json()["reading"]["turns"]) for each in (draft, apart, joined)]
    assert n_turns == [2, 3, 1]
    assert joined.json()["options"] == {
        "gap_ms": 6000,
        "columns": None,
        "tiers": None,
        "backchannels_of": [],
        "part": None,
        "part_starts_ms": None,
        "is_one_clock": False,
        "left_out": [],
    }


def test_columns_are_chosen_in_the_form_and_again_later(client_of: Browser, study: Study) -> None:
    file = SimpleUploadedFile("talk.csv", b"Alex,I am fine,fine\nKim,Are you?,you\n")
    columns = {"speaker": 0, "text": 1, "has_header": False}
    form = {"transcript": file, "options": json.dumps({"columns": columns})}

    draft = client_of("chi").post(f"/api/v1/studies/{study.slug}/drafts/", form, format="multipart")
    again = change(client_of("chi"), draft, options={"columns": {**columns, "text": 2}})

    assert [turn["text"] for turn in draft.json()["reading"]["turns"]] == ["I am fine", "Are you?"]
    assert [turn["text"] for turn in again.json()["reading"]["turns"]] == ["fine", "you"]
    assert again.json()["reading"]["table"]["columns"]["text"] == 2


@pytest.mark.parametrize("options", ["{", '{"gap_ms": -1}', '{"columns": {"speaker": 1}}', "[1]"])
def test_options_that_say_nothing_sensible_are_refused(options: str, client_of: Browser, study: Study) -> None:
    form = {"transcript": SimpleUploadedFile("talk.vtt", SUNDAY.encode()), "options": options}

    response = client_of("chi").post(f"/api/v1/studies/{study.slug}/drafts/", form, format="multipart")

    assert (response.status_code, list(response.json()["fields"])) == (400, ["options"])
    assert not Draft.objects.exists()


def test_options_by_which_it_cannot_be_read_leave_the_draft_as_it_was(send: Send, client_of: Browser) -> None:
    draft = send("speaker,text\nClient,Fine\nCounsellor,Fine?\n", name="talk.csv")

    refused = change(client_of("chi"), draft, options={"columns": {"text": 7}})

    assert refused.status_code == 400
    kept = client_of("chi").get(f"/api/v1/drafts/{draft.json()['id']}/").json()
    assert kept == draft.json()


def test_an_offset_is_kept_and_shown_in_facts_and_remarks_and_used(
    send: Send, confirm: Confirm, client_of: Browser
) -> None:
    draft = send()

    moved = change(client_of("chi"), draft, offset_ms=-1500)
    session = Session.objects.get(pk=confirm(draft).json()["id"])

    assert draft.json()["reading"]["facts"]["n_before_start"] == 0
    assert (moved.json()["offset_ms"], moved.json()["reading"]["facts"]["n_before_start"]) == (-1500, 2)
    assert any("before the recording begins" in each["message"] for each in moved.json()["reading"]["remarks"])
    assert session.revisions.get().offset_ms == -1500
    assert session.turns.get(position=3).start_ms == 1500


def test_short_words_of_the_listener_are_kept_with_the_turn_and_seen_where_words_are(
    send: Send, confirm: Confirm, client_of: Browser, study: Study
) -> None:
    draft = send(SUNDAY)
    change(client_of("chi"), draft, options={"backchannels_of": ["Therapist"]}, offset_ms=1000)
    session = Session.objects.get(pk=confirm(draft).json()["id"])
    rater = study.raters.get(user__username="asha")
    passes = [
        Assignment.objects.create(rater=rater, session=session, pass_kind=kind, created_at=NOW)
        for kind in (PassKind.WORDS, PassKind.FACE)
    ]

    pages = []
    for each in passes:  # One after the other: the face waits for the words.
        pages.append(client_of("asha").get(f"/api/v1/assignments/{each.pk}/workspace/").json())
        Assignment.objects.filter(pk=each.pk).update(done_at=NOW)

    turn = session.turns.get(position=0)
    assert turn.text == "On Sunday my mother called, and I was fine after that."
    assert turn.backchannels == [
        {"speaker": "Therapist", "role": "counsellor", "start_ms": 4000, "end_ms": 4500, "text": "Mhm."}
    ]
    assert [page["turns"][0]["backchannels"] for page in pages] == [
        [{"role": "counsellor", "start_ms": 4000, "end_ms": 4500, "text": "Mhm."}],
        [],
    ]
    body = {"version": 1, "at": 27, "at_ms": 3000}
    client_of("chi").post(f"/api/v1/turns/{turn.pk}/split/", body, format="json")
    assert [len(each.backchannels) for each in session.turns.order_by("position")] == [0, 1, 0]
