"""A slow recording through import and rating: nothing is computed from a rate, so its last picture is where it was."""

from collections.abc import Callable
from typing import Any

from rest_framework.response import Response
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.annotations.models import Assignment
from annotator.corpus.models import Session
from tests.annotator.annotations.conftest import COMPLETE, page, save
from tests.annotator.conftest import NOW
from tests.annotator.corpus.media.conftest import Clip

TO_THE_END = (
    "WEBVTT\n\n00:00.000 --> 00:01.000\n<v Therapist>How was your week?\n\n00:04.200 --> 00:04.300\n<v Client>Fine.\n"
)


def test_a_mark_on_the_last_of_43_pictures_at_10_a_second_is_there_after_a_reload(
    clip: Clip,
    send: Callable[..., Response],
    confirm: Callable[..., Response],
    run_jobs: Callable[[], None],
    client_of: Callable[[str], APIClient],
    people: dict[str, User],
) -> None:
    confirmed = confirm(send(TO_THE_END, video=clip("plain.mp4")))
    run_jobs()
    session = Session.objects.get(pk=confirmed.json()["id"])
    (turn,) = session.turns.filter(role="client")
    rater = session.study.raters.get(user=people["asha"])
    given = Assignment.objects.create(rater=rater, session=session, pass_kind="together", created_at=NOW)
    marked: list[dict[str, Any]] = [{"at_ms": 4200}, {"at_ms": 4299}]

    saved = save(client_of("asha"), given, turn, **COMPLETE, evidence=marked)
    shown = page(client_of("asha"), given)

    assert saved.status_code == 200
    assert client_of("chi").get(f"/api/v1/sessions/{session.pk}/").json()["duration_ms"] == 4300
    assert shown["annotations"][str(turn.pk)]["scores"]["evidence"] == marked
    (frame,) = turn.shown_frames
    assert (frame.presentation_ms, frame.frame_index) == (4200, 42)
