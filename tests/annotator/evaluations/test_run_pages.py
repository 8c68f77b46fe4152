"""The pages of a run before it has figures, and who may open them."""

import pytest


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
