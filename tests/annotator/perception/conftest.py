"""One session that went through the whole life of a label, with marks on all that somebody must not perceive.

Ben and Gil rated it, which Hal could not, Eve reviewed it, Chi decided a label, it is in an approved release and a
run's hold-out, and its transcript was corrected once. Asha did nothing in it yet.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.annotations.models import Annotation, Assignment
from annotator.codebooks.models import Construct
from annotator.corpus.media.frame_table import FrameTable
from annotator.corpus.models import CounsellorRecording, Draft, Frame, Recording, Session, Turn
from annotator.corpus.uploads import begin_upload
from annotator.jobs.models import Job, JobState
from annotator.releases.models import Release
from annotator.runs.models import Prediction, Run
from annotator.runs.presets import preset_config
from annotator.studies import services
from annotator.studies.models import Membership, Study
from tests.annotator.conftest import NOW, Rate
from tests.annotator.perception.walk import Ids

Browser = Callable[[str], APIClient]

WORDS = {"words": b"marmalade"}
NAMES = {"a speaker's name": b"Meier", "another speaker's name": b"Ott", "a file's name": b"Aufnahme"}
PICTURES = {
    "the picture": b"PICTURE-OF-THE-CLIENT",
    "the thumbnails": b"THUMBNAILS-OF-IT",
    "a frame": b"FRAME-OF-THE-CLIENT",
    "when pictures are shown": b"gaps_ms",
}
SOUNDS = {
    "the video": b"VIDEO-WITH-SOUND",
    "its small copy": b"SMALL-VIDEO",
    "the waveform": b"WAVEFORM-OF-IT",
    "the counsellor's video": b"COUNSELLOR-WITH-SOUND",
    "the counsellor's picture": b"COUNSELLOR-PICTURE",
}
_SAYS = "I only ate marmalade, {}."
_TRANSCRIPT = "WEBVTT\n\n" + "".join(
    f"00:0{second}.000 --> 00:0{second}.900\n<v {speaker}>{_SAYS.format(second)}\n\n"
    for second, speaker in enumerate(["Karl Ott", "Dr. Meier", "Karl Ott", "Dr. Meier", "Ida Meier"])
)
_PLAN = {
    "roles": {"Karl Ott": "client", "Dr. Meier": "counsellor", "Ida Meier": "other"},
    "client": "C-77",
    "counsellor": "T-77",
    "consent": {who: {"scopes": ["view", "annotate", "train"], "basis": "form 3"} for who in ("client", "counsellor")},
}


@dataclass(frozen=True)
class World:
    """The session, and what every parameter of an address may be."""

    session: Session
    ids: Ids


@pytest.fixture
def session(study: Study, people: dict[str, User], client_of: Browser, rate: Rate, settings: LazySettings) -> Session:
    """The session, rated by Ben and Gil, with marked media."""
    study.has_channel_passes = True
    study.save()
    for name in ("gil", "hal"):
        people[name] = User.objects.create_user(username=name, display_name=name.title())
        services.add_member(study=study, username=name, role="rater", actor=people["chi"], now=NOW)
    services.draw_numbers(study=study, actor=people["chi"], now=NOW)
    chi = client_of("chi")
    transcript = SimpleUploadedFile("Aufnahme-Meier.vtt", _TRANSCRIPT.encode())
    draft = chi.post(f"/api/v1/studies/{study.slug}/drafts/", {"transcript": transcript}, format="multipart")
    made = chi.post(f"/api/v1/drafts/{draft.json()['id']}/confirm/", _PLAN, format="json")
    session = Session.objects.get(pk=made.json()["id"])
    remark = {"severity": "info", "where": "Aufnahme-Meier.vtt:3", "message": "Dr. Meier: “marmalade” was repaired."}
    session.revisions.update(remarks=[remark])
    _record(session, settings)
    for turn in session.turns.filter(role=Turn.Role.CLIENT):
        Turn.objects.filter(pk=turn.pk).update(backchannels=[_murmur()])
        for name, engagement in [("ben", 4), ("gil", 3)]:
            rate(name, turn, incongruence="contradiction", direction="opposed", engagement=engagement)
        rate("hal", turn, cannot_judge="Too soft: marmalade?")
    first = session.turns.get(position=0)
    corrected = {"version": 1, "text": "I never liked marmalade.", "start_ms": 0}
    assert chi.patch(f"/api/v1/turns/{first.pk}/", corrected, format="json").status_code == 200
    _take_frames(session, settings)
    return session


@pytest.fixture
def world(
    session: Session,
    labelled: Study,
    client_of: Browser,
    run_jobs: Callable[[], None],
    people: dict[str, User],
) -> World:
    """The session among six others, reviewed, released and in the hold-out of a run."""
    chi, study = client_of("chi"), labelled
    chi.post(f"/api/v1/studies/{study.slug}/review-samples/", {"size": 40, "seed": 1})
    sample = study.review_samples.get()
    item = sample.items.filter(turn__session=session).first()
    objection = {"labels": {"incongruence": "none"}, "comment": "Is it about the marmalade?"}
    client_of("eve").post(f"/api/v1/review-items/{item.pk}/verdict/", objection, format="json")
    client_of("eve").post(f"/api/v1/review-items/{item.pk}/opening/")
    decision = {"construct": "incongruence", "value": "none", "reason": "It is marmalade that she means."}
    assert chi.post(f"/api/v1/turns/{item.turn_id}/gold-label/", decision, format="json").status_code == 201
    chi.post(f"/api/v1/studies/{study.slug}/agreement/")
    release_id = chi.post(f"/api/v1/studies/{study.slug}/releases/", {"holdout_share": 0.3, "seed": 5}).json()["id"]
    run_jobs()
    client_of("sam").post(f"/api/v1/releases/{release_id}/approve/")
    run = _run(Release.objects.get(pk=release_id), session)
    again = SimpleUploadedFile("Aufnahme-Meier-2.vtt", _TRANSCRIPT.encode())
    chi.post(f"/api/v1/sessions/{session.pk}/transcript/drafts/", {"transcript": again}, format="multipart")
    upload = begin_upload(study=study, name="Aufnahme-Meier.mp4", n_bytes=9, actor=people["chi"], now=timezone.now())
    Job.objects.create(
        kind="look_through_recording",
        title="Looking through a recording that was sent",
        study=study,
        state=JobState.FAILED,
        error="Aufnahme-Meier.mp4 breaks off.",
        log_tail="Aufnahme-Meier.mp4",
        created_at=NOW,
    )
    turns = Turn.every.filter(session=session)
    ids = {
        "slug": [study.slug],
        "session_id": [session.pk],
        "turn_id": list(turns.values_list("pk", flat=True)),
        "frame_id": list(Frame.objects.filter(turn__in=turns).values_list("pk", flat=True)),
        "draft_id": list(Draft.objects.values_list("pk", flat=True)),
        "uuid": list(Job.objects.values_list("uuid", flat=True)),
        "release_id": [release_id],
        "run_id": [run.pk],
        "sample_id": [sample.pk],
        "construct": list(Construct.objects.values_list("key", flat=True)),
        "upload_id": [upload.pk],
        "q": ["marmalade", session.key],
    }
    return World(session, _Living(ids, session))


class _Living(dict[str, Any]):
    """Ids of which the assignments are those there are when they are asked for: each test gives its own."""

    def __init__(self, ids: dict[str, Any], session: Session) -> None:
        super().__init__(ids, assignment_id=[])
        self.session = session

    def __getitem__(self, name: str) -> Any:
        if name == "assignment_id":
            return list(Assignment.objects.filter(session=self.session).values_list("pk", flat=True))
        return super().__getitem__(name)


@pytest.fixture
def give_pass(study: Study, session: Session, people: dict[str, User]) -> Callable[..., Assignment]:
    """A pass through the session as the design orders it, with an answer and a comment that quotes the client."""

    def give(pass_kind: str, *, is_done: bool = False, who: str = "asha") -> Assignment:
        rater = study.raters.get(user=people[who])
        position = ["words", "face", "together"].index(pass_kind)
        assignment = Assignment.objects.create(
            rater=rater,
            session=session,
            pass_kind=pass_kind,
            position=position,
            created_at=NOW,
            done_at=NOW if is_done else None,
        )
        if is_done:
            _quote(assignment)
        return assignment

    return give


@pytest.fixture
def join(study: Study, people: dict[str, User]) -> Callable[..., None]:
    """Give somebody another role."""

    def join(who: str, role: str) -> None:
        Membership.objects.create(study=study, user=people[who], role=role, created_at=NOW)

    return join


def _murmur() -> dict[str, Any]:
    return {
        "speaker": "Dr. Meier",
        "role": "counsellor",
        "start_ms": 100,
        "end_ms": 200,
        "text": "No marmalade?",
    }


def _record(session: Session, settings: LazySettings) -> None:
    def kept(name: str, mark: bytes) -> str:
        (settings.MEDIA_DIR / name).write_bytes(b"...." + mark + b"....")
        return name

    settings.MEDIA_DIR.mkdir(parents=True, exist_ok=True)
    (settings.MEDIA_DIR / "table").write_bytes(FrameTable((0, 40), frozenset({0}), 80).packed())
    both: dict[str, Any] = {"bytes": 1, "duration_ms": 9000, "original_name": "Aufnahme-Meier.mp4"}
    both["probe"] = {"width": 160, "height": 120, "video_codec": "h264", "audio_codec": "aac"}
    sheet = {"width": 1, "height": 1, "columns": 1, "times_ms": [0]}
    Recording.objects.create(
        session=session,
        **both,
        original_path=kept("original", SOUNDS["the video"]),
        proxy_path=kept("video", SOUNDS["the video"]),
        small_path=kept("small", SOUNDS["its small copy"]),
        picture_only_path=kept("picture", PICTURES["the picture"]),
        waveform_path=kept("waveform", SOUNDS["the waveform"]),
        frame_table_path="table",
        thumbnails={"path": kept("thumbnails", PICTURES["the thumbnails"]), **sheet},
    )
    CounsellorRecording.objects.create(
        session=session,
        **both,
        offset_ms=0,
        original_path="original",
        proxy_path=kept("counsellor-video", SOUNDS["the counsellor's video"]),
        picture_only_path=kept("counsellor-picture", SOUNDS["the counsellor's picture"]),
        thumbnails={"path": "counsellor-picture", **sheet},
    )
    Session.objects.filter(pk=session.pk).update(state=Session.State.READY)


def _take_frames(session: Session, settings: LazySettings) -> None:
    for turn in session.turns.filter(role=Turn.Role.CLIENT):
        turn.frames.all().delete()
        path = f"{turn.pk}.png"
        (settings.MEDIA_DIR / path).write_bytes(PICTURES["a frame"])
        Frame.objects.create(turn=turn, rule="onset_sharpest", rule_version=1, path=path, presentation_ms=10)


def _run(release: Release, session: Session) -> Run:
    run = Run.objects.create(
        release=release,
        number=1,
        name="tiny",
        config=asdict(preset_config("tiny")),
        state=Run.State.SUCCEEDED,
        created_at=NOW,
    )
    for turn in session.turns.filter(role=Turn.Role.CLIENT):
        Prediction.objects.create(
            run=run,
            turn=turn,
            probabilities={"none": 1.0},
            predicted="none",
            gold="contradiction",
            reply="You ate marmalade.",
            reference="Only marmalade?",
        )
    return run


def _quote(assignment: Assignment) -> None:
    """An annotation whose comment and lost evidence quote the client, as far as the pass shows words."""
    turn = assignment.session.turns.get(position=0)
    annotation = Annotation.objects.create(
        turn=turn,
        rater=assignment.rater,
        pass_kind=assignment.pass_kind,
        codebook_version=assignment.session.study.codebook_version,
        turn_revision=turn.revision,
        is_complete=True,
        version=1,
        created_at=NOW,
        updated_at=NOW,
    )
    if assignment.pass_kind == "face":
        return
    comment = Construct.objects.get(version=annotation.codebook_version, key="comment")
    annotation.scores.create(construct=comment, content="Why marmalade?")
    annotation.events.create(construct_key="comment", new="Why marmalade?", version=1, at=NOW)
