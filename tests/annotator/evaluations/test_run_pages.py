"""The pages of a run before it has figures, and who may open them."""

import pytest

from annotator.runs.models import Run

WHOLE = [
    '{"stage": "training", "message": "training", "progress": 0.5, "step": 1, "of": 9, "loss": 1.5}',
    '{"stage": "training", "message": "training", "progress": 0.6, "step": 2, "of": 9, "loss": 1.25}',
]


@pytest.fixture
def run_id(approved, client_of):
    wish = {"preset": "tiny", "ablations": ["none"], "seed": 4}
    return client_of("finn").post(f"/api/v1/releases/{approved}/runs/", wish).json()[0]["id"]


def test_leads_stewards_and_engineers_see_runs_and_nobody_else(run_id, client_of):
    answers = {
        who: [
            client_of(who).get(f"/api/v1/runs/{run_id}/{page}").status_code
            for page in ("", "predictions/", "report.html")
        ]
        for who in ("chi", "sam", "finn", "asha", "eve", "dev")
    }

    assert {who for who, codes in answers.items() if codes == [200, 200, 200]} == {"chi", "sam", "finn"}
    assert {who for who, codes in answers.items() if codes == [404, 404, 404]} == {"asha", "eve", "dev"}


def test_a_run_that_waits_has_a_config_and_no_figures(run_id, client_of):
    page = client_of("finn").get(f"/api/v1/runs/{run_id}/").json()

    assert (page["state"], page["progress"], page["config"]["ablation"]) == ("queued", 0, "none")
    assert page["headline"] == {"auroc": None, "macro_f1": None, "pct_composite": None}
    assert (page["evaluation"], page["loss"], page["reply_means"], page["sense7"]["dimensions"]) == (None, [], {}, [])
    assert not page["has_adapter"]


def test_a_report_without_figures_says_so(run_id, client_of):
    text = client_of("finn").get(f"/api/v1/runs/{run_id}/report.html").content.decode()

    assert "No run has been scored yet" in text


@pytest.mark.parametrize(
    "spoilt",
    [
        '{"stage": "training", "step": 3, "lo',  # Whoever wrote it was killed.
        '{"stage": "training", "step": 3, "lo{"stage": "done", "message": "resumed"}',
        "\x00\x00\x00",
        "\udcff\udc80",  # Bytes that are no UTF-8.
        "[3]",
        "7",
        '{"step": 3, "loss": 1.0}',
        '{"stage": "training", "step": 3, "loss": NaN}',
        '{"stage": "training", "step": 3, "loss": Infinity, "progress": NaN}',
        '{"stage": "training", "step": "3", "loss": 1.0}',
        '{"stage": "training", "step": 3, "loss": "low", "faults": 4}',
        '{"stage": "training", "message": "one\u2028two", "step": 2, "loss": 1.25}',
    ],
)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_line_of_progress_that_is_none_is_left_out(spoilt, place, run_id, client_of):
    folder = Run.objects.get(pk=run_id).folder
    folder.mkdir(parents=True)
    lines = [*WHOLE[:place], spoilt, *WHOLE[place:]]
    (folder / "progress.jsonl").write_bytes("\n".join(lines).encode(errors="surrogateescape"))

    answer = client_of("finn").get(f"/api/v1/runs/{run_id}/")

    assert answer.status_code == 200
    assert answer.json()["loss"] == [{"step": 1, "loss": 1.5}, {"step": 2, "loss": 1.25}]
