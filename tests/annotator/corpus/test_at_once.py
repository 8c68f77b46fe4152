"""Imports, transcripts and frames, changed by several at one moment."""

from base64 import b64encode
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from rest_framework.response import Response
from rest_framework.test import APIClient

from annotator.audit.models import Entry
from annotator.corpus import files
from annotator.corpus.models import Draft, Frame, FrameChange, RecordingUpload, Session, Turn
from annotator.studies.models import Study
from tests.annotator.at_once import at_once, statuses
from tests.annotator.conftest import AddSession
from tests.annotator.corpus.conftest import PLAN, TUS, look_through_what_was_sent

pytestmark = pytest.mark.django_db(transaction=True)

Browser = Callable[[str], APIClient]
Send = Callable[..., Response]
N = 6


def _codes(outcomes: list[Any]) -> list[str]:
    """The codes of the refusals."""
    return sorted(each.json()["code"] for each in outcomes if each.status_code >= 400)


def test_an_import_that_is_confirmed_several_times_is_one_session(send: Send, client_of: Browser) -> None:
    address = f"/api/v1/drafts/{send().json()['id']}/confirm/"

    outcomes = at_once(*[partial(client_of("chi").post, address, PLAN) for _ in range(N)])

    assert statuses(outcomes) in ([201] + [404] * k + [409] * (N - 1 - k) for k in range(N))
    assert Session.objects.count() == 1


def test_an_import_is_confirmed_or_thrown_away_and_never_both(send: Send, client_of: Browser) -> None:
    for _ in range(4):
        draft = Draft.objects.get(pk=send().json()["id"])
        n_before = Session.objects.count()
        address = f"/api/v1/drafts/{draft.pk}/"

        confirmed, _thrown = outcomes = at_once(
            partial(client_of("chi").post, f"{address}confirm/", PLAN), partial(client_of("chi").delete, address)
        )

        assert statuses(outcomes)[1] in {404, 409}
        is_session = confirmed.status_code == 201  # type: ignore[union-attr]
        assert Session.objects.count() == n_before + is_session
        assert files.absolute(draft.transcript_path).exists() == is_session


def test_two_imports_into_one_study_get_a_number_each(send: Send, client_of: Browser) -> None:
    drafts = [send().json()["id"] for _ in range(N)]

    outcomes = at_once(*[partial(client_of("chi").post, f"/api/v1/drafts/{draft}/confirm/", PLAN) for draft in drafts])

    assert statuses(outcomes) == [201] * N
    assert sorted(Session.objects.values_list("number", flat=True)) == list(range(1, N + 1))


def test_a_recording_that_arrives_as_the_import_is_confirmed_is_never_lost(
    film: Path, send: Send, client_of: Browser, study: Study
) -> None:
    """It is the session's, or it is still there for another import."""
    for _ in range(3):
        upload = RecordingUpload.objects.get(pk=_begun(client_of("chi"), study, film.read_bytes()))
        draft = send().json()["id"]
        _arrive(client_of("chi"), upload, film.read_bytes())

        added, confirmed = at_once(
            partial(client_of("chi").post, f"/api/v1/drafts/{draft}/recording/", {"upload": str(upload.pk)}),
            partial(client_of("chi").post, f"/api/v1/drafts/{draft}/confirm/", PLAN),
        )

        assert confirmed.status_code == 201  # type: ignore[union-attr]
        session = Session.objects.latest("number")
        is_added = added.status_code == 200  # type: ignore[union-attr]
        assert hasattr(session, "recording") == is_added
        assert RecordingUpload.objects.filter(pk=upload.pk).exists() == (not is_added)


def test_of_two_senders_of_one_piece_one_is_refused(client_of: Browser, study: Study) -> None:
    data = bytes(range(256)) * 4000
    upload = RecordingUpload.objects.get(pk=_begun(client_of("chi"), study, data))

    outcomes = at_once(*[partial(_patch, client_of("chi"), upload, data) for _ in range(N)])

    assert statuses(outcomes)[0] == 204
    assert set(_codes(outcomes)) <= {"offset_missed"}
    assert files.absolute(upload.path).read_bytes() == data


def test_an_upload_that_is_thrown_away_twice_is_thrown_away_once(client_of: Browser, study: Study) -> None:
    upload = _begun(client_of("chi"), study, b"some bytes")
    address = f"/api/v1/uploads/{upload}/"

    outcomes = at_once(*[partial(client_of("chi").delete, address, headers=TUS) for _ in range(N)])

    assert statuses(outcomes)[0] == 204
    assert set(statuses(outcomes)[1:]) <= {404, 409}
    assert Entry.objects.filter(action="upload.discarded").count() == 1


def test_of_two_edits_of_whatever_kind_one_is_made(study: Study, add_session: AddSession, client_of: Browser) -> None:
    session = add_session(study)
    turn, other = session.turns.get(position=0), session.turns.get(position=2)
    chi = [client_of("chi") for _ in range(4)]
    chi[0].patch(f"/api/v1/turns/{turn.pk}/", {"version": 1, "text": "Other words."})

    outcomes = at_once(
        partial(chi[0].post, f"/api/v1/turns/{turn.pk}/split/", {"version": 2, "at": 6, "at_ms": 300}),
        partial(chi[1].patch, f"/api/v1/turns/{other.pk}/", {"version": 2, "role": "counsellor"}),
        partial(chi[2].post, f"/api/v1/sessions/{session.pk}/transcript/undo/", {"version": 2}),
        partial(chi[3].patch, f"/api/v1/turns/{turn.pk}/", {"version": 2, "end_ms": 700}),
    )

    assert statuses(outcomes) == [200, 409, 409, 409]
    assert _codes(outcomes) == ["stale_transcript"] * 3
    assert session.revisions.count() == 3
    assert sorted(Turn.objects.filter(session=session).values_list("position", flat=True)) == list(
        range(session.turns.count())
    )


def test_two_who_rename_a_session_are_both_told_in_the_log(
    study: Study, add_session: AddSession, client_of: Browser
) -> None:
    session = add_session(study)

    outcomes = at_once(
        *[partial(client_of("chi").patch, f"/api/v1/sessions/{session.pk}/", {"title": f"Title {n}"}) for n in range(N)]
    )

    assert statuses(outcomes) == [200] * N
    assert Entry.objects.filter(action="session.changed").count() == N


def test_of_choices_of_one_frame_at_once_one_stands_and_the_others_are_told(
    filmed: Session, client_of: Browser
) -> None:
    frame = Frame.objects.get(turn__position=1)
    moments = [1250, 1450, 1650, 1850]

    choices = [{"version": 0, "time_ms": each} for each in moments]
    outcomes = at_once(*[partial(client_of("chi").put, _address(frame), each) for each in choices])

    assert statuses(outcomes) == [200, 409, 409, 409]
    assert _codes(outcomes) == ["stale_frame"] * 3
    standing = FrameChange.objects.get()
    frame.refresh_from_db()
    assert frame.presentation_ms == standing.after["presentation_ms"]
    assert (standing.ended_at, standing.automatic["rule"]) == (None, "onset_sharpest")


def test_a_choice_is_taken_back_or_followed_and_never_both(filmed: Session, client_of: Browser) -> None:
    frame = Frame.objects.get(turn__position=1)
    client_of("chi").put(_address(frame), {"version": 0, "time_ms": 1250})

    outcomes = at_once(
        partial(client_of("chi").put, _address(frame), {"version": 1, "time_ms": 1850}),
        partial(client_of("chi").delete, f"{_address(frame)}?version=1"),
    )

    assert statuses(outcomes) == [200, 409]
    assert _codes(outcomes) == ["stale_frame"]


def test_a_frame_that_is_chosen_as_its_turn_moves_is_never_left_without_its_turns_times(
    filmed: Session, client_of: Browser, run_jobs: Callable[[], None]
) -> None:
    turn = filmed.turns.get(position=1)
    frame = Frame.objects.get(turn=turn)

    at_once(
        partial(client_of("chi").put, _address(frame), {"version": 0, "time_ms": 1850}),
        partial(client_of("chi").patch, f"/api/v1/turns/{turn.pk}/", {"version": 1, "end_ms": 1700}),
    )
    run_jobs()

    standing = FrameChange.objects.filter(ended_at=None).first()
    present = Frame.objects.get(turn=turn)
    assert present.path
    assert (present.rule == Frame.BY_HAND) == (standing is not None)


def _address(frame: Frame) -> str:
    return f"/api/v1/frames/{frame.pk}/choice/"


def _begun(chi: APIClient, study: Study, data: bytes) -> str:
    told = {"Upload-Length": str(len(data)), "Upload-Metadata": f"filename {b64encode(b'session.mp4').decode()}"}
    begun = chi.post(f"/api/v1/studies/{study.slug}/uploads/", headers={**TUS, **told})
    return str(begun["Location"].split("/")[-2])


def _patch(chi: APIClient, upload: RecordingUpload, data: bytes) -> Response:
    kind = "application/offset+octet-stream"
    headers = {**TUS, "Upload-Offset": "0"}
    return chi.generic("PATCH", f"/api/v1/uploads/{upload.pk}/", data, content_type=kind, headers=headers)


def _arrive(chi: APIClient, upload: RecordingUpload, data: bytes) -> None:
    assert _patch(chi, upload, data).status_code == 204
    look_through_what_was_sent()
