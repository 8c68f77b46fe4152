"""Which face is the client's: asked once, of the faces that are there, and changed later."""

import json
from argparse import ArgumentTypeError
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from rest_framework.response import Response
from rest_framework.test import APIClient

from annotator.corpus.models import Frame, Session
from annotator.management.commands.import_session import _region
from annotator.studies.models import Study
from demo.film import FilmedSession, film
from demo.script import write_script

Browser = Callable[[str], APIClient]


@pytest.fixture(scope="session")
def acted(tmp_path_factory: pytest.TempPathFactory) -> FilmedSession:
    """A few seconds of two drawn faces, with their transcript."""
    folder = tmp_path_factory.mktemp("acted")
    return film(write_script(sessions=1, client_turns=2, seed=4)[0], folder, size=(640, 360))


def inside(region: dict[str, float], other: tuple[float, float, float, float]) -> bool:
    """Whether the middle of the region lies in the other."""
    x, y = region["x"] + region["w"] / 2, region["y"] + region["h"] / 2
    left, top, width, height = other
    return left < x < left + width and top < y < top + height


def test_the_faces_of_a_draft_are_shown_and_the_one_that_is_chosen_is_followed(
    acted: FilmedSession,
    send: Callable[..., Response],
    confirm: Callable[..., Response],
    run_jobs: Callable[[], None],
    client_of: Browser,
) -> None:
    draft = send(acted.transcript_vtt.read_text(), video=acted.video)
    roles = {each["name"]: each["guessed_role"] for each in draft.json()["reading"]["speakers"]}

    found = client_of("chi").get(f"/api/v1/drafts/{draft.json()['id']}/faces/").json()
    clients = [each for each in found["faces"] if inside(each["face"], acted.client_region)]
    assert len(clients) == 1
    confirmed = confirm(draft, roles=roles, client_region=clients[0]["region"])
    run_jobs()

    session = client_of("chi").get(f"/api/v1/sessions/{confirmed.json()['id']}/").json()
    search = session["recording"]["face_search"]
    assert session["recording"]["client_region"] == clients[0]["region"]
    assert (search["looks"] > 0, search["misses"]) == (True, 0)
    assert search["detector"].startswith("opencv_haar")
    assert all(frame.face_box for frame in Frame.objects.exclude(path=""))


def test_the_faces_of_a_session_are_shown_at_any_moment_to_choose_another(
    client_of: Browser, filmed: Session, run_jobs: Callable[[], None]
) -> None:
    chi, address = client_of("chi"), f"/api/v1/sessions/{filmed.pk}/faces/"
    nobody = chi.get(address, {"at_ms": 2000}).json()
    chi.patch(f"/api/v1/sessions/{filmed.pk}/", {"client_region": {"x": 0, "y": 0, "w": 1, "h": 1}}, format="json")
    run_jobs()

    page = chi.get(f"/api/v1/sessions/{filmed.pk}/").json()
    assert nobody == {"at_ms": 2000, "faces": []}
    # No face is in this film, so every look missed it.
    assert page["recording"]["face_search"]["looks"] == page["recording"]["face_search"]["misses"] > 0


def test_withdrawn_consent_closes_the_choice_of_a_face(client_of: Browser, filmed: Session) -> None:
    client_of("sam").post(f"/api/v1/persons/{filmed.client.pk}/withdraw/", {"scopes": ["view"]}, format="json")

    assert client_of("chi").get(f"/api/v1/sessions/{filmed.pk}/faces/").status_code == 403


def imported(capsys: pytest.CaptureFixture[str], acted: FilmedSession, **options: Any) -> Any:
    path = acted.transcript_vtt
    call_command("import_session", study="couples-pilot", transcript=path, video=acted.video, json=True, **options)
    return json.loads(capsys.readouterr().out)


def test_several_faces_in_a_picture_are_told_and_a_region_says_whose_counts(
    acted: FilmedSession, study: Study, capsys: pytest.CaptureFixture[str]
) -> None:
    nobody_said = imported(capsys, acted)
    said = imported(capsys, acted, client_region=_region("0.5,0,0.5,1"))

    search = nobody_said["face_search"]
    assert 0 < search["several"] <= search["looks"]
    warning = nobody_said["remarks"][-1]["message"]
    assert warning.startswith(
        f"{search['several']} of the {search['looks']} pictures that were looked at show more than"
    )
    assert "--client-region" in warning
    assert said["face_search"]["several"] > 0
    assert "more than one face" not in str(said["remarks"])
    region = Session.objects.get(pk=said["id"]).recording.client_region
    assert region == {"x": 0.5, "y": 0.0, "w": 0.5, "h": 1.0}


@pytest.mark.parametrize("told", ["0.5,0,0.6,1", "0.5,0,0.5", "left half", "0,0,0,1"])
def test_a_region_outside_the_picture_is_refused(told: str) -> None:
    with pytest.raises(ArgumentTypeError, match="inside the picture"):
        _region(told)
