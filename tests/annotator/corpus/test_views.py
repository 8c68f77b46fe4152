"""Views by role: who gets the faces, who the blur, and that no address shows a face to whom the study shows none."""

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import av
import cv2
import numpy as np
import pytest
from rest_framework.response import Response
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.annotations.models import Assignment
from annotator.annotations.urls import urlpatterns as annotation_addresses
from annotator.audit.models import Entry
from annotator.corpus import files
from annotator.corpus.models import BlurredView, Frame, Session
from annotator.corpus.urls import urlpatterns as corpus_addresses
from annotator.jobs.models import Job
from annotator.releases.models import Release
from annotator.studies.models import Study
from demo.film import FilmedSession, film
from demo.script import write_script
from tests.annotator.conftest import NOW

Browser = Callable[[str], APIClient]

SIZE = (320, 240)
BLURRED = 40.0
"""Where the faces are drawn, clear pictures have a hundred times this face detail."""
MEDIA = ["video", "picture", "thumbnails", "frame", "contact sheet"]


@pytest.fixture(scope="session")
def acted(tmp_path_factory: pytest.TempPathFactory) -> FilmedSession:
    """A few seconds of two drawn faces, with their transcript."""
    return film(write_script(sessions=1, client_turns=2, seed=4)[0], tmp_path_factory.mktemp("acted"), size=SIZE)


@pytest.fixture
def watched(
    acted: FilmedSession,
    send: Callable[..., Response],
    confirm: Callable[..., Response],
    run_jobs: Callable[[], None],
    study: Study,
    people: dict[str, User],
    client_of: Browser,
) -> Session:
    """Their session, which Asha rates; the study shows engineers the frames."""
    draft = send(acted.transcript_vtt.read_text(), video=acted.video)
    roles = {each["name"]: each["guessed_role"] for each in draft.json()["reading"]["speakers"]}
    x, y, w, h = acted.client_region
    confirmed = confirm(draft, roles=roles, client_region={"x": x, "y": y, "w": w, "h": h})
    run_jobs()
    session = Session.objects.get(pk=confirmed.json()["id"])
    give_pass(session, people["asha"], "together")
    change(client_of, study, engineers_see_frames=True)
    return session


def give_pass(session: Session, user: User, pass_kind: str) -> None:
    rater = session.study.raters.get(user=user)
    Assignment.objects.create(rater=rater, session=session, pass_kind=pass_kind, created_at=NOW)


def change(client_of: Browser, study: Study, **changes: Any) -> Response:
    return client_of("chi").patch(f"/api/v1/studies/{study.slug}/", changes, format="json")


def ask(browser: APIClient, session: Session, what: str) -> Any:
    """The answer to one way of seeing something of the session; of the sheet, its first picture."""
    turn = session.turns.filter(role="client").first()
    assert turn is not None
    if what == "contact sheet":
        rows = browser.get(f"/api/v1/sessions/{session.pk}/frames/")
        return (
            browser.get(f"/api/v1/frames/{rows.json()['results'][0]['id']}/image/") if rows.status_code == 200 else rows
        )
    address = f"turns/{turn.pk}/frame/" if what == "frame" else f"sessions/{session.pk}/{what}/"
    return browser.get(f"/api/v1/{address}")


def body(response: Any) -> bytes:
    return b"".join(response.streaming_content) if response.streaming else response.content


def face_detail(data: bytes, what: str, region: tuple[float, float, float, float]) -> float:
    """How much of the client's face the answer shows: the spread of small edges where it is."""
    if what in {"video", "picture"}:
        with av.open(BytesIO(data)) as container:
            pictures = [frame.to_ndarray(format="gray") for frame in container.decode(video=0)]
    else:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
        pictures = [picture[:90, :120]] if what == "thumbnails" else [picture]
    x, y, w, h = region
    return max(
        float(
            cv2.Laplacian(
                picture[
                    round((y + 0.2 * h) * picture.shape[0]) : round((y + 0.8 * h) * picture.shape[0]),
                    round((x + 0.2 * w) * picture.shape[1]) : round((x + 0.8 * w) * picture.shape[1]),
                ],
                cv2.CV_64F,
            ).var()
        )
        for picture in pictures
    )


def test_every_media_address_shows_blurred_faces_to_the_listed_roles_and_clear_ones_to_the_others(
    acted: FilmedSession, client_of: Browser, study: Study, watched: Session, run_jobs: Callable[[], None]
) -> None:
    clear = {what: face_detail(body(ask(client_of("chi"), watched, what)), what, acted.client_region) for what in MEDIA}
    listed = {"asha": "rater", "sam": "steward", "finn": "engineer"}

    change(client_of, study, blurred_roles=list(listed.values()))
    run_jobs()

    for who in ("asha", "sam", "finn", "chi"):
        for what in MEDIA:
            answer = ask(client_of(who), watched, what)
            if who == "finn" and what in {"video", "picture", "thumbnails"}:
                assert answer.status_code == 404
                continue
            assert (answer.status_code, answer["Cache-Control"]) == (200, "no-store"), (who, what)
            seen = face_detail(body(answer), what, acted.client_region)
            assert seen < 0.05 * clear[what] if who in listed else seen == pytest.approx(clear[what]), (who, what)


def addresses_of_pictures(session: Session) -> list[str]:
    """Every address that names one thing of a session and answers a GET, whatever it says it answers."""
    turn = session.turns.filter(role="client").first()
    assert turn is not None
    things = {
        "session_id": session.pk,
        "turn_id": turn.pk,
        "frame_id": turn.frames.get().pk,
        "assignment_id": session.assignments.get().pk,
        "slug": session.study.slug,
        "person_id": session.client.pk,
    }
    found = []
    for pattern in corpus_addresses + annotation_addresses:
        address = re.sub(r"<\w+:(\w+)>", r"{\1}", str(pattern.pattern))
        if set(re.findall(r"{(\w+)}", address)) <= things.keys():
            found.append(address.format(**things))
    sizes = [f"{each}?size={size}" for each in found if each.endswith(("video/", "image/")) for size in ("small", "x")]
    return found + sizes


def test_no_address_sends_a_blurred_role_a_byte_of_a_clear_picture(
    acted: FilmedSession, client_of: Browser, study: Study, watched: Session, run_jobs: Callable[[], None]
) -> None:
    folder = files.absolute(files.folder_of(watched.recording.original_path))
    clear = {path.read_bytes() for path in folder.rglob("*") if path.suffix in {".mp4", ".jpg", ".png", ""}
             if path.is_file()}  # fmt: skip
    addresses = addresses_of_pictures(watched)
    sent_clear = {address for address in addresses if is_picture(client_of("chi").get(f"/api/v1/{address}"))}
    change(client_of, study, blurred_roles=["rater", "engineer", "steward"])

    for is_made in (False, True):
        for who in ("asha", "sam", "finn"):
            for address in addresses:
                answer = client_of(who).get(f"/api/v1/{address}")
                data = body(answer)
                assert data not in clear, (who, address)
                if is_picture(answer):
                    assert is_made, (who, address)
                    what = "video" if answer["Content-Type"].startswith("video") else address.split("/")[-2]
                    seen = face_detail(data, what, acted.client_region)
                    assert seen < BLURRED, (who, address, seen)
        run_jobs()

    assert {address.split("/")[-2] for address in sent_clear} == {"video", "picture", "thumbnails", "frame", "image"}
    assert any(address.endswith("size=small") for address in sent_clear)


def is_picture(answer: Any) -> bool:
    return answer.status_code == 200 and answer["Content-Type"].startswith(("video/", "image/"))


def test_the_workspace_says_that_the_view_is_being_made_and_then_shows_it(
    client_of: Browser, study: Study, watched: Session, run_jobs: Callable[[], None]
) -> None:
    assignment = watched.assignments.get()
    address = f"/api/v1/assignments/{assignment.pk}/media/"
    change(client_of, study, blurred_roles=["rater"])
    Job.objects.filter(state="queued").update(progress=0.4, step="Blurring the faces")

    waiting = client_of("asha").get(address).json()
    page = client_of("asha").get(f"/api/v1/assignments/{assignment.pk}/workspace/").json()
    run_jobs()
    made = client_of("asha").get(address).json()

    assert (waiting["video_url"], waiting["waveform_url"], waiting["small_video_url"]) == (None, None, None)
    assert waiting["making"] == {"progress": 0.4, "step": "Blurring the faces"}
    assert "blurred faces" in waiting["why_not"]
    assert page["media"] == waiting
    assert (made["why_not"], made["is_blurred"], made["making"]) == ("", True, None)
    assert client_of("asha").get(made["video_url"]).status_code == 200
    assert client_of("asha").get(made["waveform_url"]).status_code == 200
    assert client_of("chi").get(address).json()["is_blurred"] is False


def test_a_view_that_could_not_be_made_is_not_waited_for(client_of: Browser, study: Study, watched: Session) -> None:
    change(client_of, study, blurred_roles=["rater"])
    Job.objects.filter(state="queued").update(state="failed")

    media = client_of("asha").get(f"/api/v1/assignments/{watched.assignments.get().pk}/media/").json()

    assert (media["video_url"], media["making"]) == (None, None)
    assert "could not be made" in media["why_not"]


@pytest.mark.parametrize("pass_kind", ["together", "face"])
def test_until_the_blurred_view_is_made_nothing_is_shown_in_its_place(
    pass_kind: str, client_of: Browser, study: Study, watched: Session, people: dict[str, User]
) -> None:
    watched.assignments.update(pass_kind=pass_kind)
    change(client_of, study, blurred_roles=["rater"])

    answers = {what: ask(client_of("asha"), watched, what) for what in MEDIA}
    page = client_of("asha").get(f"/api/v1/sessions/{watched.pk}/").json()
    sheet = client_of("asha").get(f"/api/v1/sessions/{watched.pk}/frames/").json()

    assert {answer.status_code for answer in answers.values()} == {403}
    assert {row["image"] for row in sheet["results"]} == {None}
    assert "still being made" in sheet["why_hidden"]
    assert pass_kind == "face" or "still being made" in answers["video"].json()["message"]
    assert (page["may_play"], page["recording"]["is_blurred"], page["recording"]["thumbnails"]) == (False, True, None)
    assert client_of("chi").get(f"/api/v1/sessions/{watched.pk}/").json()["may_play"]


def test_the_face_pass_gets_a_blurred_file_without_sound(
    client_of: Browser, study: Study, watched: Session, run_jobs: Callable[[], None]
) -> None:
    watched.assignments.update(pass_kind="face")
    change(client_of, study, blurred_roles=["rater"])
    run_jobs()

    assert ask(client_of("asha"), watched, "video").status_code == 403
    with av.open(BytesIO(body(ask(client_of("asha"), watched, "picture")))) as picture:
        assert [stream.type for stream in picture.streams] == ["video"]


def test_the_voices_of_the_blurred_view_are_lowered_if_the_study_says_so(
    client_of: Browser, study: Study, watched: Session, run_jobs: Callable[[], None]
) -> None:
    change(client_of, study, blurred_roles=["rater"])
    run_jobs()
    as_it_was = sound_of(body(ask(client_of("asha"), watched, "video")))
    clear = sound_of(body(ask(client_of("chi"), watched, "video")))

    change(client_of, study, is_pitch_shifted=True)
    meanwhile = ask(client_of("asha"), watched, "video").status_code
    run_jobs()
    lowered = sound_of(body(ask(client_of("asha"), watched, "video")))

    assert as_it_was == clear
    assert meanwhile == 403
    assert lowered != clear
    assert sound_of(body(ask(client_of("chi"), watched, "video"))) == clear


def sound_of(data: bytes) -> list[bytes]:
    with av.open(BytesIO(data)) as container:
        return [bytes(packet) for packet in container.demux(audio=0) if packet.size]


def test_a_person_of_two_roles_sees_faces_if_one_that_opens_the_session_does(
    client_of: Browser, study: Study, watched: Session, people: dict[str, User], run_jobs: Callable[[], None]
) -> None:
    change(client_of, study, blurred_roles=["rater", "expert"])
    run_jobs()
    address = f"/api/v1/sessions/{watched.pk}/"

    def is_blurred() -> bool:
        return bool(client_of("asha").get(address).json()["recording"]["is_blurred"])

    rater = is_blurred()
    study.memberships.create(user=people["asha"], role="engineer", created_at=NOW)
    engineer_too, frame = is_blurred(), ask(client_of("asha"), watched, "frame")["Content-Type"]
    study.memberships.create(user=people["asha"], role="steward", created_at=NOW)

    # An engineer's role opens frames, which this study grants, and no video.
    assert (rater, engineer_too, frame, is_blurred()) == (True, True, "image/png", False)


def test_who_has_seen_faces_is_told_apart_in_the_log(
    client_of: Browser, study: Study, watched: Session, run_jobs: Callable[[], None]
) -> None:
    change(client_of, study, blurred_roles=["rater"])
    run_jobs()
    for what in MEDIA:
        ask(client_of("asha"), watched, what)
        ask(client_of("chi"), watched, what)

    def who(action: str) -> list[str]:
        return list(Entry.objects.filter(action=action).values_list("actor_name", flat=True))

    assert (who("recording.viewed"), who("frames.viewed")) == (["chi"], ["chi"])
    assert (who("recording.viewed_blurred"), who("frames.viewed_blurred")) == (["asha"], ["asha"])


@pytest.mark.parametrize(
    ("blurred_roles", "grants", "with_frames"),
    [
        ([], True, {"chi", "sam", "finn"}),
        ([], False, {"chi", "sam"}),
        (["engineer", "steward"], True, {"chi"}),
    ],
)
def test_a_release_comes_without_frames_to_whom_the_study_shows_no_faces(
    blurred_roles: list[str], grants: bool, with_frames: set[str], client_of: Browser, frozen: int
) -> None:
    study = Release.objects.get(pk=frozen).study
    change(client_of, study, blurred_roles=blurred_roles, engineers_see_frames=grants)

    packed = {
        who: body(client_of(who).get(f"/api/v1/releases/{frozen}/download/?use=within"))
        for who in ("chi", "sam", "finn")
    }

    def has_frames(data: bytes) -> bool:
        with ZipFile(BytesIO(data)) as packed:
            return any(name.endswith(".png") for name in packed.namelist())

    assert {who for who, data in packed.items() if has_frames(data)} == with_frames


def test_the_view_is_made_once_and_anew_only_when_it_must_be_other(
    client_of: Browser, study: Study, watched: Session, run_jobs: Callable[[], None]
) -> None:
    change(client_of, study, blurred_roles=["rater"])
    run_jobs()
    made = files.absolute(BlurredView.objects.get().video_path)
    written = made.stat().st_mtime_ns

    client_of("chi").post(f"/api/v1/sessions/{watched.pk}/prepare/")
    run_jobs()
    after_preparing = made.stat().st_mtime_ns
    region = {"x": 0, "y": 0, "w": 0.6, "h": 1}
    client_of("chi").patch(f"/api/v1/sessions/{watched.pk}/", {"client_region": region}, format="json")
    run_jobs()

    assert after_preparing == written
    assert BlurredView.objects.get().client_region == region
    assert sorted(path.name for path in made.parent.parent.glob("blurred-*")) == ["blurred-2"]


def test_roles_that_need_no_blurred_view_cost_none(client_of: Browser, study: Study, watched: Session) -> None:
    jobs = Job.objects.count()

    change(client_of, study, is_pitch_shifted=True)

    assert (Job.objects.count(), BlurredView.objects.count()) == (jobs, 0)


@pytest.mark.parametrize("roles", [["lead"], ["nurse"], "rater"])
def test_a_lead_always_sees_what_they_import(roles: Any, client_of: Browser, study: Study) -> None:
    assert change(client_of, study, blurred_roles=roles).status_code == 400
    assert Study.objects.get().blurred_roles == []


def test_faces_are_found_by_yunet_where_the_study_says_so_and_its_model_is_there(
    client_of: Browser,
    study: Study,
    watched: Session,
    run_jobs: Callable[[], None],
    settings: Any,
    yunet_model: Path,
) -> None:
    settings.FACE_MODEL = yunet_model

    change(client_of, study, face_finder="yunet", blurred_roles=["rater"])
    run_jobs()

    assert set(Frame.objects.filter(turn__session=watched).values_list("detector", flat=True)) == {"yunet"}
    assert BlurredView.objects.get().detector == "yunet"


def test_a_face_model_that_is_none_fails_the_preparation_in_words(
    client_of: Browser, study: Study, watched: Session, run_jobs: Callable[[], None], settings: Any, tmp_path: Path
) -> None:
    settings.FACE_MODEL = tmp_path / "model.onnx"
    settings.FACE_MODEL.write_bytes(b"no network")

    change(client_of, study, face_finder="yunet")
    run_jobs()
    other_file = Job.objects.order_by("-pk")[0].error
    settings.FACE_MODEL = None  # As on another machine.
    client_of("chi").post(f"/api/v1/sessions/{watched.pk}/prepare/")
    run_jobs()

    assert "no YuNet model" in other_file
    assert "no model file is configured" in Job.objects.order_by("-pk")[0].error
