"""A new transcript for a session: compared first, then confirmed; ids and labels stay."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from rest_framework.response import Response
from rest_framework.test import APIClient

from annotator.audit.models import Entry
from annotator.corpus import files
from annotator.corpus.models import Draft, Frame, Session, Turn
from annotator.studies.models import Study
from tests.annotator.conftest import Rate

Browser = Callable[[str], APIClient]


def vtt(*cues: tuple[float, float, str, str]) -> str:
    """A WebVTT file of (start, end, speaker, text), times in seconds."""
    lines = [f"{start:09.3f} --> {end:09.3f}\n<v {speaker}>{text}\n" for start, end, speaker, text in cues]
    return "WEBVTT\n\n" + "\n".join(f"00:{line.replace(' --> ', ' --> 00:')}" for line in lines)


FIRST = [
    (0, 1, "Therapist", "How was your week?"),
    (4, 6, "Client", "Fine, really. I slept."),
    (9, 10, "Therapist", "You slept?"),
    (13, 15, "Client", "A little, towards the morning."),
    (18, 19, "Therapist", "Mm-hm."),
    (22, 24, "Client", "I'm fine."),
]
MENDED = [
    (0, 1, "Therapist", "How was your week?"),
    (4, 6, "Client", "Fine, really. I slept well."),
    (9, 10, "Therapist", "You slept?"),
    (10.5, 12, "Client", "That is what I said, isn't it."),
    (18, 19, "Therapist", "Mm-hm."),
    (22.2, 24.4, "Client", "I'm fine."),
]
"""The first with a word more, one turn new, one gone, and one at another time."""


@pytest.fixture
def session(send: Callable[..., Response], confirm: Callable[..., Response]) -> Session:
    return Session.objects.get(pk=confirm(send(vtt(*FIRST))).json()["id"])


@pytest.fixture
def labelled(session: Session, rate: Rate) -> dict[int, Turn]:
    """The client turns by position, each labelled by Asha and Ben."""
    turns = {turn.position: turn for turn in session.turns.filter(role="client")}
    for turn in turns.values():
        for name in ("asha", "ben"):
            rate(name, turn, incongruence="minimizing", engagement=3)
    return turns


@pytest.fixture
def again(client_of: Browser, session: Session) -> Callable[..., Response]:
    """Send a new transcript for the session."""

    def send(transcript: str, *, who: str = "chi") -> Response:
        file = SimpleUploadedFile("second.vtt", transcript.encode())
        address = f"/api/v1/sessions/{session.pk}/transcript/drafts/"
        return client_of(who).post(address, {"transcript": file}, format="multipart")

    return send


@pytest.fixture
def compare(client_of: Browser) -> Callable[..., Response]:
    def compare(draft: Response, **choices: Any) -> Response:
        return client_of("chi").post(f"/api/v1/drafts/{draft.json()['id']}/comparison/", choices, format="json")

    return compare


@pytest.fixture
def revise(client_of: Browser) -> Callable[..., Response]:
    def revise(draft: Response, shown: Response, **choices: Any) -> Response:
        body = {"hash": shown.json()["hash"], **choices}
        return client_of("chi").post(f"/api/v1/drafts/{draft.json()['id']}/revision/", body, format="json")

    return revise


def test_a_comparison_says_what_would_become_of_each_turn_and_its_labels(
    session: Session, labelled: dict[int, Turn], again: Callable[..., Response], compare: Callable[..., Response]
) -> None:
    before = list(session.turns.values())

    shown = compare(again(vtt(*MENDED))).json()

    told = [(step["kind"], step["changes"], step["n_labels"]) for step in shown["steps"]]
    assert told == [
        ("kept", [], 0),
        ("changed", ["text"], 2),
        ("kept", [], 0),
        ("new", [], 0),
        ("gone", [], 2),
        ("kept", [], 0),
        ("changed", ["time"], 2),
    ] or told == [
        ("kept", [], 0),
        ("changed", ["text"], 2),
        ("kept", [], 0),
        ("gone", [], 2),
        ("new", [], 0),
        ("kept", [], 0),
        ("changed", ["time"], 2),
    ]
    assert shown["counts"]["gone"] == {"turns": 1, "labels": 2}
    assert shown["counts"]["changed"] == {"turns": 2, "labels": 4}
    assert shown["steps"][1]["before"]["text"] == "Fine, really. I slept."
    assert shown["steps"][1]["after"]["text"] == "Fine, really. I slept well."
    assert list(session.turns.values()) == before
    assert session.revisions.count() == 1


def test_a_confirmed_comparison_keeps_ids_and_labels_and_retires_what_is_gone(
    session: Session,
    labelled: dict[int, Turn],
    again: Callable[..., Response],
    compare: Callable[..., Response],
    revise: Callable[..., Response],
    settings: LazySettings,
) -> None:
    ids = list(session.turns.values_list("pk", flat=True))
    draft = again(vtt(*MENDED))

    response = revise(draft, compare(draft))

    assert response.status_code == 201
    now = list(session.turns.order_by("position"))
    assert [turn.position for turn in now] == list(range(6))
    assert [turn.text for turn in now] == [text for *_, text in MENDED]
    assert [turn.pk for turn in now] == [*ids[:3], now[3].pk, *ids[4:]]
    assert now[3].pk not in ids
    gone = Turn.every.get(pk=ids[3])
    assert (gone.retired_by.number, gone.annotations.count()) == (2, 2)  # type: ignore[union-attr]
    assert now[5].start_ms == 22_200
    assert [turn.revision.number for turn in now] == [1, 2, 1, 2, 1, 2]
    second = session.revisions.get(number=2)
    assert files.absolute(second.raw_path).read_text("utf-8") == vtt(*MENDED)
    assert (second.kind, second.raw_name, second.reader_version) == ("file", "second.vtt", "1")
    assert not Draft.objects.exists()
    log = Entry.objects.get(action="transcript.file")
    assert "new: 1" in log.text and "slept" not in log.text


def test_a_stale_comparison_is_refused_in_the_second_tab(
    session: Session,
    client_of: Browser,
    again: Callable[..., Response],
    compare: Callable[..., Response],
    revise: Callable[..., Response],
) -> None:
    draft = again(vtt(*MENDED))
    shown = compare(draft)
    turn = session.turns.get(position=0)
    client_of("chi").patch(f"/api/v1/turns/{turn.pk}/", {"version": 1, "text": "How are you?"}, format="json")

    response = revise(draft, shown)

    assert (response.status_code, response.json()["code"]) == (409, "stale_diff")
    assert session.revisions.count() == 2
    assert response.json()["hash"] == compare(draft).json()["hash"]
    assert revise(draft, compare(draft)).status_code == 201


def test_other_choices_than_those_shown_are_refused(
    session: Session,
    again: Callable[..., Response],
    compare: Callable[..., Response],
    revise: Callable[..., Response],
) -> None:
    draft = again(vtt(*MENDED))

    response = revise(draft, compare(draft), offset_ms=500)

    assert response.json()["code"] == "stale_diff"
    assert session.revisions.count() == 1


def test_an_offset_moves_all_times_and_is_kept(
    session: Session,
    again: Callable[..., Response],
    compare: Callable[..., Response],
    revise: Callable[..., Response],
) -> None:
    draft = again(vtt(*FIRST))
    shown = compare(draft, offset_ms=-5500)

    response = revise(draft, shown, offset_ms=-5500)

    assert shown.json()["counts"]["changed"]["turns"] == 6
    assert list(session.turns.values_list("start_ms", flat=True)) == [None, 0, 3500, 7500, 12500, 16500]
    assert session.revisions.get(number=2).offset_ms == -5500
    messages = [remark["message"] for remark in response.json()["remarks"]]
    assert any("1 of 6 turns are over before the recording begins" in message for message in messages)
    assert any("1 of 6 turns begin before the recording does" in message for message in messages)


def test_the_roles_of_the_session_are_known_and_those_of_new_names_are_asked_for(
    session: Session, again: Callable[..., Response], compare: Callable[..., Response]
) -> None:
    renamed = [(start, end, who.replace("Client", "Alex"), text) for start, end, who, text in FIRST]
    draft = again(vtt(*renamed))

    asked = compare(draft)
    told = compare(draft, roles={"Alex": "client"})

    assert (asked.status_code, asked.json()["code"]) == (400, "role_missing")
    assert told.json()["roles"] == {"Therapist": "counsellor", "Alex": "client"}
    assert [step["changes"] for step in told.json()["steps"]] == [[], ["speaker"]] * 3
    assert {step["kind"] for step in told.json()["steps"]} == {"kept", "changed"}


def test_turns_that_were_gone_come_back_with_their_labels_when_a_file_has_them_again(
    session: Session,
    labelled: dict[int, Turn],
    again: Callable[..., Response],
    compare: Callable[..., Response],
    revise: Callable[..., Response],
) -> None:
    ids = list(session.turns.values_list("pk", flat=True))
    without = again(vtt(*FIRST[:3], *FIRST[4:]))
    revise(without, compare(without))
    whole = again(vtt(*FIRST))
    shown = compare(whole)

    revise(whole, shown)

    assert [step["kind"] for step in shown.json()["steps"]].count("back") == 1
    assert list(session.turns.values_list("pk", flat=True)) == ids
    assert session.turns.get(position=3).revision.number == 1


def test_a_draft_of_a_session_is_no_new_session_and_the_other_way_round(
    session: Session,
    again: Callable[..., Response],
    compare: Callable[..., Response],
    confirm: Callable[..., Response],
    send: Callable[..., Response],
) -> None:
    assert confirm(again(vtt(*MENDED))).json()["code"] == "not_a_new_session"
    assert compare(send(vtt(*MENDED))).json()["code"] == "a_new_session"
    assert Session.objects.count() == 1


def test_a_comparison_confirmed_twice_says_that_it_was_confirmed(
    session: Session, again: Callable[..., Response], compare: Callable[..., Response], revise: Callable[..., Response]
) -> None:
    draft = again(vtt(*MENDED))
    shown = compare(draft)
    revise(draft, shown)

    second = revise(draft, shown)

    assert (second.status_code, second.json()["code"]) == (409, "draft_gone")
    assert session.revisions.count() == 2


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite lets one writing transaction at a time through")
@pytest.mark.django_db(transaction=True)
def test_of_confirmations_and_edits_at_the_same_moment_one_comes_first_and_no_turn_is_doubled(
    session: Session, client_of: Browser, again: Callable[..., Response], compare: Callable[..., Response]
) -> None:
    draft = again(vtt(*MENDED))
    turn = session.turns.get(position=0)
    asked = [
        ("post", f"drafts/{draft.json()['id']}/revision/", {"hash": compare(draft).json()["hash"]}),
        ("patch", f"turns/{turn.pk}/", {"version": 1, "text": "How are you?"}),
    ]

    def ask(number: int, browser: APIClient) -> int:
        method, address, body = asked[number % 2]
        try:
            return int(getattr(browser, method)(f"/api/v1/{address}", body, format="json").status_code)
        finally:
            connection.close()  # Each thread has one of its own.

    browsers = [client_of("chi") for _ in range(6)]
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(ask, range(6), browsers))

    # Once the draft is a revision, it is gone: 404 or 409, by how far the other had come.
    assert sum(answer < 300 for answer in answers) == 1
    assert {answer for answer in answers if answer >= 300} <= {404, 409}
    assert session.revisions.count() == 2
    assert session.turns.count() == 6
    assert sorted(session.turns.values_list("position", flat=True)) == list(range(6))


@pytest.mark.parametrize(("who", "status"), [("asha", 404), ("sam", 403), ("dev", 404)])
def test_only_a_lead_sends_a_new_transcript(
    who: str, status: int, session: Session, again: Callable[..., Response]
) -> None:
    assert again(vtt(*MENDED), who=who).status_code == status
    assert not Draft.objects.exists()


def test_frames_of_turns_at_other_times_are_made_anew(
    filmed: Session,
    client_of: Browser,
    study: Study,
    compare: Callable[..., Response],
    revise: Callable[..., Response],
    run_jobs: Callable[[], None],
) -> None:
    first, second = filmed.turns.filter(role="client").order_by("position")
    was = {turn.pk: turn.frames.get().sha256 for turn in (first, second)}
    moved = vtt(
        (0, 1, "Therapist", "How was your week?"),
        (1.2, 2, "Client", "Fine, really."),
        (2.2, 2.5, "Therapist", "Fine?"),
        (2.6, 2.9, "Client", "I slept a little."),
    )
    file = SimpleUploadedFile("moved.vtt", moved.encode())
    address = f"/api/v1/sessions/{filmed.pk}/transcript/drafts/"
    draft = client_of("chi").post(address, {"transcript": file}, format="multipart")

    revise(draft, compare(draft))
    between = Frame.objects.get(turn=second)
    run_jobs()

    assert (between.path, between.missing_reason) == ("", "The turn was changed; its frame is being made anew.")
    filmed.refresh_from_db()
    assert filmed.state == Session.State.READY
    assert Frame.objects.get(turn=first).sha256 == was[first.pk]
    assert Frame.objects.get(turn=second).sha256 not in {was[second.pk], ""}


def test_files_for_a_session_are_no_imports_of_new_ones_and_are_found_beside_it(
    client_of: Browser, session: Session, send: Callable[..., Response]
) -> None:
    first = send().json()
    form = {"transcript": SimpleUploadedFile("new.csv", b"speaker,text\nClient,Fine\nCounsellor,Fine?\n")}
    address = f"/api/v1/sessions/{session.pk}/transcript/drafts/"
    later = client_of("chi").post(address, form, format="multipart").json()

    assert [each["id"] for each in client_of("chi").get(f"/api/v1/studies/{session.study.slug}/drafts/").json()] == [
        first["id"]
    ]
    assert [(each["id"], each["session"]) for each in client_of("chi").get(address).json()] == [
        (later["id"], session.pk)
    ]


def test_a_file_is_read_again_by_other_columns_and_compared_anew(client_of: Browser, session: Session) -> None:
    texts = list(session.turns.order_by("position").values_list("text", flat=True))
    lines = "".join(f'{turn.role},"{turn.text}",note {turn.position}\n' for turn in session.turns.order_by("position"))
    form = {"transcript": SimpleUploadedFile("new.csv", f"speaker,text,note\n{lines}".encode())}
    chi = client_of("chi")
    draft = chi.post(f"/api/v1/sessions/{session.pk}/transcript/drafts/", form, format="multipart").json()
    address = f"/api/v1/drafts/{draft['id']}/"

    first = chi.post(f"{address}comparison/", {}, format="json").json()
    columns = {"text": 2, "speaker": 0, "start": None, "end": None, "unit": None, "has_header": True}
    reread = chi.patch(address, {"options": {"columns": columns}}, format="json")
    second = chi.post(f"{address}comparison/", {}, format="json").json()
    stale = chi.post(f"{address}revision/", {"hash": first["hash"]}, format="json")
    kept = chi.post(f"{address}revision/", {"hash": second["hash"]}, format="json")

    assert reread.status_code == 200
    assert [step["after"]["text"] for step in first["steps"] if step["after"]] == texts
    assert {step["after"]["text"] for step in second["steps"] if step["after"]} >= {"note 0", "note 1"}
    assert (stale.status_code, stale.json()["code"], kept.status_code) == (409, "stale_diff", 201)
    assert session.revisions.latest("number").options["columns"]["text"] == 2


TWO_PARTS = "".join(
    f"00:{at:02}.000 --> 00:{at + 1:02}.000\n{who}: {text}\n\n"
    for at, who, text in [
        *((2, "Therapist", "How was it?"), (8, "Client", "Hard."), (15, "Therapist", "Go on."), (22, "Client", "No.")),
        *(
            (1, "Therapist", "Where were we?"),
            (9, "Client", "My father."),
            (16, "Therapist", "Oh."),
            (23, "Client", "M."),
        ),
    ]
)
TALKS = [
    *(("a", "Client", 1, "Hard."), ("a", "Therapist", 4, "Oh."), ("a", "Client", 9, "So.")),
    *(("b", "Client", 0, "Hi."), ("b", "Therapist", 3, "Hello."), ("b", "Client", 8, "Well.")),
]
TWO_TALKS = "talk,speaker,start,text\n" + "".join(f"{talk},{who},{at},{text}\n" for talk, who, at, text in TALKS)
LOOPED = vtt((0, 1, "Therapist", "Quiet."), *((at, at + 1, "Client", "Thank you.") for at in range(2, 40)))
MHM = vtt((0, 4, "Client", "I went"), (2, 2.5, "Therapist", "Mhm."), (4, 8, "Client", "home."))


@pytest.mark.parametrize(
    ("transcript", "options", "guessed", "said"),
    [
        (
            TWO_PARTS,
            {"part": 1},
            "parts",
            [(1000, "Where were we?"), (9000, "My father."), (16000, "Oh."), (23000, "M.")],
        ),
        (TWO_PARTS, {"part_starts_ms": [600_000]}, "parts", [(22000, "No."), (601_000, "Where were we?")]),
        (TWO_PARTS, {"is_one_clock": True, "gap_ms": 0}, "parts", [(1000, "Where were we?"), (2000, "How was it?")]),
        (TWO_TALKS, {"tiers": ["b"]}, "tiers", [(0, "Hi."), (3000, "Hello."), (8000, "Well.")]),
        (LOOPED, {"left_out": ["line 4"]}, "implausible", [(0, "Quiet.")]),
        (MHM, {"backchannels_of": ["Therapist"]}, "", [(0, "I went home.")]),
        (MHM, {"gap_ms": 0}, "", [(0, "I went"), (2000, "Mhm."), (4000, "home.")]),
    ],
)
def test_a_new_file_is_read_with_the_choices_of_a_first_import(
    transcript: str,
    options: Any,
    guessed: str,
    said: list[tuple[int, str]],
    client_of: Browser,
    session: Session,
    again: Callable[..., Response],
    compare: Callable[..., Response],
    revise: Callable[..., Response],
) -> None:
    draft = again(transcript)
    address = f"/api/v1/drafts/{draft.json()['id']}/"

    reread = client_of("chi").patch(address, {"options": {"gap_ms": 2000, **options}}, format="json")
    roles = {"Therapist": "counsellor", "Client": "client"}
    named = {name["name"]: roles[name["name"]] for name in reread.json()["reading"]["speakers"]}
    revised = revise(draft, compare(draft, roles=named), roles=named)

    assert not guessed or draft.json()["reading"][guessed]
    assert (reread.status_code, revised.status_code) == (200, 201), revised.json()
    kept = list(session.turns.order_by("position").values_list("start_ms", "text"))
    at = kept.index(said[0])
    assert kept[at : at + len(said)] == said


def test_real_names_in_a_new_file_are_told(again: Callable[..., Response]) -> None:
    reading = again(vtt((0, 1, "Dr. Anna Miller", "Hello."), (2, 3, "Client", "Hi."))).json()["reading"]

    assert [each["name"] for each in reading["speakers"] if each["may_be_real_name"]] == ["Dr. Anna Miller"]
    assert any("Dr. Anna Miller" in remark["message"] for remark in reading["remarks"])
