"""The workspace: one answer with all that the pass shows, and nothing that it withholds."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.annotations.models import Assignment
from annotator.corpus import consent
from annotator.corpus.models import Recording, Session, Turn
from annotator.studies.models import Study
from tests.annotator.annotations.conftest import COMPLETE, save
from tests.annotator.conftest import NOW, AddSession

Browser = Callable[[str], APIClient]


@pytest.fixture
def with_video(session: Session) -> Session:
    Recording.objects.update(proxy_path="imports/x/proxy.mp4", picture_only_path="imports/x/picture.mp4")
    return session


@pytest.fixture
def with_passes(study: Study) -> Study:
    study.has_channel_passes = True
    study.save()
    return study


def opened(client: APIClient, assignment: Assignment) -> object:
    response = client.get(f"/api/v1/assignments/{assignment.pk}/workspace/")
    assert response.status_code == 200
    assert response["Cache-Control"] == "no-store"
    return response.json()


@pytest.mark.parametrize(("who", "may_answer"), [("asha", True), ("chi", False)])
def test_who_opens_anothers_pass_is_told_that_they_can_only_look(
    client_of: Browser, ashas: Assignment, who: str, may_answer: bool
) -> None:
    assert opened(client_of(who), ashas)["may_answer"] is may_answer


def test_a_pass_through_both_channels_shows_all(
    client_of: Browser, with_video: Session, ashas: Assignment, turn: Turn
) -> None:
    save(client_of("asha"), ashas, turn, engagement=4, comment="Unsure.")

    page = opened(client_of("asha"), ashas)

    assert page["media"] == {
        "video_url": f"/api/v1/sessions/{with_video.pk}/video/",
        "small_video_url": None,
        "waveform_url": None,
        "peaks_per_s": 100,
        "has_picture": True,
        "has_sound": True,
        "is_blurred": False,
        "duration_ms": 4000,
        "why_not": "",
        "making": None,
        "counsellor": None,
    }
    assert [each["text"] for each in page["turns"]][:2] == ["I'm fine, 0.", "You're fine, 0?"]
    assert page["annotations"].keys() == {str(turn.pk)}
    assert page["annotations"][str(turn.pk)]["scores"] == {"engagement": 4, "comment": "Unsure."}
    assert [each["key"] for each in page["codebook"]["constructs"]][:3] == ["incongruence", "direction", "engagement"]
    assert (page["assignment"]["n_turns"], page["assignment"]["n_complete"]) == (2, 0)


def test_the_face_pass_withholds_every_word_and_sound(
    client_of: Browser, with_passes: Study, with_video: Session, assign: Callable[..., Assignment]
) -> None:
    page = opened(client_of("asha"), assign("asha", "face"))

    assert {each["text"] for each in page["turns"]} == {None}
    assert page["media"]["video_url"] == f"/api/v1/sessions/{with_video.pk}/picture/"
    assert not page["media"]["has_sound"]
    assert {each["key"] for each in page["codebook"]["constructs"]} == {
        "valence_face",
        "arousal_face",
        "dominance_face",
    }


def test_a_recording_that_is_sound_alone_is_heard_and_shows_no_face(
    client_of: Browser, with_passes: Study, with_video: Session, assign: Callable[..., Assignment]
) -> None:
    ashas, bens = assign("asha"), assign("ben", "face")
    Recording.objects.update(probe={"video_codec": None, "audio_codec": "aac"}, picture_only_path="")

    heard = opened(client_of("asha"), ashas)["media"]
    seen = opened(client_of("ben"), bens)["media"]

    assert (heard["video_url"], heard["has_picture"]) == (f"/api/v1/sessions/{with_video.pk}/video/", False)
    assert (seen["video_url"], seen["why_not"]) == (None, "The recording has no picture, only sound.")


def test_the_words_pass_withholds_the_video(
    client_of: Browser, with_passes: Study, with_video: Session, assign: Callable[..., Assignment]
) -> None:
    page = opened(client_of("asha"), assign("asha", "words"))

    assert page["media"]["video_url"] is None
    assert page["turns"][0]["text"] == "I'm fine, 0."
    assert {each["channel"] for each in page["codebook"]["constructs"]} == {"words"}


def test_together_comes_after_the_raters_own_channel_passes(
    client_of: Browser, with_passes: Study, assign: Callable[..., Assignment]
) -> None:
    together, words = assign("asha", "together"), assign("asha", "words")
    address = f"/api/v1/assignments/{together.pk}/workspace/"

    before = client_of("asha").get(address)
    Assignment.objects.filter(pk=words.pk).update(done_at=NOW)
    after = client_of("asha").get(address)

    assert (before.status_code, before.json()["code"]) == (409, "channel_passes_first")
    assert after.status_code == 200
    asked = {each["key"] for each in after.json()["codebook"]["constructs"]}
    assert asked == {"incongruence", "direction", "engagement", "confidence", "evidence", "comment"}


@pytest.mark.parametrize(("who", "status"), [("asha", 200), ("chi", 200), ("ben", 404), ("eve", 404), ("dev", 404)])
@pytest.mark.parametrize("what", ["workspace/", "turns/{turn}/annotation/", "turns/{turn}/history/"])
def test_a_rater_sees_only_their_own_annotations(
    what: str, who: str, status: int, client_of: Browser, ashas: Assignment, bens: Assignment, turn: Turn
) -> None:
    save(client_of("asha"), ashas, turn, engagement=4)

    response = client_of(who).get(f"/api/v1/assignments/{ashas.pk}/{what.format(turn=turn.pk)}")

    assert response.status_code == status


def test_a_rater_who_leaves_the_study_sees_nothing_more(
    study: Study, people: dict[str, User], client_of: Browser, ashas: Assignment, turn: Turn
) -> None:
    save(client_of("asha"), ashas, turn, engagement=4)
    study.memberships.filter(user=people["asha"]).delete()

    assert client_of("asha").get(f"/api/v1/assignments/{ashas.pk}/workspace/").status_code == 404
    assert save(client_of("asha"), ashas, turn, version=1, engagement=5).status_code == 404


def test_without_consent_to_annotate_the_workspace_stays_closed_and_answers_are_kept(
    people: dict[str, User], client_of: Browser, session: Session, ashas: Assignment, turn: Turn
) -> None:
    save(client_of("asha"), ashas, turn, engagement=4)
    consent.withdraw(
        person=session.client,
        scopes=["annotate"],
        note="",
        actor=people["sam"],
        now=timezone.now() - timedelta(seconds=1),
    )

    response = client_of("asha").get(f"/api/v1/assignments/{ashas.pk}/workspace/")

    media = client_of("asha").get(f"/api/v1/assignments/{ashas.pk}/media/")

    assert (response.status_code, response.json()["code"]) == (409, "no_consent")
    assert (media.status_code, media.json()["code"]) == (409, "no_consent")  # An open page asks for it now and then.
    for quoting in ("annotation", "history"):
        address = f"/api/v1/assignments/{ashas.pk}/turns/{turn.pk}/{quoting}/"
        assert client_of("asha").get(address).json()["code"] == "no_consent"
        assert client_of("chi").get(address).status_code == 200
    assert ashas.rater.annotations.count() == 1


def test_without_consent_to_view_the_words_are_rated_without_video(
    people: dict[str, User], client_of: Browser, with_video: Session, ashas: Assignment
) -> None:
    consent.withdraw(
        person=with_video.client,
        scopes=["view"],
        note="",
        actor=people["sam"],
        now=timezone.now() - timedelta(seconds=1),
    )

    media = opened(client_of("asha"), ashas)["media"]

    assert media["video_url"] is None
    assert "no consent" in media["why_not"]


def test_the_number_of_queries_does_not_grow_with_the_session(
    study: Study, people: dict[str, User], client_of: Browser, add_session: AddSession
) -> None:
    def queries(n_turns: int) -> int:
        session = add_session(study, client=f"C-{n_turns}", n_turns=n_turns)
        rater = study.raters.get(user=people["asha"])
        assignment = Assignment.objects.create(rater=rater, session=session, pass_kind="together", created_at=NOW)
        for turn in session.turns.filter(role="client"):
            save(client_of("asha"), assignment, turn, **COMPLETE)
        asha = client_of("asha")
        with CaptureQueriesContext(connection) as captured:
            opened(asha, assignment)
        return len(captured)

    assert queries(2) == queries(8)


def test_the_history_tells_every_change(client_of: Browser, ashas: Assignment, turn: Turn) -> None:
    save(client_of("asha"), ashas, turn, engagement=4)
    save(client_of("asha"), ashas, turn, version=1, engagement=2)

    events = client_of("asha").get(f"/api/v1/assignments/{ashas.pk}/turns/{turn.pk}/history/").json()

    assert [(each["construct"], each["old"], each["new"], each["version"]) for each in events] == [
        ("engagement", None, 4, 1),
        ("engagement", 4, 2, 2),
    ]


@pytest.mark.parametrize("recorded", ["nothing", "sound alone"])
def test_where_nobody_is_seen_nobody_is_asked_about_the_face(
    recorded: str, client_of: Browser, session: Session, ashas: Assignment, turn: Turn
) -> None:
    if recorded == "nothing":
        Recording.objects.all().delete()
    else:
        Recording.objects.update(probe={"video_codec": None, "audio_codec": "aac"})
    words = {"valence_words": 5, "arousal_words": 4, "dominance_words": 5, "engagement": 3}

    asked = {each["key"] for each in opened(client_of("asha"), ashas)["codebook"]["constructs"]}
    refused = [save(client_of("asha"), ashas, turn, **{key: 5}).status_code for key in ("valence_face", "arousal_face")]
    refused.append(save(client_of("asha"), ashas, turn, incongruence="none").status_code)
    saved = save(client_of("asha"), ashas, turn, **words)

    assert asked == {*words, "confidence", "evidence", "comment"}
    assert refused == [400, 400, 400]
    assert (saved.status_code, saved.json()["scores"], saved.json()["is_complete"]) == (200, words, True)
