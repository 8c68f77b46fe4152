"""A labelled study: six sessions of five clients, on which Asha and Ben agree, with a frame for each first turn."""

import hashlib

import pytest

from annotator.corpus.models import Frame, Turn

LEVELS = ["none", "minimizing", "contradiction", "none"]
CLIENTS = ["C-01", "C-02", "C-03", "C-04", "C-05", "C-01"]


@pytest.fixture
def labelled(study, add_session, rate, client_of, settings):
    (settings.MEDIA_DIR / "imports").mkdir(parents=True)
    for client in CLIENTS:
        session = add_session(study, client=client)
        for turn, level in zip(session.turns.filter(role=Turn.Role.CLIENT), LEVELS, strict=True):
            for name, valence in [("asha", 3), ("ben", 4)]:
                direction = {} if level == "none" else {"direction": "opposed"}
                rate(name, turn, incongruence=level, engagement=4, valence_words=7, valence_face=valence, **direction)
        _add_frame(session.turns.get(position=0), settings.MEDIA_DIR)
    client_of("chi").post(f"/api/v1/studies/{study.slug}/consensus/")
    client_of("chi").post(f"/api/v1/studies/{study.slug}/gold-labels/accept-consensus/")
    return study


def _add_frame(turn, media):
    picture = b"the bytes of a picture, which nothing here opens"
    (media / "imports" / f"{turn.pk}.png").write_bytes(picture)
    Frame.objects.create(
        turn=turn,
        rule="onset_sharpest",
        rule_version=1,
        path=f"imports/{turn.pk}.png",
        sha256=hashlib.sha256(picture).hexdigest(),
        face_box=[10, 20, 64, 64],
    )


@pytest.fixture
def frozen(labelled, client_of, run_jobs, django_capture_on_commit_callbacks):
    """The id of a release that Chi froze."""
    response = client_of("chi").post(f"/api/v1/studies/{labelled.slug}/releases/", {"holdout_share": 0.3, "seed": 5})
    run_jobs()
    return response.json()["id"]
