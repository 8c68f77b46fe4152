"""What a frozen release holds on the disk."""

import csv
import hashlib
import json
import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple

import mlcroissant
import pytest
from django.db import connection

from annotator.adjudication.models import GoldLabel
from annotator.corpus import consent
from annotator.corpus.models import Person, Turn
from annotator.demonstration import chain
from annotator.demonstration import study as demo_study
from annotator.jobs.models import Job
from annotator.releases import execution
from annotator.releases.holdout import Pair, draw_holdout, percent_with_clients
from annotator.releases.models import Release, ReleaseTurn
from demo.script import write_script
from metrics.estimate import FEWEST_CLUSTERS

RELEASES = "/api/v1/studies/couples-pilot/releases/"


def lines_of(release):
    return [json.loads(line) for line in (release.folder / "turns.jsonl").read_text().splitlines()]


def test_a_second_click_freezes_no_second_release(labelled, client_of, run_jobs):
    first = client_of("chi").post(RELEASES, {"holdout_share": 0.3})
    second = client_of("chi").post(RELEASES, {"holdout_share": 0.3})
    run_jobs()
    later = client_of("chi").post(RELEASES, {"holdout_share": 0.3})

    assert [each.status_code for each in (first, second, later)] == [201, 409, 201]
    assert second.json()["code"] == "already_freezing"
    assert later.json()["number"] == 2


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite lets one writing transaction at a time through")
@pytest.mark.django_db(transaction=True)
def test_clicks_of_the_same_moment_get_one_release_and_one_consensus(labelled, client_of, run_jobs):
    def at_once(address):
        browsers = [client_of("chi") for _ in range(4)]
        with ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(lambda browser: _answer(browser, address), browsers))
        return sorted(answers)

    assert at_once(RELEASES) == [201, 409, 409, 409]
    assert at_once(f"/api/v1/studies/{labelled.slug}/consensus/") == [202, 409, 409, 409]
    run_jobs()
    assert at_once(f"/api/v1/studies/{labelled.slug}/gold-labels/accept-consensus/") == [202, 409, 409, 409]
    assert at_once(f"/api/v1/studies/{labelled.slug}/review-samples/") == [201] * 4


def _answer(browser, address):
    try:
        return browser.post(address).status_code
    finally:
        connection.close()  # Each thread has one of its own.


def test_whole_sessions_are_held_out_and_nobody_is_on_both_sides():
    sessions = {
        "S001": Pair("C-01", "T-01"),
        "S002": Pair("C-02", "T-02"),
        "S003": Pair("C-03", "T-03"),
        "S004": Pair("C-04", "T-01"),
        "S005": Pair("C-05"),
        "S006": Pair("C-01", "T-04"),
    }

    for seed in range(50):
        drawn = draw_holdout(sessions, share=0.3, seed=seed)
        held = {name for key in drawn.sessions for name in astuple(sessions[key]) if name}
        kept = {name for key in sessions if key not in drawn.sessions for name in astuple(sessions[key]) if name}
        assert held.isdisjoint(kept)
        assert 1 <= len(drawn.sessions) <= 3
        assert drawn.shared_counsellors == []
        assert drawn == draw_holdout(sessions, share=0.3, seed=seed)
    assert len({tuple(draw_holdout(sessions, share=0.3, seed=seed).sessions) for seed in range(50)}) > 2


def test_counsellors_who_see_everybody_are_on_both_sides_and_named():
    sessions = {f"S{n:03}": Pair(f"C-{n:02}", f"T-{n % 2}") for n in range(10)} | {"S010": Pair("C-00", "T-1")}

    drawn = draw_holdout(sessions, share=0.3, seed=1)

    assert len(drawn.sessions) in (3, 4)
    assert drawn.shared_counsellors == ["T-0", "T-1"]
    clients = {sessions[key].client for key in drawn.sessions}
    assert clients.isdisjoint(pair.client for key, pair in sessions.items() if key not in drawn.sessions)


def test_one_client_cannot_be_split():
    assert draw_holdout({"S001": Pair("C-01"), "S002": Pair("C-01")}, share=0.5, seed=1).sessions == []


def test_a_release_holds_turns_labels_frames_and_their_hashes(frozen, labelled):
    release = Release.objects.get(pk=frozen)
    manifest = json.loads((release.folder / "manifest.json").read_text())
    lines = lines_of(release)

    assert (release.state, release.number, release.manifest) == ("frozen", 1, manifest)
    assert manifest["counts"]["turns"] == len(lines) == 24
    assert manifest["counts"]["with_frame"] == 6
    assert {line["split"] for line in lines if line["session"] in manifest["splits"]["holdout"]} == {"holdout"}
    first = lines[0]
    assert first["labels"]["incongruence"] == "none"
    assert first["labels"]["valence_face"] == pytest.approx(3.5)
    assert first["labels"]["direction"] is None
    assert first["label_origin"]["incongruence"] == "consensus"
    assert first["reply"] == "You're fine, 0?"
    assert (first["frames"], first["face_box"]) == ([f"frames/{first['turn']}-0.png"], [10, 20, 64, 64])
    assert lines[2]["context"][-1] == {"role": "counsellor", "text": "You're fine, 1?"}
    assert lines[1]["frame_missing"] == "the session has no video"
    for file in manifest["files"]:
        assert hashlib.sha256((release.folder / file["path"]).read_bytes()).hexdigest() == file["sha256"]
    told = "\n".join(sorted(f"{file['path']} {file['sha256']}" for file in manifest["files"]))
    assert manifest["content_hash"] == release.content_hash == hashlib.sha256(told.encode()).hexdigest()


def test_every_raters_score_is_in_the_annotations(frozen):
    with (Release.objects.get(pk=frozen).folder / "annotations.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))

    levels = [row["value"] for row in rows if row["construct"] == "incongruence"]
    assert len(levels) == 48
    assert {(row["rater"], row["rater_kind"], row["pass"]) for row in rows} == {
        ("R1", "person", "together"),
        ("R2", "person", "together"),
    }
    assert {row["value"] for row in rows if row["construct"] == "valence_face"} == {"3", "4"}


def test_a_release_loads_with_datasets(frozen, tmp_path):
    import datasets

    release = Release.objects.get(pk=frozen)
    os.environ["HF_HUB_OFFLINE"] = "1"

    loaded = datasets.load_dataset(str(release.folder), cache_dir=str(tmp_path))

    assert {name: len(split) for name, split in loaded.items()} == {
        "train": release.manifest["counts"]["train"],
        "holdout": release.manifest["counts"]["holdout"],
    }
    assert loaded["train"][0]["labels"]["engagement"] == pytest.approx(4)


def test_releases_in_folders_of_one_name_load_each_its_own(frozen, labelled, client_of, run_jobs, tmp_path):
    import datasets

    os.environ["HF_HUB_OFFLINE"] = "1"
    Turn.objects.update(text="Said in the second release")
    client_of("chi").post(RELEASES, {"holdout_share": 0.3, "seed": 5})
    run_jobs()
    first, second = Release.objects.order_by("number")
    places = {"first": tmp_path / "study-a" / "1", "second": tmp_path / "study-b" / "1"}
    for release, place in zip([first, second], places.values(), strict=True):
        shutil.copytree(release.folder, place)

    def words_in(place):
        return datasets.load_dataset(str(place), cache_dir=str(tmp_path / "cache"))["train"][0]["words"]

    assert [words_in(place) for place in places.values()] == ["I'm fine, 0.", "Said in the second release"]
    shutil.rmtree(places["first"])
    shutil.copytree(second.folder, places["first"])
    assert words_in(places["first"]) == "Said in the second release"


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_the_croissant_file_is_valid_and_gives_the_turns(frozen):
    release = Release.objects.get(pk=frozen)

    dataset = mlcroissant.Dataset(jsonld=release.folder / "croissant.json")

    assert not dataset.metadata.issues.errors
    records = list(dataset.records("turns"))
    assert len(records) == 24
    assert records[0]["turns/words"] == b"I'm fine, 0."


def test_only_consenting_people_leave(labelled, client_of, run_jobs, people):
    consent.withdraw(
        person=Person.objects.get(pseudonym="C-02"), scopes=["train"], note="", actor=people["sam"], now=consent_end()
    )

    release_id = client_of("chi").post(RELEASES, {"holdout_share": 0.3, "seed": 5}).json()["id"]
    run_jobs()

    lines = lines_of(Release.objects.get(pk=release_id))
    assert {line["client"] for line in lines} == {"C-01", "C-03", "C-04", "C-05"}
    assert Release.objects.get(pk=release_id).manifest["counts"]["excluded"] == {"no consent to train": 4}


def consent_end():
    from django.utils import timezone

    return timezone.now()


def test_what_a_third_person_said_stays_behind(labelled, client_of, run_jobs):
    Turn.objects.filter(session__number=1, position=1).update(role=Turn.Role.OTHER)

    release_id = client_of("chi").post(RELEASES, {"holdout_share": 0.3, "seed": 5}).json()["id"]
    run_jobs()

    line = next(each for each in lines_of(Release.objects.get(pk=release_id)) if each["position"] == 2)
    assert [each["role"] for each in line["context"]] == ["client"]


def test_a_direction_goes_once_words_and_face_are_said_to_agree(labelled, client_of, run_jobs):
    turn = Turn.objects.get(session__number=1, position=2)
    label = GoldLabel.objects.get(turn=turn, construct__key="incongruence")
    label.level = label.construct.levels.get(key="none")
    label.save()

    release_id = client_of("chi").post(RELEASES, {"holdout_share": 0.3, "seed": 5}).json()["id"]
    run_jobs()

    line = next(each for each in lines_of(Release.objects.get(pk=release_id)) if each["turn"] == str(turn.pk))
    assert line["labels"]["direction"] is None
    assert "direction" not in line["label_origin"]


def test_freezing_twice_freezes_once(frozen):
    release = Release.objects.get(pk=frozen)
    job = Job.objects.get(kind="freeze_release")

    class Silent:
        def report(self, fraction, step): ...
        def log(self, line): ...
        def is_cancelled(self):
            return False

    assert execution.build(Silent(), **job.arguments) is None
    assert Release.objects.get(pk=frozen).content_hash == release.content_hash
    assert ReleaseTurn.objects.count() == 24


def test_a_freezing_that_was_cancelled_says_so_and_another_may_begin(labelled, client_of, run_jobs):
    chi = client_of("chi")
    release = chi.post(RELEASES, {"holdout_share": 0.3, "seed": 5}).json()

    chi.post(f"/api/v1/jobs/{release['job']}/cancel/")
    run_jobs()

    assert chi.get(f"/api/v1/releases/{release['id']}/").json()["state"] == "cancelled"
    assert chi.post(RELEASES, {"holdout_share": 0.3, "seed": 5}).status_code in (201, 202)


def sessions_of_the_demo() -> dict[str, Pair]:
    scripts = write_script(sessions=demo_study.SESSIONS, client_turns=1, seed=demo_study.SEED)
    return {
        f"S{number:03d}": Pair(script.client.pseudonym, script.counsellor.pseudonym)
        for number, script in enumerate(scripts, start=1)
    }


def n_clients(sessions: dict[str, Pair], percent: float, seed: int) -> int:
    return len({sessions[key].client for key in draw_holdout(sessions, share=percent / 100, seed=seed).sessions})


def test_the_share_that_is_named_for_intervals_holds_enough_clients_not_sessions():
    sessions = sessions_of_the_demo()  # Two of its clients come twice.

    for seed in range(10):
        percent = percent_with_clients(sessions, FEWEST_CLUSTERS, seed=seed)
        assert percent is not None
        assert n_clients(sessions, percent, seed) >= FEWEST_CLUSTERS > n_clients(sessions, percent - 1, seed)
    assert percent_with_clients(dict(list(sessions.items())[:5]), FEWEST_CLUSTERS, seed=1) is None


def test_the_demo_holds_out_enough_clients_for_intervals():
    assert n_clients(sessions_of_the_demo(), 100 * chain.HOLDOUT_SHARE, demo_study.SEED) >= FEWEST_CLUSTERS


def test_nothing_to_release_is_refused_with_all_reasons(study, client_of):
    preview = client_of("chi").get("/api/v1/studies/couples-pilot/release-preview/").json()
    response = client_of("chi").post(RELEASES, {})

    assert preview["faults"] == ["No turn has a gold label of incongruence and consent to training."]
    assert (response.status_code, response.json()["code"]) == (409, "release_has_faults")
    assert not Release.objects.exists()


def test_the_preview_is_what_the_release_becomes(labelled, client_of, run_jobs):
    preview = client_of("chi").get("/api/v1/studies/couples-pilot/release-preview/?holdout_share=0.3&seed=5").json()
    release_id = client_of("chi").post(RELEASES, {"holdout_share": 0.3, "seed": 5}).json()["id"]
    run_jobs()

    manifest = Release.objects.get(pk=release_id).manifest
    assert manifest["splits"] == {"train": preview["train_sessions"], "holdout": preview["holdout_sessions"]}
    assert manifest["counts"]["train"] == preview["n_train"]
    too_few = "Held-out clients: 1. Intervals of held-out scores need 5: label sessions of more clients first."
    assert too_few in preview["warnings"]


@pytest.mark.parametrize("share", [0, 0.95])
def test_a_share_that_leaves_one_side_empty_is_refused_in_words(share, labelled, client_of):
    response = client_of("chi").post(RELEASES, {"holdout_share": share})

    assert response.status_code == 400
    assert response.json()["message"] == "Hold out between 1 % and 90 % of the sessions."


def test_warnings_name_labels_as_the_pages_do(labelled, client_of):
    GoldLabel.objects.filter(construct__key="incongruence", level__key="contradiction").delete()

    plan = client_of("chi").get("/api/v1/studies/couples-pilot/release-preview/?holdout_share=0.3&seed=5").json()

    told = " ".join(plan["warnings"])
    assert "No turn in training is labelled Contradict" in told
    assert "contradiction" not in told
