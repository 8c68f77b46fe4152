"""A release says of each label how many raters it rests on, and calls nothing the raters' consensus that is not."""

import csv

import pytest

from annotator.agreement.models import ConsensusRound
from annotator.annotations.models import Annotation
from annotator.corpus.models import Turn
from annotator.releases.folder import read_turns
from annotator.releases.models import Release

STUDY = "/api/v1/studies/couples-pilot/"


@pytest.fixture
def mixed(labelled, client_of, compute_consensus, accept_consensus):
    """Of 24 turns one was rated by Asha alone and accepted so, one was decided otherwise than the raters say."""
    turns = list(Turn.objects.filter(role=Turn.Role.CLIENT).order_by("session__number", "position"))
    Annotation.objects.filter(turn=turns[0], rater__user__username="ben").update(is_complete=False)
    compute_consensus()
    accept_consensus(few_raters_reason="Ben's connection broke.")
    body = {"construct": "incongruence", "value": "contradiction", "reason": "Her hands."}
    assert client_of("chi").post(f"/api/v1/turns/{turns[1].pk}/gold-label/", body).status_code == 201
    return turns


def test_preview_manifest_files_and_readme_say_how_many_raters_answered(mixed, client_of, run_jobs):
    plan = client_of("chi").get(f"{STUDY}release-preview/", {"holdout_share": 0.3, "seed": 5}).json()
    client_of("chi").post(f"{STUDY}releases/", {"holdout_share": 0.3, "seed": 5})
    run_jobs()
    release = Release.objects.get()
    lines = {line["turn"]: line for line in read_turns(release.folder)}
    readme = (release.folder / "README.md").read_text()
    with (release.folder / "annotations.csv").open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["construct"] == "incongruence"]

    assert plan["raters"] == {"1": 1, "2": 23}
    assert any("rest on fewer than 2 raters" in each and each.endswith(": 1.") for each in plan["warnings"])
    labels = release.manifest["labels"]
    assert labels["raters_per_turn"] == 2
    assert labels["raters"]["incongruence"] == {"1": 1, "2": 23}
    assert labels["origins"]["incongruence"] == {"consensus": 22, "few_raters": 1, "overruled": 1}
    one, overruled = (lines[str(turn.pk)] for turn in mixed[:2])
    assert (one["label_raters"]["incongruence"], one["label_origin"]["incongruence"]) == (1, "few_raters")
    assert (overruled["label_raters"]["incongruence"], overruled["label_origin"]["incongruence"]) == (2, "overruled")
    assert {row["turn"]: row["label_raters"] for row in rows}[str(mixed[0].pk)] == "1"
    assert "Labels of incongruence by number of raters: 1 from 1 rater, 23 from 2 raters." in readme
    assert "At least 2 raters answered." in readme
    assert "the answer of fewer raters than the study asks for (2 raters), accepted by a lead with a reason." in readme
    assert "against a consensus that nobody had disputed" in readme
    assert "`decision`" not in readme  # Nothing came about so.


def test_without_a_leads_word_such_a_turn_is_left_out(labelled, client_of, compute_consensus, accept_consensus):
    turn = Turn.objects.filter(role=Turn.Role.CLIENT).first()
    Annotation.objects.filter(turn=turn, rater__user__username="ben").update(is_complete=False)
    compute_consensus()
    accept_consensus()

    plan = client_of("chi").get(f"{STUDY}release-preview/", {"holdout_share": 0.3, "seed": 5}).json()

    assert (plan["n_turns"], plan["raters"]) == (23, {"2": 23})
    assert plan["excluded"] == [{"reason": "no gold label of incongruence", "n": 1}]


def test_a_number_of_one_rater_alone_is_released_as_they_gave_it(
    labelled, add_session, rate, client_of, compute_consensus, accept_consensus, run_jobs
):
    # Asha and Ben are a step apart on every turn; the last one Asha alone has rated.
    for turn in add_session(labelled).turns.filter(role=Turn.Role.CLIENT)[:1]:
        rate("asha", turn, incongruence="none", engagement=1, valence_face=1)
    compute_consensus()
    accept_consensus(few_raters_reason="Ben's connection broke.")

    client_of("chi").post(f"{STUDY}releases/", {"holdout_share": 0.3, "seed": 5})
    run_jobs()

    release = Release.objects.get()
    line = next(line for line in read_turns(release.folder) if line["turn"] == str(turn.pk))
    assert (line["labels"]["engagement"], line["labels"]["valence_face"]) == (1, 1)
    assert (line["label_origin"]["valence_face"], line["label_raters"]["valence_face"]) == ("few_raters", 1)
    assert "A number given by one rater alone is that rater's own." in (release.folder / "README.md").read_text()


def test_a_plan_says_that_its_labels_are_of_an_older_consensus(labelled, client_of, compute_consensus):
    def said():
        plan = client_of("chi").get(f"{STUDY}release-preview/", {"holdout_share": 0.3, "seed": 5}).json()
        return [warning for warning in plan["warnings"] if "out of date" in warning]

    before = said()
    round_ = ConsensusRound.objects.get()
    del round_.basis["method"]  # Of a version that combined ratings otherwise.
    round_.save()

    assert before == []
    assert len(said()) == 1
    compute_consensus()
    assert said() == []
