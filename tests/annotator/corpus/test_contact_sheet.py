"""The frames of a session: by the study's rule, all on one sheet, replaced by hand and kept so."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import cv2
import numpy as np
import pytest
from rest_framework.response import Response
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.annotations.models import Assignment
from annotator.audit.models import Entry
from annotator.corpus import execution, files, probing
from annotator.corpus.frame_changes import version_of
from annotator.corpus.media.frame_rules import FRAME_RULES, MOST_FRAMES
from annotator.corpus.models import Frame, FrameChange, Recording, Session, Turn
from annotator.jobs.models import Job
from annotator.studies.models import FrameRule, Study
from tests.annotator.conftest import NOW

Browser = Callable[[str], APIClient]
FACE = {"x": 0.5, "y": 0.25, "w": 0.25, "h": 0.5}


class Unheard:
    def report(self, fraction: float, step: str) -> None: ...

    def log(self, line: str) -> None: ...

    def is_cancelled(self) -> bool:
        return False


@pytest.fixture
def prepare(filmed: Session) -> Callable[[], dict[str, Any]]:
    return lambda: execution.prepare_session(Unheard(), session_id=filmed.pk)


@pytest.fixture
def frame(filmed: Session) -> Frame:
    """Of the first client turn, which lasts from 1.2 s to 2.0 s; pictures are shown every 0.1 s."""
    return Frame.objects.get(turn__session=filmed, turn__position=1)


@pytest.fixture
def choose(client_of: Browser, frame: Frame) -> Callable[..., Response]:
    def choose(who: str = "chi", **choice: Any) -> Response:
        told = {"version": version_of(frame), **choice}
        return client_of(who).put(f"/api/v1/frames/{frame.pk}/choice/", told, format="json")

    return choose


def sheet(browser: APIClient, session: Session, **query: str) -> list[dict[str, Any]]:
    return browser.get(f"/api/v1/sessions/{session.pk}/frames/", query).json()["results"]


def content(response: Any) -> bytes:
    return b"".join(response.streaming_content)


def change_study(browser: APIClient, study: Study, **changes: Any) -> Response:
    return browser.patch(f"/api/v1/studies/{study.slug}/", changes, format="json")


def test_the_sheet_lists_every_frame_with_its_picture(client_of: Browser, filmed: Session) -> None:
    chi = client_of("chi")
    rows = sheet(chi, filmed)

    assert [(row["position"], row["number"], row["rule"], row["rule_version"]) for row in rows] == [
        (1, 0, "onset_sharpest", 4),
        (3, 0, "onset_sharpest", 4),
    ]
    assert rows[0]["face_box"] == {"x": 0.25, "y": 0.25, "w": 0.5, "h": 0.5}
    assert rows[0]["frame_index"] == rows[0]["presentation_ms"] // 100
    answer = chi.get(rows[0]["image"])
    assert (answer["Content-Type"], answer["Cache-Control"]) == ("image/png", "no-store")
    assert cv2.imdecode(np.frombuffer(content(answer), np.uint8), cv2.IMREAD_COLOR).shape == (360, 480, 3)


def test_it_comes_in_pages_and_can_be_narrowed_to_what_needs_a_look(client_of: Browser, filmed: Session) -> None:
    late = filmed.turns.get(position=3)
    late.frames.update(path="", face_box=None, missing_reason="No face was found in this turn.")
    chi = client_of("chi")

    first = chi.get(f"/api/v1/sessions/{filmed.pk}/frames/", {"page_size": 1}).json()
    (missing,) = sheet(chi, filmed, only="missing")
    (unsure,) = sheet(chi, filmed, only="low_confidence")

    assert (first["count"], len(first["results"]), bool(first["next"])) == (2, 1, True)
    assert (missing["image"], missing["missing_reason"]) == (None, "No face was found in this turn.")
    # No face is in this film, so the drawn region was taken for one.
    assert (unsure["position"], unsure["detector"], unsure["is_low_confidence"]) == (1, "client_region", True)
    assert sheet(chi, filmed, only="by_hand") == []
    assert first["counts"] == {"all": 2, "missing": 1, "low_confidence": 1, "by_hand": 0}


def test_a_region_that_is_the_face_by_the_studys_will_is_no_doubt(
    client_of: Browser, study: Study, filmed: Session, run_jobs: Callable[[], None]
) -> None:
    change_study(client_of("chi"), study, face_finder="client_region")
    run_jobs()

    assert sheet(client_of("chi"), filmed, only="low_confidence") == []


def test_a_chosen_moment_brings_that_very_picture_of_the_original(
    client_of: Browser, filmed: Session, frame: Frame, choose: Callable[..., Response]
) -> None:
    answer = choose(time_ms=1749)

    capture = cv2.VideoCapture(str(files.absolute(filmed.recording.original_path)))
    pictures = [capture.read()[1] for _ in range(40)]
    stored = cv2.imdecode(
        np.frombuffer(content(client_of("chi").get(f"/api/v1/frames/{frame.pk}/image/")), np.uint8), cv2.IMREAD_COLOR
    )
    differences = [np.abs(stored.astype(int) - picture).mean() for picture in pictures]
    body = answer.json()
    assert int(np.argmin(differences)) == 17
    assert (body["presentation_ms"], body["frame_index"], body["rule"], body["is_by_hand"]) == (
        1700,
        17,
        "by_hand",
        True,
    )
    assert body["sha256"] != frame.sha256
    assert not body["is_low_confidence"]


def test_a_face_can_be_told_with_the_moment_or_without(frame: Frame, choose: Callable[..., Response]) -> None:
    box_alone = choose(face_box=FACE).json()
    both = choose(face_box=FACE, time_ms=1900).json()

    frame.refresh_from_db()
    assert (box_alone["presentation_ms"], box_alone["face_box"]) == (
        box_alone["changes"][0]["before"]["presentation_ms"],
        FACE,
    )
    assert (both["presentation_ms"], both["face_box"], both["detector"]) == (1900, FACE, "by_hand")
    assert frame.face_box == [240, 90, 120, 180]
    assert frame.sharpness > 0


def test_the_sheet_tells_the_words_and_who_replaced_what(
    client_of: Browser, filmed: Session, choose: Callable[..., Response]
) -> None:
    choose(time_ms=1700)

    replaced, automatic = sheet(client_of("chi"), filmed)

    assert [row["text"] for row in (replaced, automatic)] == ["Fine, really.", "I slept a little."]
    assert (replaced["chosen_by"], automatic["chosen_by"], automatic["chosen_at"]) == ("Chi", None, None)
    assert replaced["chosen_at"] is not None
    assert [row["id"] for row in sheet(client_of("chi"), filmed, only="by_hand")] == [replaced["id"]]


def test_a_choice_rests_on_the_stored_frame_table_and_does_not_read_the_recording_again(
    choose: Callable[..., Response], monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_again(*_args: object, **_options: object) -> None:
        raise AssertionError("The recording was read to its end for one picture.")

    monkeypatch.setattr(probing, "probe", read_again)

    assert choose(time_ms=1749).json()["frame_index"] == 17


def test_a_recording_without_a_stored_table_is_read_once_more(filmed: Session, choose: Callable[..., Response]) -> None:
    Recording.objects.update(frame_table_path="")

    assert choose(time_ms=1749).json()["frame_index"] == 17


def test_a_sheet_of_many_is_sent_small_pictures(client_of: Browser, filmed: Session) -> None:
    chi = client_of("chi")
    image = sheet(chi, filmed)[0]["image"]

    small = chi.get(image, {"size": "small"})

    assert (small["Content-Type"], small["Cache-Control"]) == ("image/jpeg", "no-store")
    assert len(small.content) < len(content(chi.get(image)))


def test_who_changed_what_is_on_record_and_in_the_log(
    client_of: Browser, frame: Frame, choose: Callable[..., Response]
) -> None:
    choose(time_ms=1700)
    body = choose(time_ms=1900).json()

    changes = [(change["before"]["presentation_ms"], change["after"]["presentation_ms"]) for change in body["changes"]]
    assert changes == [(frame.presentation_ms, 1700), (1700, 1900)]
    assert [change["chosen_by"] for change in body["changes"]] == ["Chi", "Chi"]
    assert [bool(change["ended_at"]) for change in body["changes"]] == [True, False]
    entries = Entry.objects.filter(action="frame.chosen").order_by("pk")
    assert [entry.actor_name for entry in entries] == ["chi", "chi"]
    assert "1.700 s" in entries[1].text
    assert "1.900 s" in entries[1].text


def test_a_choice_can_be_taken_back(client_of: Browser, frame: Frame, choose: Callable[..., Response]) -> None:
    choose(time_ms=1700)
    choose(time_ms=1900)

    address = f"/api/v1/frames/{frame.pk}/choice/"
    back = client_of("chi").delete(f"{address}?version=3")
    twice = client_of("chi").delete(f"{address}?version={back.json()['version']}")

    assert (back.json()["rule"], back.json()["sha256"]) == ("onset_sharpest", frame.sha256)
    assert files.absolute(Frame.objects.get(pk=frame.pk).path).is_file()
    assert (twice.status_code, twice.json()["code"]) == (409, "not_chosen_by_hand")
    assert Entry.objects.filter(action="frame.taken_back", actor_name="chi").count() == 1


def test_whoever_saw_a_frame_before_it_was_changed_changes_nothing_and_is_told_who_did(
    client_of: Browser, frame: Frame, choose: Callable[..., Response]
) -> None:
    address = f"/api/v1/frames/{frame.pk}/"
    seen = client_of("chi").get(address).json()["version"]
    choose(time_ms=1700)

    late = [choose(time_ms=1900, version=seen), client_of("chi").delete(f"{address}choice/?version={seen}")]
    unsaid = [
        client_of("chi").put(f"{address}choice/", {"time_ms": 1900}),
        client_of("chi").delete(f"{address}choice/"),
    ]

    assert [(each.status_code, each.json()["code"]) for each in late] == [(409, "stale_frame")] * 2
    assert late[0].json()["message"].startswith("Chi changed this frame since you opened it")
    assert [each.status_code for each in unsaid] == [400, 400]
    now = client_of("chi").get(address).json()
    assert (now["presentation_ms"], now["version"], late[0].json()["version"]) == (1700, 1, 1)
    assert choose(time_ms=1900).json()["presentation_ms"] == 1900


def test_a_later_preparation_leaves_a_choice_and_renews_what_it_came_from(
    client_of: Browser, study: Study, frame: Frame, choose: Callable[..., Response], prepare: Callable[[], Any]
) -> None:
    choose(time_ms=1900)
    Study.objects.update(frame_rule="turn_start")

    prepare()
    kept = client_of("chi").get(f"/api/v1/frames/{frame.pk}/").json()
    back = client_of("chi").delete(f"/api/v1/frames/{frame.pk}/choice/?version=1").json()

    assert (kept["rule"], kept["presentation_ms"]) == ("by_hand", 1900)
    assert (back["rule"], back["presentation_ms"]) == ("turn_start", 1200)
    assert Frame.objects.get(turn__position=3).rule == "turn_start"


def test_a_choice_that_does_not_fit_changes_nothing(frame: Frame, choose: Callable[..., Response]) -> None:
    answers = [choose(time_ms=1199), choose(time_ms=2000), choose(), choose(face_box=FACE | {"x": 0.9})]

    assert [answer.status_code for answer in answers] == [400] * 4
    assert answers[0].json()["code"] == "outside_turn"
    assert "from 1.20 s to 2.00 s" in answers[0].json()["fields"]["time_ms"][0]
    assert not FrameChange.objects.exists()
    assert Frame.objects.get(pk=frame.pk).sha256 == frame.sha256


def test_a_missing_frame_can_be_supplied_by_a_moment_and_not_by_a_face_alone(
    frame: Frame, choose: Callable[..., Response]
) -> None:
    Frame.objects.filter(pk=frame.pk).update(path="", face_box=None, missing_reason="No face was found in this turn.")

    face_alone = choose(face_box=FACE)
    moment = choose(time_ms=1500)

    assert (face_alone.status_code, face_alone.json()["code"]) == (400, "nothing_chosen")
    assert (moment.status_code, moment.json()["missing_reason"]) == (200, "")


@pytest.mark.parametrize(("who", "status"), [("asha", 403), ("sam", 403), ("eve", 404), ("finn", 404), ("dev", 404)])
def test_only_a_lead_replaces_a_frame(
    who: str, status: int, choose: Callable[..., Response], filmed: Session, study: Study, people: dict[str, User]
) -> None:
    rater = study.raters.get(user=people["asha"])
    Assignment.objects.create(rater=rater, session=filmed, pass_kind="together", created_at=NOW)

    assert choose(who, time_ms=1500).status_code == status
    assert not FrameChange.objects.exists()


@pytest.mark.parametrize(("pass_kind", "status"), [("together", 200), ("face", 200), ("words", 403), (None, 404)])
def test_a_rater_sees_frames_where_their_pass_shows_the_picture(
    pass_kind: str | None, status: int, client_of: Browser, filmed: Session, frame: Frame, study: Study,
    people: dict[str, User],
) -> None:  # fmt: skip
    if pass_kind:
        rater = study.raters.get(user=people["asha"])
        Assignment.objects.create(rater=rater, session=filmed, pass_kind=pass_kind, created_at=NOW)

    addresses = [f"sessions/{filmed.pk}/frames/", f"frames/{frame.pk}/", f"frames/{frame.pk}/image/"]
    answers = [client_of("asha").get(f"/api/v1/{address}") for address in addresses]

    assert [answer.status_code for answer in answers] == [status] * 3
    assert ("Fine, really." in answers[0].content.decode()) == (pass_kind == "together")


def test_an_engineer_sees_the_sheet_only_where_the_study_grants_frames(
    study: Study, client_of: Browser, filmed: Session
) -> None:
    before = client_of("finn").get(f"/api/v1/sessions/{filmed.pk}/frames/").status_code
    change_study(client_of("chi"), study, engineers_see_frames=True)
    rows = sheet(client_of("finn"), filmed)

    assert before == 404
    assert client_of("finn").get(rows[0]["image"]).status_code == 200
    assert client_of("finn").get(f"/api/v1/sessions/{filmed.pk}/").status_code == 404


def test_who_saw_frames_is_logged_once_an_hour(client_of: Browser, filmed: Session, frame: Frame) -> None:
    for _ in range(3):
        client_of("chi").get(f"/api/v1/frames/{frame.pk}/image/")
        sheet(client_of("chi"), filmed)
    client_of("sam").get(f"/api/v1/turns/{frame.turn_id}/frame/")

    entries = Entry.objects.filter(action="frames.viewed").order_by("pk")
    assert [(entry.actor_name, entry.target_id) for entry in entries] == [
        ("chi", str(filmed.pk)),
        ("sam", str(filmed.pk)),
    ]


def test_withdrawn_consent_closes_the_frames(client_of: Browser, filmed: Session, frame: Frame) -> None:
    client_of("sam").post(f"/api/v1/persons/{filmed.client.pk}/withdraw/", {"scopes": ["view"]}, format="json")

    for address in (f"sessions/{filmed.pk}/frames/", f"frames/{frame.pk}/image/", f"turns/{frame.turn_id}/frame/"):
        assert client_of("chi").get(f"/api/v1/{address}").status_code == 403


def test_a_new_rule_prepares_the_recordings_again(
    client_of: Browser, study: Study, filmed: Session, run_jobs: Callable[[], None]
) -> None:
    ids = {frame.turn_id: frame.pk for frame in Frame.objects.all()}
    chi = client_of("chi")

    changed = change_study(chi, study, frame_rule="uniform_k", frames_per_turn=3)
    run_jobs()
    unchanged = change_study(chi, study, frame_rule="uniform_k", description="Other words")

    rows = sheet(chi, filmed)
    assert (changed.json()["frame_rule"], changed.json()["frames_per_turn"]) == ("uniform_k", 3)
    assert [(row["position"], row["number"]) for row in rows] == [(p, n) for p in (1, 3) for n in range(3)]
    assert [row["presentation_ms"] for row in rows[:3]] == [1300, 1600, 1800]
    assert {UUID(row["turn"]): row["id"] for row in rows if row["number"] == 0} == ids
    assert unchanged.status_code == 200
    assert Job.objects.filter(kind="prepare_session").count() == 2
    page = chi.get(f"/api/v1/sessions/{filmed.pk}/").json()
    assert (page["n_frames_missing"], [turn["has_frame"] for turn in page["turns"]]) == (0, [False, True, False, True])


def test_a_choice_of_a_frame_that_the_rule_no_longer_takes_ends_and_says_so(
    client_of: Browser, study: Study, filmed: Session, run_jobs: Callable[[], None]
) -> None:
    chi = client_of("chi")
    change_study(chi, study, frame_rule="uniform_k", frames_per_turn=2)
    run_jobs()
    second = Frame.objects.get(turn__position=1, number=1)
    chi.put(f"/api/v1/frames/{second.pk}/choice/", {"version": 0, "time_ms": 1900}, format="json")

    change_study(chi, study, frame_rule="midpoint")
    run_jobs()

    assert [(row["position"], row["number"]) for row in sheet(chi, filmed)] == [(1, 0), (3, 0)]
    assert FrameChange.objects.get().ended_at is not None
    assert Entry.objects.filter(action="frame.ended").count() == 1


def test_a_change_of_the_study_during_a_preparation_is_seen_at_its_end(
    filmed: Session, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose_frames, rules = execution.choose_frames, ["midpoint"]

    def changed_meanwhile(*args: Any, **options: Any) -> Any:
        chosen = choose_frames(*args, **options)
        if rules:
            Study.objects.update(frame_rule=rules.pop())
        return chosen

    monkeypatch.setattr(execution, "choose_frames", changed_meanwhile)
    execution.prepare_session(Unheard(), session_id=filmed.pk)

    assert set(Frame.objects.values_list("rule", flat=True)) == {"midpoint"}


def test_the_studys_rules_are_those_that_the_search_knows() -> None:
    assert list(FRAME_RULES) == list(FrameRule.values)
    assert MOST_FRAMES == 16


@pytest.mark.parametrize("changes", [{"frames_per_turn": 0}, {"frames_per_turn": 17}, {"frame_rule": "loudest"}])
def test_a_senseless_rule_is_refused(changes: dict[str, Any], client_of: Browser, study: Study) -> None:
    assert change_study(client_of("chi"), study, **changes).status_code == 400


def test_a_turn_of_several_frames_is_missing_none_while_one_shows_something(filmed: Session) -> None:
    turn = filmed.turns.get(position=1)
    Frame.objects.create(turn=turn, number=1, rule="uniform_k", rule_version=1, missing_reason="Nothing was shown.")
    turn.frames.filter(number=0).update(path="", missing_reason="Nothing was shown.")
    Frame.objects.create(turn=turn, number=2, rule="uniform_k", rule_version=1, path="somewhere.png")

    turn = Turn.objects.get(pk=turn.pk)
    assert ([frame.number for frame in turn.shown_frames], turn.why_no_frame) == ([2], "")
