"""A study's settings about pictures: told before what they cost, started when they are kept, followed to the end."""

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.response import Response
from rest_framework.test import APIClient

from annotator.corpus.models import Frame, Session
from annotator.jobs.models import Job
from annotator.studies.models import Study

Browser = Callable[[str], APIClient]


def preview(browser: APIClient, study: Study, **changes: Any) -> Any:
    return browser.post(f"/api/v1/studies/{study.slug}/preparation/preview/", changes, format="json").json()


def change(browser: APIClient, study: Study, **changes: Any) -> Response:
    return browser.patch(f"/api/v1/studies/{study.slug}/", changes, format="json")


def state(browser: APIClient, study: Study) -> Any:
    return browser.get(f"/api/v1/studies/{study.slug}/preparation/").json()


NOTHING = {"frames": 0, "views": 0, "by_hand": 0, "by_hand_ended": 0}


@pytest.mark.parametrize(
    ("changes", "remade"),
    [
        ({}, NOTHING),
        ({"frame_rule": "onset_sharpest", "is_pitch_shifted": True}, NOTHING),
        ({"frame_rule": "midpoint"}, NOTHING | {"frames": 1, "by_hand": 1}),
        ({"face_finder": "client_region"}, NOTHING | {"frames": 1, "by_hand": 1}),
        ({"blurred_roles": ["rater"]}, NOTHING | {"views": 1}),
        ({"blurred_roles": ["rater"], "frame_rule": "apex"}, NOTHING | {"frames": 1, "views": 1, "by_hand": 1}),
    ],
)
def test_what_a_change_would_have_made_anew_is_told_and_nothing_is_changed(
    changes: dict[str, Any], remade: dict[str, int], client_of: Browser, study: Study, filmed: Session
) -> None:
    frame = Frame.objects.get(turn__session=filmed, turn__position=1)
    client_of("chi").put(f"/api/v1/frames/{frame.pk}/choice/", {"version": 0, "time_ms": 1900}, format="json")
    before, n_jobs = Study.objects.values().get(), Job.objects.count()

    assert preview(client_of("chi"), study, **changes) == remade
    assert preview(client_of("sam"), study, **changes) == remade
    assert (Study.objects.values().get(), Job.objects.count()) == (before, n_jobs)


def test_frames_chosen_by_hand_that_the_rule_has_no_place_for_are_counted_apart(
    client_of: Browser, study: Study, filmed: Session, run_jobs: Callable[[], None]
) -> None:
    change(client_of("chi"), study, frame_rule="uniform_k", frames_per_turn=3)
    run_jobs()
    for number in (0, 2):
        frame = Frame.objects.get(turn__session=filmed, turn__position=1, number=number)
        client_of("chi").put(f"/api/v1/frames/{frame.pk}/choice/", {"version": 0, "time_ms": 1900}, format="json")

    told = preview(client_of("chi"), study, frames_per_turn=2)

    assert told == {"frames": 1, "views": 0, "by_hand": 1, "by_hand_ended": 1}


def test_a_view_that_is_there_already_is_not_made_again(
    client_of: Browser, study: Study, filmed: Session, run_jobs: Callable[[], None]
) -> None:
    change(client_of("chi"), study, blurred_roles=["rater"])
    run_jobs()

    assert preview(client_of("chi"), study, blurred_roles=["expert", "rater"]) == NOTHING
    assert preview(client_of("chi"), study, blurred_roles=[]) == NOTHING
    assert preview(client_of("chi"), study, is_pitch_shifted=True) == NOTHING | {"views": 1}


def test_how_far_the_preparation_is_can_be_followed(
    client_of: Browser, study: Study, filmed: Session, run_jobs: Callable[[], None]
) -> None:
    change(client_of("chi"), study, frame_rule="midpoint")
    Job.objects.filter(state="queued").update(progress=0.25)
    running = state(client_of("sam"), study)
    run_jobs()
    over = state(client_of("sam"), study)
    change(client_of("chi"), study, frame_rule="apex")
    Job.objects.filter(state="queued").update(state="failed")

    assert (running["sessions"], running["preparing"], running["progress"]) == (1, 1, 0.25)
    assert (over["preparing"], over["failed"], over["progress"]) == (0, 0, None)
    assert (state(client_of("chi"), study)["failed"], over["without_region"], over["has_face_model"]) == (1, 0, False)


def test_stewards_decide_who_sees_faces_and_leads_the_rest(client_of: Browser, study: Study) -> None:
    sam = client_of("sam")

    blurred = change(sam, study, blurred_roles=["rater"], is_pitch_shifted=True)
    refused = [change(sam, study, **each) for each in ({"frame_rule": "apex"}, {"description": "Other"},
                                                       {"blurred_roles": [], "frames_per_turn": 2})]  # fmt: skip

    assert blurred.json()["blurred_roles"] == ["rater"]
    assert [answer.status_code for answer in refused] == [403] * 3
    assert (Study.objects.get().frame_rule, Study.objects.get().blurred_roles) == ("onset_sharpest", ["rater"])


def test_yunet_can_be_chosen_only_where_its_model_is_configured(client_of: Browser, study: Study) -> None:
    refused = change(client_of("chi"), study, face_finder="yunet")

    assert refused.status_code == 400
    assert "FACE_MODEL" in refused.json()["fields"]["face_finder"][0]
    assert Study.objects.get().face_finder == "detected"


def test_frames_that_an_earlier_rule_chose_of_turns_without_an_end_are_found_and_chosen_again(
    client_of: Browser, study: Study, filmed: Session, run_jobs: Callable[[], None]
) -> None:
    chi, address = client_of("chi"), f"/api/v1/studies/{study.slug}/preparation/"
    frames = Frame.objects.filter(turn__session=filmed)
    latest = frames.first().rule_version
    frames.update(rule_version=latest - 1, presentation_ms=1)
    with_ends = state(chi, study)["with_old_frames"]
    filmed.turns.update(end_ms=None)
    found = state(client_of("sam"), study)["with_old_frames"]

    answers = [client_of(who).post(address) for who in ("sam", "chi")]
    n_jobs = Job.objects.count()
    run_jobs()
    again = chi.post(address)

    assert (with_ends, found) == (0, 1)
    assert [answer.status_code for answer in answers] == [403, 202]
    assert (answers[1].json()["with_old_frames"], answers[1].json()["preparing"]) == (0, 1)
    assert set(frames.values_list("rule_version", flat=True)) == {latest}
    assert all(time_ms > 1 for time_ms in frames.values_list("presentation_ms", flat=True))
    assert (again.json()["with_old_frames"], again.json()["preparing"], Job.objects.count()) == (0, 0, n_jobs)
