"""A player asks for many ranges of one file: each costs two queries, and none is sent once it may not be."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.annotations.models import Assignment
from annotator.audit.models import Entry
from annotator.corpus import consent, serving
from annotator.corpus.models import BlurredView, Session
from annotator.studies.models import Study
from tests.annotator.conftest import NOW, PASSWORD

Browser = Callable[[str], APIClient]
RANGE = {"Range": "bytes=0-9"}


@pytest.fixture
def rated(study: Study, filmed: Session, people: dict[str, User]) -> Session:
    """Asha rates the session by words and picture together."""
    rater = study.raters.get(user=people["asha"])
    Assignment.objects.create(rater=rater, session=filmed, pass_kind="together", created_at=NOW)
    return filmed


@pytest.mark.parametrize("who", ["asha", "chi", "sam"])
@pytest.mark.parametrize("what", ["video/", "video/?size=small", "picture/"])
def test_a_range_of_a_file_that_was_begun_costs_two_queries(
    who: str, what: str, client_of: Browser, rated: Session
) -> None:
    browser, address = client_of(who), f"/api/v1/sessions/{rated.pk}/{what}"
    first = browser.get(address, headers=RANGE)

    with CaptureQueriesContext(connection) as captured:
        second = browser.get(address, headers=RANGE)

    assert (first.status_code, second.status_code) == (206, 206)
    assert len(captured) == 2, [query["sql"] for query in captured]


def _log_out(asha: APIClient, _session: Session, _people: dict[str, User]) -> None:
    asha.post("/api/v1/log-out/")


def _change_password(_asha: APIClient, _session: Session, people: dict[str, User]) -> None:
    people["asha"].set_password(f"{PASSWORD}, and a bell")
    people["asha"].save()


def _close_the_account(_asha: APIClient, _session: Session, people: dict[str, User]) -> None:
    User.objects.filter(username="asha").update(is_active=False)


def _remove_from_the_study(_asha: APIClient, session: Session, people: dict[str, User]) -> None:
    session.study.memberships.filter(user=people["asha"]).delete()


def _take_the_pass_back(_asha: APIClient, session: Session, _people: dict[str, User]) -> None:
    session.assignments.all().delete()


def _open_a_pass_by_words(_asha: APIClient, session: Session, people: dict[str, User]) -> None:
    rater = session.study.raters.get(user=people["asha"])
    Assignment.objects.create(rater=rater, session=session, pass_kind="words", created_at=NOW)


def _withdraw(_asha: APIClient, session: Session, people: dict[str, User]) -> None:
    consent.withdraw(person=session.client, scopes=["view"], note="", actor=people["sam"], now=timezone.now())


def _let_the_consent_of_the_counsellor_end(_asha: APIClient, session: Session, people: dict[str, User]) -> None:
    session.counsellor.consents.update(expires_at=timezone.now() - timedelta(seconds=1))


def _blur_for_raters(_asha: APIClient, session: Session, _people: dict[str, User]) -> None:
    Study.objects.filter(pk=session.study_id).update(blurred_roles=["rater"])


def _hold_the_study_as_restored(_asha: APIClient, session: Session, _people: dict[str, User]) -> None:
    session.study.restored_as_of = NOW
    session.study.save()


@pytest.mark.parametrize(
    "change",
    [
        _log_out,
        _change_password,
        _close_the_account,
        _remove_from_the_study,
        _take_the_pass_back,
        _open_a_pass_by_words,
        _withdraw,
        _let_the_consent_of_the_counsellor_end,
        _blur_for_raters,
        _hold_the_study_as_restored,
    ],
)
@pytest.mark.parametrize("what", ["video/", "picture/"])
def test_no_range_is_sent_once_the_whole_file_would_not_be(
    change: Callable[[APIClient, Session, dict[str, User]], None],
    what: str,
    client_of: Browser,
    rated: Session,
    people: dict[str, User],
) -> None:
    asha, address = client_of("asha"), f"/api/v1/sessions/{rated.pk}/{what}"
    before = asha.get(address, headers=RANGE).status_code

    change(asha, rated, people)

    assert before == 206
    assert asha.get(address, headers=RANGE).status_code in {401, 403, 404}


@pytest.mark.parametrize(
    "change",
    [
        _close_the_account,
        _remove_from_the_study,
        _take_the_pass_back,
        _open_a_pass_by_words,
        _withdraw,
        _let_the_consent_of_the_counsellor_end,
        _blur_for_raters,
        _hold_the_study_as_restored,
    ],
)
@pytest.mark.parametrize("has_blurred_view", [True, False])
def test_an_answer_that_has_begun_ends_with_its_permission(
    change: Callable[[APIClient, Session, dict[str, User]], None],
    has_blurred_view: bool,
    client_of: Browser,
    rated: Session,
    people: dict[str, User],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if has_blurred_view:
        BlurredView.objects.create(
            recording=rated.recording, video_path="imports/blurred.mp4", is_pitch_shifted=False, version=1
        )
    monkeypatch.setattr(serving, "_PIECE_BYTES", 1000)
    monkeypatch.setattr(serving, "_LOOK_EVERY_BYTES", 2000)
    asha = client_of("asha")
    pieces = iter(asha.get(f"/api/v1/sessions/{rated.pk}/video/").streaming_content)  # type: ignore[attr-defined]
    next(pieces)

    change(asha, rated, people)

    assert len(b"".join(pieces)) == 1000


def test_a_range_is_nobody_elses(client_of: Browser, rated: Session) -> None:
    address = f"/api/v1/sessions/{rated.pk}/video/"
    assert client_of("asha").get(address, headers=RANGE).status_code == 206

    assert client_of("ben").get(address, headers=RANGE).status_code == 404
    assert APIClient().get(address, headers=RANGE).status_code == 401
    with_a_wrong_token = client_of("asha").get(address, headers={**RANGE, "Authorization": "Bearer attune_wrong"})
    assert with_a_wrong_token.status_code == 401


def test_whoever_watches_into_the_next_hour_is_noted_again(
    client_of: Browser, rated: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    asha, address = client_of("asha"), f"/api/v1/sessions/{rated.pk}/video/"
    began = timezone.now().replace(minute=59, second=50)
    for moment in (began, began + timedelta(seconds=5), began + timedelta(seconds=15)):
        monkeypatch.setattr(timezone, "now", lambda moment=moment: moment)
        assert asha.get(address, headers=RANGE).status_code == 206

    viewed = Entry.objects.filter(action="recording.viewed", actor_name="asha").order_by("pk")
    assert [entry.at for entry in viewed] == [began, began + timedelta(seconds=15)]
