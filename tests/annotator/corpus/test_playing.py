"""Recordings are played in ranges, to whoever may see them and to nobody else."""

from collections.abc import Callable
from datetime import datetime, timedelta
from io import BytesIO

import av
import pytest
from django.conf import LazySettings
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.annotations.models import Assignment
from annotator.audit.models import Entry
from annotator.corpus import consent, files, serving
from annotator.corpus.models import Person, Session
from annotator.studies.models import Study
from tests.annotator.conftest import NOW, AddSession

Browser = Callable[[str], APIClient]


@pytest.fixture
def give_pass(study: Study, filmed: Session, people: dict[str, User]) -> Callable[..., Assignment]:
    def give(who: str, pass_kind: str, *, done_at: datetime | None = None) -> Assignment:
        rater = study.raters.get(user=people[who])
        return Assignment.objects.create(
            rater=rater, session=filmed, pass_kind=pass_kind, created_at=NOW, done_at=done_at
        )

    return give


def content(response: object) -> bytes:
    return b"".join(response.streaming_content)  # type: ignore[attr-defined]


def test_the_video_comes_whole_or_in_the_range_asked_for(client_of: Browser, filmed: Session) -> None:
    chi, address = client_of("chi"), f"/api/v1/sessions/{filmed.pk}/video/"
    whole = chi.get(address)
    data = content(whole)

    first = chi.get(address, headers={"Range": "bytes=0-99"})
    rest = chi.get(address, headers={"Range": "bytes=100-"})
    last = chi.get(address, headers={"Range": "bytes=-50"})
    long_last = chi.get(address, headers={"Range": f"bytes=-{10 * len(data)}"})

    assert (whole.status_code, whole["Accept-Ranges"], whole["Cache-Control"]) == (200, "bytes", "no-store")
    assert (first.status_code, first["Content-Range"]) == (206, f"bytes 0-99/{len(data)}")
    assert content(first) + content(rest) == data
    assert content(last) == data[-50:]
    assert content(long_last) == data


def test_the_small_copy_is_the_same_recording_in_fewer_pixels_or_the_only_one(
    client_of: Browser, filmed: Session
) -> None:
    chi, address = client_of("chi"), f"/api/v1/sessions/{filmed.pk}/video/"

    large, small = content(chi.get(address)), content(chi.get(f"{address}?size=small"))
    filmed.recording.small_path = ""
    filmed.recording.save()

    assert small == files.absolute(files.folder_of(filmed.recording.proxy_path)).joinpath("small.mp4").read_bytes()
    assert large != small
    assert content(chi.get(f"{address}?size=small")) == large


def test_the_page_gets_the_waveform_and_when_each_picture_is_shown(client_of: Browser, filmed: Session) -> None:
    chi, address = client_of("chi"), f"/api/v1/sessions/{filmed.pk}"
    recording = chi.get(f"{address}/").json()["recording"]

    peaks = content(chi.get(f"{address}/waveform/"))
    table = chi.get(f"{address}/frame-table/").json()

    assert (recording["has_picture"], recording["has_small"], recording["peaks_per_s"]) == (True, True, 100)
    assert len(peaks) == pytest.approx(2 * 100 * 4, abs=20)
    assert (table["first_ms"], table["gaps_ms"], table["key_gaps"]) == (0, [100] * 39, [0])
    assert table["end_ms"] == 4000


@pytest.mark.parametrize(("who", "reads"), [("asha", False), ("chi", True), ("sam", True)])
def test_words_are_shown_to_raters_while_everyone_agrees_to_be_labelled(
    who: str,
    reads: bool,
    client_of: Browser,
    filmed: Session,
    give_pass: Callable[..., Assignment],
    people: dict[str, User],
) -> None:
    give_pass("asha", "together")
    before = client_of(who).get(f"/api/v1/sessions/{filmed.pk}/").json()

    consent.withdraw(person=filmed.client, scopes=["annotate"], note="", actor=people["sam"], now=timezone.now())
    after = client_of(who).get(f"/api/v1/sessions/{filmed.pk}/").json()

    assert before["turns"][1]["text"] == "Fine, really."
    assert (after["turns"][1]["text"] is not None) == reads


@pytest.mark.parametrize("asked", ["bytes=99999999-", "bytes=-0"])
def test_a_range_outside_the_file_is_refused_with_its_length(asked: str, client_of: Browser, filmed: Session) -> None:
    response = client_of("chi").get(f"/api/v1/sessions/{filmed.pk}/video/", headers={"Range": asked})

    size = files.absolute(filmed.recording.proxy_path).stat().st_size
    assert (response.status_code, response["Content-Range"]) == (416, f"bytes */{size}")


@pytest.mark.parametrize("asked", ["bytes=5-2", "bytes=-", "bytes=0-1,5-9", "pages=1-2", "bytes=a-b"])
def test_a_range_that_says_nothing_brings_the_whole_file(asked: str, client_of: Browser, filmed: Session) -> None:
    assert client_of("chi").get(f"/api/v1/sessions/{filmed.pk}/video/", headers={"Range": asked}).status_code == 200


def test_behind_nginx_the_file_is_named_and_not_read(
    client_of: Browser, filmed: Session, settings: LazySettings
) -> None:
    settings.X_ACCEL_PREFIX = "/protected/"

    response = client_of("chi").get(f"/api/v1/sessions/{filmed.pk}/video/")

    assert response["X-Accel-Redirect"] == f"/protected/{filmed.recording.proxy_path}"
    assert response.content == b""


@pytest.mark.parametrize(
    ("who", "status"),
    [("chi", 200), ("sam", 200), ("asha", 404), ("eve", 404), ("finn", 404), ("dev", 404)],
)
@pytest.mark.parametrize("what", ["video", "picture", "thumbnails", "waveform", "frame-table"])
def test_who_has_no_work_in_a_session_sees_nothing_of_it(
    what: str, who: str, status: int, client_of: Browser, filmed: Session
) -> None:
    assert client_of(who).get(f"/api/v1/sessions/{filmed.pk}/{what}/").status_code == status


@pytest.mark.parametrize(
    ("pass_kind", "video", "picture", "sees_words"),
    [("together", 200, 200, True), ("face", 403, 200, False), ("words", 403, 403, True)],
)
def test_a_rater_perceives_what_the_pass_gives_and_no_more(
    pass_kind: str,
    video: int,
    picture: int,
    sees_words: bool,
    client_of: Browser,
    filmed: Session,
    give_pass: Callable[..., Assignment],
) -> None:
    give_pass("asha", pass_kind)
    asha, address = client_of("asha"), f"/api/v1/sessions/{filmed.pk}"

    turns = asha.get(f"{address}/").json()["turns"]

    for of_sound in ("video/", "video/?size=small", "waveform/"):
        assert asha.get(f"{address}/{of_sound}").status_code == video
    for of_picture in ("picture/", "thumbnails/", "frame-table/"):
        assert asha.get(f"{address}/{of_picture}").status_code == picture
    assert asha.get(f"/api/v1/turns/{turns[1]['id']}/frame/").status_code == picture
    assert [bool(turn["text"]) for turn in turns] == [sees_words] * 4


def test_an_open_pass_through_one_channel_closes_the_other(
    client_of: Browser, filmed: Session, give_pass: Callable[..., Assignment]
) -> None:
    give_pass("asha", "together")
    face = give_pass("asha", "face")
    asha, address = client_of("asha"), f"/api/v1/sessions/{filmed.pk}"

    before = (asha.get(f"{address}/video/").status_code, asha.get(f"{address}/").json()["turns"][0]["text"])
    face.done_at = NOW
    face.save()
    after = (asha.get(f"{address}/video/").status_code, asha.get(f"{address}/").json()["turns"][0]["text"])

    assert before == (403, None)
    assert after == (200, "How was your week?")


def test_the_picture_has_no_sound_track(client_of: Browser, filmed: Session) -> None:
    chi, address = client_of("chi"), f"/api/v1/sessions/{filmed.pk}"

    with av.open(BytesIO(content(chi.get(f"{address}/picture/")))) as picture:
        assert [stream.type for stream in picture.streams] == ["video"]
    with av.open(BytesIO(content(chi.get(f"{address}/video/")))) as video:
        assert {stream.type for stream in video.streams} == {"video", "audio"}


@pytest.mark.parametrize("whose", ["client", "counsellor"])
def test_withdrawal_stops_playback_at_once_but_for_the_steward(
    whose: str, client_of: Browser, filmed: Session, give_pass: Callable[..., Assignment]
) -> None:
    give_pass("asha", "together")
    person = getattr(filmed, whose)

    withdrawn = client_of("sam").post(f"/api/v1/persons/{person.pk}/withdraw/", {"scopes": ["view"]}, format="json")

    assert withdrawn.status_code == 200
    for what in ("video", "waveform", "frame-table"):
        statuses = {
            who: client_of(who).get(f"/api/v1/sessions/{filmed.pk}/{what}/").status_code
            for who in ("asha", "chi", "sam")
        }
        assert statuses == {"asha": 403, "chi": 403, "sam": 200}
    page = client_of("chi").get(f"/api/v1/sessions/{filmed.pk}/").json()
    assert (page["may_play"], page["consent"]) == (False, {"view": False, "annotate": True, "train": True})


@pytest.mark.parametrize(("who", "is_cut"), [("asha", True), ("sam", False)])
def test_withdrawal_ends_an_answer_that_has_begun_but_for_the_steward(
    who: str,
    is_cut: bool,
    client_of: Browser,
    filmed: Session,
    give_pass: Callable[..., Assignment],
    people: dict[str, User],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    give_pass("asha", "together")
    size = files.absolute(filmed.recording.proxy_path).stat().st_size
    monkeypatch.setattr(serving, "_PIECE_BYTES", 1000)
    monkeypatch.setattr(serving, "_LOOK_EVERY_BYTES", 2000)
    response = client_of(who).get(f"/api/v1/sessions/{filmed.pk}/video/", headers={"Range": "bytes=0-"})
    pieces = iter(response.streaming_content)  # type: ignore[attr-defined]
    sent = b"".join(next(pieces) for _ in range(3))

    consent.withdraw(person=filmed.client, scopes=["view"], note="", actor=people["sam"], now=timezone.now())
    rest = b"".join(pieces)

    assert (response.status_code, response["Content-Length"]) == (206, str(size))
    assert size > 6000
    assert len(sent) + len(rest) == (4000 if is_cut else size)


def test_consent_ends_with_its_last_day(client_of: Browser, filmed: Session) -> None:
    today = timezone.now().date()
    address = f"/api/v1/persons/{filmed.client.pk}/consents/"

    def status_when_consent_ends(day: object) -> int:
        client_of("sam").post(address, {"scopes": ["view"], "basis": "form 4", "expires_on": day}, format="json")
        return client_of("chi").get(f"/api/v1/sessions/{filmed.pk}/video/").status_code

    assert status_when_consent_ends(str(today)) == 200
    assert status_when_consent_ends(str(today - timedelta(days=1))) == 403


def test_a_viewing_is_logged_once_an_hour(client_of: Browser, filmed: Session) -> None:
    chi = client_of("chi")
    for _ in range(3):
        chi.get(f"/api/v1/sessions/{filmed.pk}/video/", headers={"Range": "bytes=0-9"})

    client_of("sam").get(f"/api/v1/sessions/{filmed.pk}/video/")

    viewed = Entry.objects.filter(action="recording.viewed")
    assert [entry.actor_name for entry in viewed.order_by("pk")] == ["chi", "sam"]


def test_an_engineer_sees_frames_only_where_the_study_grants_them(
    study: Study, client_of: Browser, filmed: Session
) -> None:
    turn = filmed.turns.filter(role="client").first()
    address = f"/api/v1/turns/{turn.pk}/frame/"

    before = client_of("finn").get(address)
    study.engineers_see_frames = True
    study.save()
    after = client_of("finn").get(address)

    assert before.status_code == 404
    assert after.status_code == 200
    assert content(after)[:4] == b"\x89PNG"


def test_a_rater_of_the_words_sees_no_frame_by_being_an_engineer_too(
    study: Study,
    client_of: Browser,
    filmed: Session,
    people: dict[str, User],
    give_pass: Callable[..., Assignment],
) -> None:
    turn = filmed.turns.filter(role="client").first()
    give_pass("asha", "words")
    study.memberships.create(user=people["asha"], role="engineer", created_at=timezone.now())

    assert client_of("asha").get(f"/api/v1/turns/{turn.pk}/frame/").status_code == 403


def test_consent_is_asked_of_everyone_recorded(study: Study, add_session: AddSession, people: dict[str, User]) -> None:
    agreeing = add_session(study, client="C-01")
    add_session(study, client="C-02", scopes=[])
    turns = agreeing.turns.model.objects.all()

    kept = turns.filter(consent.everyone_agrees("train", at=timezone.now(), session="session"))

    assert set(kept.values_list("session", flat=True)) == {agreeing.pk}
    consent.withdraw(
        person=Person.objects.get(pseudonym="T-01"), scopes=None, note="", actor=people["sam"], now=timezone.now()
    )
    assert not turns.filter(consent.everyone_agrees("train", at=timezone.now(), session="session")).exists()
