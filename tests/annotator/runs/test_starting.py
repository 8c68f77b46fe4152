"""Starting, cancelling and resuming runs over HTTP."""

import json
from pathlib import Path

import pytest
from django.utils import timezone

from annotator.adjudication.models import GoldLabel
from annotator.corpus import consent
from annotator.corpus.models import Person
from annotator.jobs.models import Job, JobState
from annotator.releases.models import Release
from annotator.runs.models import Run
from training.config import MOST_PICTURES

THREE = ["none", "no_vision", "no_words"]


@pytest.fixture
def runs(approved, client_of):
    """The three runs of one click."""
    return client_of("finn").post(f"/api/v1/releases/{approved}/runs/", {"preset": "tiny", "seed": 4}).json()


@pytest.mark.parametrize(
    ("who", "status"), [("chi", 201), ("finn", 201), ("sam", 403), ("asha", 404), ("eve", 404), ("dev", 404)]
)
def test_leads_and_engineers_start_runs(who, status, approved, client_of):
    response = client_of(who).post(f"/api/v1/releases/{approved}/runs/", {"preset": "tiny"})

    assert response.status_code == status
    assert Run.objects.exists() == (status == 201)


def test_one_click_makes_a_group_that_differs_in_what_the_model_may_not_see(runs):
    assert [run["name"] for run in runs] == ["tiny, both channels", "tiny, words only", "tiny, picture only"]
    assert [run["number"] for run in runs] == [1, 2, 3]
    assert len({run["group"] for run in runs}) == 1
    configs = list(Run.objects.order_by("number").values_list("config", flat=True))
    assert [config["ablation"] for config in configs] == THREE
    assert {config["seed"] for config in configs} == {4}
    assert set(Job.objects.filter(kind="execute_run").values_list("queue", "state")) == {("gpu", "queued")}


def test_a_second_click_starts_nothing_and_names_the_run_that_waits(approved, client_of):
    url = f"/api/v1/releases/{approved}/runs/"
    first = client_of("finn").post(url, {"preset": "tiny"}).json()

    again = client_of("chi").post(url, {"preset": "tiny", "ablations": ["none"]})

    assert (again.status_code, again.json()["code"], again.json()["run"]) == (409, "runs_go_on", first[0]["id"])
    assert "Run 1 on release 1 already waits or goes on" in again.json()["message"]
    assert Run.objects.count() == 3


def test_a_chosen_seed_repeats_runs_beside_those_that_wait(approved, client_of):
    url = f"/api/v1/releases/{approved}/runs/"
    statuses = [client_of("finn").post(url, {"seed": seed}).status_code for seed in (1, 2, 2)]

    assert statuses == [201, 201, 409]
    assert Run.objects.count() == 6


@pytest.mark.parametrize("ending", ["cancelled", "interrupted"])
def test_runs_that_have_ended_can_be_started_anew(ending, runs, approved, client_of):
    if ending == "cancelled":
        for run in runs:
            client_of("finn").post(f"/api/v1/runs/{run['id']}/cancel/")
    else:
        Job.objects.update(state=JobState.FAILED)

    again = client_of("finn").post(f"/api/v1/releases/{approved}/runs/", {"preset": "tiny", "seed": 4})

    assert again.status_code == 201


@pytest.mark.parametrize("wish", [{"preset": "huge"}, {"ablations": []}, {"ablations": ["no_sound"]}])
def test_an_unknown_preset_or_ablation_is_refused(wish, approved, client_of):
    response = client_of("finn").post(f"/api/v1/releases/{approved}/runs/", wish)

    assert response.status_code == 400
    assert not Run.objects.exists()
    if "preset" in wish:
        assert response.json()["message"] == "There is no preset “huge”. Choose tiny."


def test_nobody_trains_on_a_release_that_is_not_approved(frozen, client_of):
    response = client_of("finn").post(f"/api/v1/releases/{frozen}/runs/", {})

    assert (response.status_code, response.json()["code"]) == (409, "run_has_faults")
    assert "is not approved" in response.json()["message"]


def test_preflight_names_all_faults_at_once(approved, client_of, people):
    release = Release.objects.get(pk=approved)
    (release.folder / "annotations.csv").write_text("changed")
    next((release.folder / "frames").iterdir()).unlink()
    consent.withdraw(
        person=Person.objects.get(pseudonym="C-03"), scopes=None, note="", actor=people["sam"], now=timezone.now()
    )

    shown = client_of("finn").get(f"/api/v1/releases/{approved}/preflight/").json()

    assert len(shown["faults"]) == 2
    assert "4 turns of C-03, who no longer consents to training" in shown["faults"][0]
    assert "since the freezing, 2 in all" in shown["faults"][1]


def test_preflight_says_which_pictures_the_model_is_not_given(approved, client_of, monkeypatch):
    release = Release.objects.get(pk=approved)
    path = release.folder / "turns.jsonl"
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for line in lines:
        line["frames"] = line["frames"] * 4
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    pictures = sum(len(line["frames"]) for line in lines)

    def warnings():
        return client_of("finn").get(f"/api/v1/releases/{approved}/preflight/").json()["warnings"]

    assert not any("Pictures" in warning for warning in warnings())
    monkeypatch.setitem(MOST_PICTURES, "tiny", 1)
    said = f"Pictures that are not used: {pictures * 3 // 4} of {pictures}. The model is given at most 1 a turn."
    assert said in warnings()


def test_preflight_counts_held_out_clients_since_intervals_rest_on_them(approved, client_of):
    path = Release.objects.get(pk=approved).folder / "turns.jsonl"
    lines = [json.loads(line) for line in path.read_text().splitlines()]

    def warnings(clients):
        held = next(line for line in lines if line["split"] == "holdout")
        changed = [line for line in lines if line["split"] == "train"]
        changed += [{**held, "session": f"S-{place}", "client": f"H-{place % clients}"} for place in range(6)]
        path.write_text("".join(json.dumps(line) + "\n" for line in changed))
        return client_of("finn").get(f"/api/v1/releases/{approved}/preflight/").json()["warnings"]

    assert "Held-out clients: 4. Intervals of held-out scores need 5." in warnings(4)
    assert not any("Held-out" in warning for warning in warnings(5))


def test_preflight_says_when_there_are_too_few_clients_for_a_threshold(approved, client_of):
    release = Release.objects.get(pk=approved)
    path = release.folder / "turns.jsonl"
    lines = [json.loads(line) for line in path.read_text().splitlines()]

    def warnings(clients):
        changed = [
            {**line, "client": f"C-{place % clients}"} if line["split"] == "train" else line
            for place, line in enumerate(lines)
        ]
        path.write_text("".join(json.dumps(line) + "\n" for line in changed))
        return client_of("finn").get(f"/api/v1/releases/{approved}/preflight/").json()["warnings"]

    assert any("Clients in the training part: 2. F1 and MCC need a threshold" in warning for warning in warnings(2))
    assert not any("F1 and MCC" in warning for warning in warnings(3))


def test_preflight_reads_no_file_but_the_turns(approved, client_of, monkeypatch):
    """A release holds gigabytes of frames, and a web request waits for nothing of that; the run's process reads all."""
    read = []
    opened = Path.open
    monkeypatch.setattr(
        Path, "open", lambda path, *args, **kwargs: read.append(path.name) or opened(path, *args, **kwargs)
    )

    shown = client_of("finn").get(f"/api/v1/releases/{approved}/preflight/").json()

    assert shown["faults"] == []
    assert read == ["tiny.yaml", "turns.jsonl"]  # The preset's config, and the turns.


def test_preflight_tells_of_turns_that_are_gone(approved, client_of):
    (Release.objects.get(pk=approved).folder / "turns.jsonl").unlink()

    shown = client_of("finn").get(f"/api/v1/releases/{approved}/preflight/").json()

    assert any("turns.jsonl" in fault for fault in shown["faults"])


def test_preflight_tells_which_weightings_are_possible(labelled, client_of, run_jobs):
    GoldLabel.objects.filter(construct__key="dominance_face").delete()
    release = client_of("chi").post(f"/api/v1/studies/{labelled.slug}/releases/", {"seed": 5}).json()["id"]
    run_jobs()
    client_of("sam").post(f"/api/v1/releases/{release}/approve/")

    shown = client_of("finn").get(f"/api/v1/releases/{release}/preflight/").json()

    assert {name for name, reason in shown["weightings"].items() if reason is None} == {
        "binary",
        "class_balanced",
        "engagement",
        "none",
    }
    assert shown["faults"] == [
        "No training turn has valence, arousal and dominance of words and of face, which the "
        "weighting continuous needs."
    ]
    assert (shown["device"], shown["estimate_s"], shown["counts"]["turns"]) == ("CPU", None, 24)


def test_a_waiting_run_is_cancelled_at_once_and_can_be_resumed(runs, client_of):
    run_id = runs[2]["id"]

    cancelled = client_of("finn").post(f"/api/v1/runs/{run_id}/cancel/")
    again = client_of("finn").post(f"/api/v1/runs/{run_id}/cancel/")
    resumed = client_of("finn").post(f"/api/v1/runs/{run_id}/resume/")
    twice = client_of("finn").post(f"/api/v1/runs/{run_id}/resume/")

    assert (cancelled.status_code, cancelled.json()["state"]) == (202, "cancelled")
    assert (again.status_code, again.json()["code"]) == (409, "run_is_over")
    assert (resumed.status_code, resumed.json()["state"]) == (202, "queued")
    assert (twice.status_code, twice.json()["code"]) == (409, "run_goes_on")


def test_a_run_whose_worker_died_too_often_shows_as_interrupted(runs, client_of):
    run = Run.objects.get(pk=runs[0]["id"])
    Run.objects.filter(pk=run.pk).update(state=Run.State.RUNNING)
    Job.objects.filter(pk=run.job_id).update(state=JobState.FAILED)

    listed = client_of("finn").get("/api/v1/studies/couples-pilot/runs/").json()["results"]

    assert listed[-1]["state"] == "interrupted"
    assert client_of("finn").post(f"/api/v1/runs/{run.pk}/resume/").status_code == 202


def stopped_older(run_id, *, without=("development_share", "frames"), **known):
    """The run as a version that had other settings left it, stopped in the middle."""
    run = Run.objects.select_related("release__study").get(pk=run_id)
    run.config = {key: value for key, value in run.config.items() if key not in without} | known
    run.state = Run.State.CANCELLED
    run.save()
    Job.objects.filter(pk=run.job_id).update(state=JobState.CANCELLED)
    return run


def test_a_run_that_an_older_version_began_is_not_resumed_and_says_what_to_do(runs, client_of):
    run = stopped_older(runs[0]["id"])
    run.folder.mkdir(parents=True)
    (run.folder / "checkpoint.pt").write_bytes(b"what it has learnt")
    url = f"/api/v1/runs/{run.pk}/"

    shown = client_of("finn").get(url).json()
    resumed = client_of("finn").post(f"{url}resume/")

    assert (resumed.status_code, resumed.json()["code"]) == (409, "run_cannot_go_on")
    assert resumed.json()["message"] == shown["why_not_resume"]
    assert shown["why_not_resume"] == (
        f"Run {run.number} was begun by an older version of Attune, which trained in another way (it did not know "
        "development_share and frames), so it cannot go on from where it stopped. Start a new run on release 1 "
        "instead. This one stays as it is."
    )
    assert client_of("finn").get(url).json()["state"] == "cancelled"


def test_a_run_of_an_older_version_that_had_learnt_nothing_begins_with_settings_in_full(runs, client_of):
    run = stopped_older(runs[0]["id"])
    url = f"/api/v1/runs/{run.pk}/"

    assert client_of("finn").get(url).json()["why_not_resume"] == ""
    assert client_of("finn").post(f"{url}resume/").status_code == 202
    run.refresh_from_db()
    assert run.config["development_share"] == 0.2


def test_a_run_with_a_setting_that_is_gone_is_refused_in_words(runs, client_of):
    run = stopped_older(runs[0]["id"], without=(), threshold=0.5)
    url = f"/api/v1/runs/{run.pk}/"

    resumed = client_of("finn").post(f"{url}resume/")

    assert (resumed.status_code, resumed.json()["code"]) == (409, "run_cannot_go_on")
    assert "(threshold can no longer be set)" in resumed.json()["message"]
    assert client_of("finn").get(url).json()["why_not_resume"] == resumed.json()["message"]


@pytest.mark.parametrize(("who", "status"), [("sam", 403), ("asha", 404), ("dev", 404)])
@pytest.mark.parametrize("action", ["cancel", "resume"])
def test_only_leads_and_engineers_change_a_run(who, status, action, runs, client_of):
    assert client_of(who).post(f"/api/v1/runs/{runs[0]['id']}/{action}/").status_code == status


def test_a_run_without_usable_weights_offers_no_adapter(runs, client_of):
    assert client_of("finn").get(f"/api/v1/runs/{runs[0]['id']}/adapter/").status_code == 404


def test_a_run_whose_worker_ended_in_the_middle_of_it_waits(runs, client_of):
    run_id = runs[0]["id"]
    run = Run.objects.get(pk=run_id)
    Run.objects.filter(pk=run_id).update(state=Run.State.RUNNING)
    Job.objects.filter(pk=run.job_id).update(state=JobState.QUEUED)

    assert client_of("finn").get(f"/api/v1/runs/{run_id}/").json()["state"] == "queued"
    assert client_of("finn").post(f"/api/v1/runs/{run_id}/resume/").json()["code"] == "run_goes_on"
