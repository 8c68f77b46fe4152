"""All pictures of a turn leave with it, in order, and the release says by which rules they were chosen."""

import json
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from django.conf import settings
from rest_framework.test import APIClient

from annotator.corpus.models import Frame, Turn
from annotator.releases.models import Release
from annotator.studies.models import Study
from training.release import open_release

Browser = Callable[[str], APIClient]


@pytest.fixture
def filmed_turn(labelled: Study) -> Turn:
    """The first turn of session 1, with three frames: the second shows nothing, the third was chosen by hand."""
    turn = Turn.objects.get(session__study=labelled, session__number=1, position=0)
    (settings.MEDIA_DIR / "imports" / "third.png").write_bytes(b"another picture")
    Frame.objects.create(turn=turn, number=1, rule="uniform_k", rule_version=1, missing_reason="No picture is shown.")
    Frame.objects.create(
        turn=turn,
        number=2,
        rule="by_hand",
        rule_version=1,
        path="imports/third.png",
        face_box=[1, 2, 30, 40],
        presentation_ms=700,
        frame_index=17,
    )
    return turn


@pytest.fixture
def folder(filmed_turn: Turn, client_of: Browser, run_jobs: Callable[[], None]) -> Path:
    study = filmed_turn.session.study
    response = client_of("chi").post(f"/api/v1/studies/{study.slug}/releases/", {"holdout_share": 0.3, "seed": 5})
    run_jobs()
    return Path(settings.RELEASES_DIR) / Release.objects.get(pk=response.json()["id"]).path


def test_a_turn_of_several_pictures_lists_them_in_order_with_their_faces(folder: Path, filmed_turn: Turn) -> None:
    lines = [json.loads(text) for text in (folder / "turns.jsonl").read_text("utf-8").splitlines()]
    line = next(line for line in lines if line["turn"] == str(filmed_turn.pk))

    assert line["frames"] == [f"frames/{filmed_turn.pk}-0.png", f"frames/{filmed_turn.pk}-2.png"]
    assert (line["face_box"], line["face_boxes"]) == ([10, 20, 64, 64], [[10, 20, 64, 64], [1, 2, 30, 40]])
    assert (line["frame_times_ms"][-1], line["frame_indices"][-1]) == (700, 17)
    assert len(line["frame_times_ms"]) == len(line["frame_indices"]) == len(line["frames"])
    assert line["frame_missing"] is None
    assert (folder / line["frames"][1]).read_bytes() == b"another picture"
    columns = ["turn", "frames", "frame_times_ms", "frame_indices", "face_box", "face_boxes", "frame_missing"]
    in_parquet = pq.read_table(folder / "turns.parquet", columns=columns).to_pylist()
    assert in_parquet == [{column: line[column] for column in columns} for line in lines]


def test_the_manifest_counts_the_pictures_of_each_rule(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))

    assert manifest["frame_rule"] == {"name": "onset_sharpest", "version": 1}
    assert manifest["frame_rules"] == [
        {"name": "onset_sharpest", "version": 1, "frames": 6},
        {"name": "uniform_k", "version": 1, "frames": 0},
        {"name": "by_hand", "version": 1, "frames": 1},
    ]
    assert "1 by the rule `by_hand`" in (folder / "README.md").read_text("utf-8")


def test_training_takes_every_picture_with_its_face(folder: Path, filmed_turn: Turn) -> None:
    release = open_release(folder)
    turn = next(turn for turn in [*release.training, *release.holdout()] if turn.id == str(filmed_turn.pk))

    assert turn.frames == (f"frames/{filmed_turn.pk}-0.png", f"frames/{filmed_turn.pk}-2.png")
    assert turn.face_boxes == ((10, 20, 64, 64), (1, 2, 30, 40))
