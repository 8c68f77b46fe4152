"""A turn that a new transcript leaves out: kept with its labels, and neither shown nor counted until it comes back."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.adjudication.models import GoldLabel, ReviewItem
from annotator.agreement.models import Consensus
from annotator.annotations.models import Annotation, Assignment, Score
from annotator.corpus.models import Session, Turn
from annotator.corpus.turn_frames import NO_VIDEO, do_without_frames
from annotator.releases.models import Release
from annotator.studies.models import Study
from tests.annotator.conftest import NOW, Rate

Browser = Callable[[str], APIClient]


@pytest.fixture
def session(
    labelled: Study, people: dict[str, User], client_of: Browser, rate: Rate, compute_consensus: Callable[[], None]
) -> Session:
    """The first of six labelled sessions, its first turn disputed and every turn under review."""
    session = labelled.sessions.get(number=1)
    first = session.turns.get(position=0)
    # Asha and Ben no longer agree on it.
    score = Score.objects.get(
        annotation__turn=first, annotation__rater__user=people["ben"], construct__key="engagement"
    )
    incongruence = Score.objects.get(annotation=score.annotation, construct__key="incongruence")
    incongruence.level = incongruence.construct.levels.get(key="contradiction")
    incongruence.save()
    chi, slug = client_of("chi"), labelled.slug
    compute_consensus()
    chi.post(f"/api/v1/studies/{slug}/review-samples/", {"size": 100, "seed": 1})
    item = ReviewItem.objects.get(turn=session.turns.get(position=2))
    client_of("eve").post(
        f"/api/v1/review-items/{item.pk}/verdict/",
        {"labels": {"incongruence": "none"}, "comment": "The smile."},
        format="json",
    )
    for name in ("asha", "ben"):
        rater = labelled.raters.get(user=people[name])
        Assignment.objects.create(rater=rater, session=session, pass_kind="together", created_at=NOW, done_at=NOW)
    do_without_frames(labelled, session.turns.all(), reason=NO_VIDEO)
    return session


def without(client: APIClient, session: Session, *positions: int) -> None:
    """Read a new transcript of the session that leaves these turns out."""
    rows = [
        f"{turn.role},{turn.start_ms / 1000},{turn.end_ms / 1000},{turn.text}"
        for turn in session.turns.order_by("position")
        if turn.position not in positions
    ]
    file = SimpleUploadedFile("second.csv", "\n".join(["speaker,start,end,text", *rows]).encode())
    draft = client.post(
        f"/api/v1/sessions/{session.pk}/transcript/drafts/",
        {"transcript": file, "options": '{"gap_ms": 0}'},
        format="multipart",
    ).json()
    shown = client.post(f"/api/v1/drafts/{draft['id']}/comparison/", {}, format="json").json()
    assert shown["counts"]["gone"]["turns"] == len(positions)
    body = {"hash": shown["hash"]}
    assert client.post(f"/api/v1/drafts/{draft['id']}/revision/", body, format="json").status_code == 201


def undo(client: APIClient, session: Session) -> None:
    body = {"version": session.revisions.latest("number").number}
    assert client.post(f"/api/v1/sessions/{session.pk}/transcript/undo/", body, format="json").status_code == 200


def figures(client_of: Browser, study: Study, session: Session, run_jobs: Callable[[], None]) -> dict[str, Any]:
    """What the pages of the study say."""
    chi, address = client_of("chi"), f"/api/v1/studies/{study.slug}/"
    chi.post(f"{address}agreement/")
    run_jobs()
    agreement = chi.get(f"{address}agreement/").json()["figures"]
    sample = chi.get(f"{address}review-samples/").json()["results"][0]
    disputes = chi.get(f"{address}disagreements/").json()["results"]
    preview = chi.get(f"{address}release-preview/").json()
    counts = chi.get(address).json()["counts"]
    opened = chi.get(f"/api/v1/sessions/{session.pk}/").json()
    assignment = chi.get(f"{address}assignments/?session={session.pk}").json()["results"][0]
    return {
        "votes": chi.get(f"{address}annotations.csv").getvalue().decode().count("incongruence"),
        "agreement": agreement["n_turns"],
        "worst": len(chi.get(f"{address}agreement/incongruence/").json()["figures"]["worst"]),
        "consensus": chi.get(f"{address}consensus/").json()["n_turns"],
        "sample": (sample["size"], [each["done"] for each in sample["progress"]], (sample["result"] or {}).get("n")),
        "items": len(chi.get(f"/api/v1/review-samples/{sample['id']}/items/").json()),
        "disputes": sorted((each["turn"]["position"], each["construct"]) for each in disputes),
        "release": preview["n_train"] + preview["n_holdout"],
        "overview": [counts[key] for key in ("client_turns", "annotations_complete", "annotations_expected")]
        + [counts[key] for key in ("turns_settled", "disagreements_open")],
        "session": (opened["n_turns"], opened["n_client_turns"], len(opened["turns"]), opened["n_frames_missing"]),
        "assignment": (assignment["n_turns"], assignment["n_complete"], assignment["n_to_confirm"]),
    }


def test_retired_turns_are_neither_shown_nor_counted_and_an_undo_brings_all_of_it_back(
    labelled: Study,
    session: Session,
    client_of: Browser,
    compute_consensus: Callable[[], None],
    run_jobs: Callable[[], None],
) -> None:
    before = figures(client_of, labelled, session, run_jobs)
    kept = [model.objects.count() for model in (Annotation, Score, GoldLabel, ReviewItem, Consensus)]

    without(client_of("chi"), session, 0, 2)
    compute_consensus()
    after = figures(client_of, labelled, session, run_jobs)
    n_kept = [model.objects.count() for model in (Annotation, Score, GoldLabel, ReviewItem, Consensus)]
    undo(client_of("chi"), session)

    assert before == {
        "votes": before["votes"],
        "agreement": 24,
        "worst": 1,
        "consensus": 24,
        "sample": (23, [1], 1),
        "items": 23,
        "disputes": [(0, "incongruence"), (2, "incongruence")],
        "release": 24,
        "overview": [24, 48, 8, 24, 2],
        "session": (8, 4, 8, 4),
        "assignment": (4, 4, 0),
    }
    assert after == {
        "votes": before["votes"] * 22 // 24,
        "agreement": 22,
        "worst": 0,
        "consensus": 22,
        "sample": (22, [], None),
        "items": 22,
        "disputes": [],
        "release": 22,
        "overview": [22, 44, 4, 22, 0],
        "session": (6, 2, 6, 2),
        "assignment": (2, 2, 0),
    }
    assert n_kept == kept
    assert figures(client_of, labelled, session, run_jobs) == before


def test_a_retired_turn_is_found_by_no_address(labelled: Study, people: dict[str, User], client_of: Browser) -> None:
    session = labelled.sessions.get(number=2)
    turn = session.turns.get(position=0)
    rater = labelled.raters.get(user=people["asha"])
    assignment = Assignment.objects.create(rater=rater, session=session, pass_kind="together", created_at=NOW)
    addresses = [
        f"turns/{turn.pk}/frame/",
        f"turns/{turn.pk}/gold-label/",
        f"assignments/{assignment.pk}/turns/{turn.pk}/annotation/",
        f"assignments/{assignment.pk}/turns/{turn.pk}/history/",
    ]
    found = [client_of("chi").get(f"/api/v1/{address}").status_code for address in addresses]

    without(client_of("chi"), session, 0)

    assert found == [200] * 4
    assert [client_of("chi").get(f"/api/v1/{address}").status_code for address in addresses] == [404] * 4


def test_a_turn_that_is_no_longer_the_clients_counts_nowhere_and_keeps_its_labels(
    labelled: Study, session: Session, client_of: Browser, run_jobs: Callable[[], None]
) -> None:
    turn = session.turns.get(position=0)
    before = figures(client_of, labelled, session, run_jobs)

    body = {"version": 1, "role": "counsellor"}
    client_of("chi").patch(f"/api/v1/turns/{turn.pk}/", body, format="json")

    after = figures(client_of, labelled, session, run_jobs)
    assert (after["agreement"], after["release"], after["assignment"]) == (23, 23, (3, 3, 0))
    assert after["disputes"] == [(2, "incongruence")]
    assert turn.annotations.count() == 2
    undo(client_of("chi"), session)
    assert figures(client_of, labelled, session, run_jobs) == before


def test_a_frozen_release_stays_as_it_was_and_a_withdrawal_still_finds_its_retired_turns(
    frozen: int, client_of: Browser, settings: LazySettings
) -> None:
    release = Release.objects.get(pk=frozen)
    session = release.study.sessions.get(number=1)
    hashes = _hashes(release.folder)

    without(client_of("chi"), session, 0, 2)
    client_of("sam").post(f"/api/v1/persons/{session.client_id}/withdraw/", {}, format="json")

    shown = client_of("chi").get(f"/api/v1/releases/{frozen}/").json()
    assert _hashes(release.folder) == hashes
    assert release.turns.count() == shown["manifest"]["counts"]["turns"] == 24
    # C-01 was recorded in two sessions of four client turns.
    assert shown["withdrawn"] == 8
    assert Turn.objects.filter(session=session, role="client").count() == 2


def test_the_next_release_leaves_them_out_and_says_who_has_not_looked_again(
    labelled: Study, client_of: Browser
) -> None:
    session = labelled.sessions.get(number=2)
    body = {"version": 1, "text": "I'm not fine."}
    client_of("chi").patch(f"/api/v1/turns/{session.turns.get(position=2).pk}/", body, format="json")

    preview = client_of("chi").get(f"/api/v1/studies/{labelled.slug}/release-preview/").json()

    assert "Turns changed after they were labelled, not looked at again by all raters: 1." in preview["warnings"]


def _hashes(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }
