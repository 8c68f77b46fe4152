"""Role by endpoint: every address of the API, and who is let in.

`yes` is let in (whatever the answer to an empty request), `no` is refused with 403, `hid` is told that there is nothing
(404). The outsider is told that of everything that belongs to a study, and nobody gets anywhere without a log-in.
An address that is not listed here fails the test, so none is added without the question being asked.
"""

from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.annotations.models import Assignment
from annotator.codebooks.models import PassKind
from annotator.corpus.media.frame_table import FrameTable
from annotator.corpus.models import Draft, Person, Recording
from annotator.corpus.uploads import begin_upload
from annotator.jobs.services import start_job
from annotator.releases.models import Release
from annotator.runs.models import Run
from annotator.runs.presets import preset_config
from annotator.studies.models import Membership, Study

ROLES = {"asha": "rater", "eve": "expert", "chi": "lead", "finn": "engineer", "sam": "steward"}

#                                                                 rater expert lead engineer steward
MATRIX = """
get    studies/{study}/log/                                       no    no     yes  no       yes
get    studies/{study}/log.csv                                    no    no     yes  no       yes
get    studies/{study}/jobs/                                      no    no     yes  yes      yes
get    jobs/{job}/                                                hid   hid    yes  yes      yes
post   jobs/{job}/cancel/                                         hid   hid    yes  yes      no
get    studies/{study}/members/                                   no    no     yes  no       yes
post   studies/{study}/members/                                   no    no     yes  no       yes
delete studies/{study}/members/{member}/                          no    no     yes  no       no
post   studies/{study}/members/{member}/link/                     no    no     yes  no       no
delete studies/{study}/members/{member}/link/                     no    no     yes  no       no
post   studies/{study}/restoration/                               no    no     yes  no       yes
get    studies/{study}/raters/                                    no    no     yes  no       yes
post   studies/{study}/raters/                                    no    no     yes  no       no
get    studies/{study}/codebook/                                  yes   yes    yes  yes      yes
get    studies/{study}/drafts/                                    no    no     yes  no       no
post   studies/{study}/drafts/                                    no    no     yes  no       no
get    drafts/{draft}/                                            hid   hid    yes  hid      hid
patch  drafts/{draft}/                                            hid   hid    yes  hid      hid
delete drafts/{draft}/                                            hid   hid    yes  hid      hid
get    drafts/{draft}/sound/                                      hid   hid    yes  hid      hid
get    drafts/{draft}/still/                                      hid   hid    yes  hid      hid
get    drafts/{draft}/video/                                      hid   hid    yes  hid      hid
get    studies/{study}/uploads/                                   no    no     yes  no       no
post   studies/{study}/uploads/                                   no    no     yes  no       no
get    studies/{study}/server-folder/                             no    no     yes  no       no
post   studies/{study}/server-folder/                             no    no     yes  no       no
patch  uploads/{upload}/                                          hid   hid    yes  hid      hid
post   uploads/{upload}/inspection/                                hid   hid    yes  hid      hid
delete uploads/{upload}/                                          hid   hid    yes  hid      hid
post   drafts/{draft}/recording/                                  hid   hid    yes  hid      hid
delete drafts/{draft}/recording/                                  hid   hid    yes  hid      hid
post   drafts/{draft}/confirm/                                    hid   hid    yes  hid      hid
post   drafts/{draft}/comparison/                                 hid   hid    yes  hid      hid
post   drafts/{draft}/revision/                                   hid   hid    yes  hid      hid
get    studies/{study}/sessions/                                  yes   yes    yes  yes      yes
get    sessions/{session}/                                        yes   yes    yes  hid      yes
patch  sessions/{session}/                                        no    no     yes  hid      no
post   sessions/{session}/prepare/                                no    no     yes  hid      no
patch  sessions/{session}/counsellor-recording/                   no    no     yes  hid      no
get    sessions/{session}/video/                                  yes   yes    yes  hid      yes
get    sessions/{session}/picture/                                yes   yes    yes  hid      yes
get    sessions/{session}/thumbnails/                             yes   yes    yes  hid      yes
get    sessions/{session}/waveform/                               yes   yes    yes  hid      yes
get    sessions/{session}/frame-table/                            yes   yes    yes  hid      yes
get    sessions/{session}/transcript/                             no    no     yes  hid      no
get    sessions/{session}/transcript/drafts/                      no    no     yes  hid      no
post   sessions/{session}/transcript/drafts/                      no    no     yes  hid      no
post   sessions/{session}/transcript/undo/                        no    no     yes  hid      no
patch  turns/{turn}/                                              no    no     yes  hid      no
post   turns/{turn}/split/                                        no    no     yes  hid      no
post   turns/{turn}/merge/                                        no    no     yes  hid      no
get    turns/{turn}/frame/                                        yes   yes    yes  hid      yes
get    sessions/{session}/frames/                                 yes   yes    yes  hid      yes
get    frames/{frame}/                                            yes   yes    yes  hid      yes
get    frames/{frame}/image/                                      yes   yes    yes  hid      yes
put    frames/{frame}/choice/                                     no    no     yes  hid      no
delete frames/{frame}/choice/                                     no    no     yes  hid      no
get    drafts/{draft}/faces/                                      hid   hid    yes  hid      hid
get    sessions/{session}/faces/                                  no    no     yes  hid      no
get    studies/{study}/preparation/                               no    no     yes  no       yes
post   studies/{study}/preparation/                               no    no     yes  no       no
post   studies/{study}/preparation/preview/                       no    no     yes  no       yes
get    studies/{study}/persons/                                   no    no     yes  no       yes
post   persons/{person}/consents/                                 hid   hid    yes  hid      yes
post   persons/{person}/withdraw/                                 hid   hid    yes  hid      yes
get    studies/{study}/assignments/                               yes   yes    yes  yes      yes
post   studies/{study}/assignments/                               no    no     yes  no       no
get    studies/{study}/assignments/exclusions/                    no    no     yes  no       no
post   studies/{study}/assignments/distribute/                    no    no     yes  no       no
delete assignments/{assignment}/                                  no    hid    yes  hid      hid
get    assignments/{assignment}/workspace/                        yes   hid    yes  hid      hid
get    assignments/{assignment}/media/                            yes   hid    yes  hid      hid
post   assignments/{assignment}/done/                             yes   hid    no   hid      hid
post   assignments/{assignment}/reopen/                           yes   hid    yes  hid      hid
get    assignments/{assignment}/turns/{turn}/annotation/          yes   hid    yes  hid      hid
patch  assignments/{assignment}/turns/{turn}/annotation/          yes   hid    no   hid      hid
post   assignments/{assignment}/turns/{turn}/confirm/             yes   hid    no   hid      hid
get    assignments/{assignment}/turns/{turn}/history/             yes   hid    yes  hid      hid
get    studies/{study}/agreement/                                 no    no     yes  no       no
post   studies/{study}/agreement/                                 no    no     yes  no       no
get    studies/{study}/agreement/{construct}/                     no    no     yes  no       no
get    studies/{study}/agreement.csv                              no    no     yes  no       no
get    studies/{study}/annotations.csv                            no    no     yes  no       no
get    studies/{study}/answers.csv                                no    no     yes  no       no
get    studies/{study}/consensus/                                 no    no     yes  no       no
post   studies/{study}/consensus/                                 no    no     yes  no       no
get    studies/{study}/review-samples/                            no    yes    yes  no       no
post   studies/{study}/review-samples/                            no    no     yes  no       no
get    review-samples/{sample}/items/                             hid   yes    yes  hid      hid
post   review-items/{item}/opening/                               hid   yes    no   hid      hid
post   review-items/{item}/verdict/                               hid   yes    no   hid      hid
get    studies/{study}/disagreements/                             no    no     yes  no       no
get    studies/{study}/disagreements/tally/                       no    no     yes  no       no
get    studies/{study}/turns/                                     no    no     yes  no       no
get    turns/{turn}/labels/                                       no    no     yes  hid      no
get    turns/{turn}/gold-label/                                   no    no     yes  hid      no
post   turns/{turn}/gold-label/                                   no    no     yes  hid      no
post   studies/{study}/gold-labels/accept-consensus/              no    no     yes  no       no
get    studies/{study}/release-preview/                           no    no     yes  no       yes
get    studies/{study}/releases/                                  no    no     yes  yes      yes
post   studies/{study}/releases/                                  no    no     yes  no       no
get    releases/{release}/                                        hid   hid    yes  yes      yes
post   releases/{release}/approve/                                hid   hid    yes  no       yes
get    releases/{release}/download/                               hid   hid    yes  yes      yes
get    releases/{release}/preflight/                              hid   hid    yes  yes      yes
post   releases/{release}/runs/                                   hid   hid    yes  yes      no
post   runs/{run}/cancel/                                         hid   hid    yes  yes      no
post   runs/{run}/resume/                                         hid   hid    yes  yes      no
get    runs/{run}/adapter/                                        hid   hid    hid  hid      hid
get    studies/{study}/runs/                                      no    no     yes  yes      yes
get    runs/{run}/                                                hid   hid    yes  yes      yes
get    runs/{run}/predictions/                                    hid   hid    yes  yes      yes
get    runs/{run}/predictions.csv                                 hid   hid    yes  yes      yes
get    runs/{run}/report.html                                     hid   hid    yes  yes      yes
get    studies/{study}/                                           yes   yes    yes  yes      yes
patch  studies/{study}/                                           no    no     yes  no       yes
"""

OPEN_TO_ALL = {"get me/", "post log-in/", "post password-link/", "post password-link/password/", "get schema/"}
OPEN_TO_EVERY_PERSON = {
    "post log-out/",
    "post password/",
    "get tokens/",
    "post tokens/",
    "get studies/",
    "post studies/",
    "get import-limits/",
}
OF_ONE_PERSON = {"delete tokens/{token}/"}


@pytest.fixture
def things(approved: int, people: dict[str, User], client_of: Callable[[str], APIClient]) -> dict[str, object]:
    """One of each thing that an address can name, in a study of the whole cast."""
    release = Release.objects.get(pk=approved)
    study = release.study
    session = study.sessions.get(number=1)
    now = timezone.now()
    assignment = Assignment.objects.create(
        rater=study.raters.get(user=people["asha"]), session=session, pass_kind=PassKind.TOGETHER, created_at=now
    )
    client_of("chi").post(f"/api/v1/studies/{study.slug}/review-samples/", {"size": 24, "seed": 1})
    sample = study.review_samples.get()
    job = start_job(
        kind="execute_run", arguments={"run_id": 1}, title="Run 1", now=now, study=study, started_by=people["finn"]
    )
    run = Run.objects.create(
        release=release, number=1, name="tiny", config=asdict(preset_config("tiny")), job=job, created_at=now
    )
    files = {"original_path": "o.mp4", "proxy_path": "p.mp4", "picture_only_path": "q.mp4"}
    files |= {"waveform_path": "w.bin", "frame_table_path": "f.z"}
    sheet = {"path": "t.jpg", "width": 1, "height": 1, "columns": 1, "times_ms": [0]}
    found = {"width": 160, "height": 120, "video_codec": "h264"}
    Recording.objects.filter(session=session).update(duration_ms=9000, probe=found, thumbnails=sheet, **files)
    for path in ("p.mp4", "q.mp4", "t.jpg", "w.bin"):
        (settings.MEDIA_DIR / path).write_bytes(b"1")
    (settings.MEDIA_DIR / "f.z").write_bytes(FrameTable((0, 40), frozenset({0}), 80).packed())
    transcript = SimpleUploadedFile("talk.csv", b"speaker,text\nClient,Fine\nCounsellor,Fine?\n")
    draft = client_of("chi").post(
        f"/api/v1/studies/{study.slug}/drafts/", {"transcript": transcript}, format="multipart"
    )
    Draft.objects.filter(pk=draft.json()["id"]).update(video_path="p.mp4", video_name="talk.mp4")
    upload = begin_upload(study=study, name="talk.mp4", n_bytes=9, actor=people["chi"], now=now)
    return {
        "study": study.slug,
        "upload": upload.pk,
        "session": session.pk,
        "turn": session.turns.get(position=0).pk,
        "frame": session.turns.get(position=0).frames.get().pk,
        "member": Membership.objects.get(study=study, role="engineer").pk,
        "job": job.uuid,
        "draft": draft.json()["id"],
        "person": Person.objects.filter(study=study).first().pk,  # type: ignore[union-attr]
        "assignment": assignment.pk,
        "construct": "incongruence",
        "sample": sample.pk,
        "item": sample.items.get(turn=session.turns.get(position=0)).pk,
        "release": approved,
        "run": run.pk,
    }


def rows() -> Iterator[tuple[str, str, list[str]]]:
    for line in MATRIX.strip().splitlines():
        method, address, *answers = line.split()
        yield method, address, answers


def answer(browser: APIClient, method: str, address: str) -> str:
    """How an empty request is received; what it changed is taken back."""
    with transaction.atomic():
        response = getattr(browser, method)(
            f"/api/v1/{address}", {}, format="json" if method != "get" else None, headers={"Tus-Resumable": "1.0.0"}
        )
        transaction.set_rollback(True)
    return {401: "out", 403: "no", 404: "hid"}.get(response.status_code, "yes")


def test_each_role_is_let_in_where_the_matrix_says(
    things: dict[str, Any], client_of: Callable[[str], APIClient]
) -> None:
    wrong = [
        f"{method} {address} as {role}: {got}, not {expected}"
        for method, address, answers in rows()
        for (name, role), expected in zip(ROLES.items(), answers, strict=True)
        if (got := answer(client_of(name), method, address.format(**things))) != expected
    ]

    assert wrong == []


def test_a_refusal_names_who_may_in_english(study: Study, client_of: Callable[[str], APIClient]) -> None:
    told = [client_of("asha").get(f"/api/v1/studies/{study.slug}/{page}/") for page in ("releases", "agreement")]

    assert [answer.json()["message"] for answer in told] == [
        "Only an engineer, lead or steward of Couples pilot may do this.",
        "Only a lead of Couples pilot may do this.",
    ]


def test_an_outsider_finds_nothing_and_nobody_comes_in_without_a_log_in(
    things: dict[str, Any], client_of: Callable[[str], APIClient]
) -> None:
    found = [
        f"{method} {address}: outsider {outsider}, without log-in {nobody}"
        for method, address, _ in rows()
        for outsider in [answer(client_of("dev"), method, address.format(**things))]
        for nobody in [answer(APIClient(), method, address.format(**things))]
        if (outsider, nobody) != ("hid", "out")
    ]

    assert found == []


def test_a_lead_of_another_study_finds_nothing(
    things: dict[str, Any], people: dict[str, User], client_of: Callable[[str], APIClient]
) -> None:
    study = Study.objects.get()
    other = Study.objects.create(
        name="Grief", slug="grief", codebook_version=study.codebook_version, created_at=timezone.now()
    )
    for role in ("lead", "steward", "rater", "expert", "engineer"):
        Membership.objects.create(study=other, user=people["dev"], role=role, created_at=timezone.now())

    found = [
        f"{method} {address}"
        for method, address, _ in rows()
        if answer(client_of("dev"), method, address.format(**things)) != "hid"
    ]

    assert found == []


def test_every_address_of_the_api_is_asked_about() -> None:
    listed = {f"{method} {address}" for method, address, _ in rows()}
    everything = set(_addresses(get_resolver(), ""))

    assert everything == listed | OPEN_TO_ALL | OPEN_TO_EVERY_PERSON | OF_ONE_PERSON


NAMES = {
    "<slug:slug>": "{study}",
    "<int:token_id>": "{token}",
    "<int:member_id>": "{member}",
    "<uuid:uuid>": "{job}",
    "<uuid:upload_id>": "{upload}",
    "<int:draft_id>": "{draft}",
    "<int:session_id>": "{session}",
    "<uuid:turn_id>": "{turn}",
    "<int:person_id>": "{person}",
    "<int:assignment_id>": "{assignment}",
    "<slug:construct>": "{construct}",
    "<int:sample_id>": "{sample}",
    "<int:item_id>": "{item}",
    "<int:release_id>": "{release}",
    "<int:run_id>": "{run}",
    "<int:frame_id>": "{frame}",
}


def _addresses(resolver: URLResolver, before: str) -> Iterator[str]:
    for pattern in resolver.url_patterns:
        address = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _addresses(pattern, address)
        elif isinstance(pattern, URLPattern) and address.startswith("api/v1/"):
            for converter, name in NAMES.items():
                address = address.replace(converter, name)
            view = getattr(pattern.callback, "view_class", None) or getattr(pattern.callback, "cls", None)
            for method in ("get", "post", "put", "patch", "delete"):
                if hasattr(view, method):
                    yield f"{method} {address.removeprefix('api/v1/')}"
