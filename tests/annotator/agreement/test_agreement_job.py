"""Agreement is a job's work: requests show what is kept, and everybody knows when labels changed since."""

import json
import threading
from uuid import uuid4

import pytest
from django.db import connection, transaction

from annotator.agreement import computation
from annotator.agreement.jobs import begin_agreement
from annotator.agreement.models import AgreementFigures
from annotator.agreement.state import state_of
from annotator.annotations.models import Annotation, AnnotationEvent
from annotator.corpus.models import Turn
from annotator.jobs.models import Job, JobState
from annotator.jobs.registry import Cancelled
from bench.made_study import make_study
from tests.annotator.at_once import at_once
from tests.annotator.conftest import NOW

STUDY = "/api/v1/studies/couples-pilot"
PAGE = f"{STUDY}/agreement/"


class Silent:
    """A Progress that nobody follows; cancelled at the step where it is told to be."""

    def __init__(self, cancelled_at: int | None = None) -> None:
        self.steps: list[tuple[float, str]] = []
        self._cancelled_at = cancelled_at

    def report(self, fraction: float, step: str) -> None:
        self.steps.append((fraction, step))
        if len(self.steps) == self._cancelled_at:
            raise Cancelled

    def log(self, line: str) -> None:
        raise AssertionError(line)

    def is_cancelled(self) -> bool:
        return False


@pytest.fixture
def rated(study, add_session, rate):
    turns = add_session(study).turns.filter(role=Turn.Role.CLIENT)
    for turn, (asha, ben) in zip(turns, [("none", "none"), ("minimizing", "none")], strict=False):
        rate("asha", turn, incongruence=asha)
        rate("ben", turn, incongruence=ben)
    return study


@pytest.fixture
def shown(client_of):
    return lambda page="": client_of("chi").get(f"{PAGE}{page}").json()


def test_no_request_computes(rated, client_of, shown):
    nothing = {"figures": None, "is_stale": False, "job": None}
    assert (shown(), shown("incongruence/")) == ({**nothing, "n_unseen": 0}, nothing)
    refusal = client_of("chi").get(f"{STUDY}/agreement.csv")

    assert (refusal.status_code, refusal.json()["code"]) == (409, "agreement_not_computed")
    assert not AgreementFigures.objects.exists()
    assert not Job.objects.exists()


def test_a_job_computes_every_page_of_the_pass_and_says_how_far_it_is(rated, client_of, shown, run_jobs):
    begun = client_of("chi").post(PAGE)
    waiting = shown("engagement/")
    run_jobs()

    assert begun.status_code == 202
    assert (begun.json()["figures"], waiting["figures"]) == (None, None)
    assert begun.json()["job"]["uuid"] == waiting["job"]["uuid"]
    assert (waiting["job"]["state"], waiting["job"]["title"]) == ("queued", "Computing agreement")
    for construct in shown()["figures"]["constructs"]:
        assert shown(f"{construct['key']}/")["figures"]["main"] == construct["main"]
    progress = Silent()
    computation.compute_agreement(progress, study_id=rated.pk, pass_kind="together")
    fractions = [fraction for fraction, _ in progress.steps]
    assert fractions == sorted(fractions)
    assert progress.steps[1][1] == "Incongruence present (1 of 10)"


def test_figures_say_when_labels_changed_since(rated, add_session, rate, client_of, shown, run_jobs):
    client_of("chi").post(PAGE)
    run_jobs()
    before = shown()

    rate("asha", add_session(rated).turns.filter(role=Turn.Role.CLIENT)[0], incongruence="none")
    after = shown()

    assert (before["is_stale"], after["is_stale"]) == (False, True)
    assert after["figures"] == before["figures"]
    client_of("chi").post(PAGE)
    run_jobs()
    assert not shown()["is_stale"]
    assert shown()["figures"]["n_turns"] == before["figures"]["n_turns"] + 1


def test_a_change_that_took_a_smaller_id_and_came_later_is_seen(rated):
    """As on PostgreSQL, where the transaction that began first may be the last to be there."""
    one, other = Annotation.objects.order_by("pk")[:2]
    _change(other, event_id=10_000)
    before = state_of(rated, "together")

    _change(one, event_id=9_999)

    assert state_of(rated, "together") != before


@pytest.mark.django_db(transaction=True)
def test_a_change_that_is_not_there_yet_makes_figures_stale_when_it_is(rated):
    if connection.vendor == "sqlite":
        pytest.skip("SQLite has one writer: whoever begins first is there first.")
    one, other = Annotation.objects.order_by("pk")[:2]
    has_begun, may_end = threading.Event(), threading.Event()

    def slow() -> None:
        with transaction.atomic():
            _change(one)
            has_begun.set()
            may_end.wait(30)

    def quick() -> object:
        has_begun.wait(30)
        _change(other)
        computation.compute_agreement(Silent(), study_id=rated.pk, pass_kind="together")
        kept = AgreementFigures.objects.first().state
        may_end.set()
        return kept

    _, kept = at_once(slow, quick)

    assert kept["versions"] == 1
    assert state_of(rated, "together").versions == 2


@pytest.mark.django_db(transaction=True)
def test_two_leads_who_ask_at_once_begin_one_job(rated, people):
    begun = at_once(
        *(lambda: begin_agreement(study=rated, pass_kind="together", actor=people["chi"], now=NOW) for _ in range(4))
    )

    assert {job.pk for job in begun} == set(Job.objects.values_list("pk", flat=True))
    assert Job.objects.count() == 1


def test_each_pass_has_a_job_of_its_own(rated, people):
    for pass_kind in ("together", "words", "together"):
        begin_agreement(study=rated, pass_kind=pass_kind, actor=people["chi"], now=NOW)

    assert Job.objects.count() == 2


def test_a_cancelled_job_leaves_the_figures_as_they_were(rated, client_of, shown, run_jobs):
    client_of("chi").post(PAGE)
    run_jobs()
    before = shown()

    with pytest.raises(Cancelled):
        computation.compute_agreement(Silent(cancelled_at=4), study_id=rated.pk, pass_kind="together")
    job = client_of("chi").post(PAGE).json()["job"]
    cancelled = client_of("chi").post(f"/api/v1/jobs/{job['uuid']}/cancel/")
    run_jobs()

    assert cancelled.status_code == 202
    assert shown() == before


def test_a_job_that_failed_is_told_until_figures_are_newer(rated, client_of, shown, run_jobs):
    job = client_of("chi").post(PAGE).json()["job"]
    Job.objects.filter(uuid=job["uuid"]).update(state=JobState.FAILED, error="The disk is full.", finished_at=NOW)
    failed = shown()["job"]
    client_of("chi").post(PAGE)
    run_jobs()

    assert (failed["state"], failed["error"]) == ("failed", "The disk is full.")
    assert shown()["job"] is None


def test_no_words_of_a_session_are_kept_and_retired_turns_are_not_shown(rated, client_of, shown, run_jobs):
    client_of("chi").post(PAGE)
    run_jobs()
    (worst,) = shown("incongruence/")["figures"]["worst"]
    kept = json.dumps(list(AgreementFigures.objects.values_list("figures", flat=True)))
    turn = Turn.objects.get(pk=worst["turn"])

    assert worst["text"] == turn.text
    assert turn.text not in kept
    turn.retired_by = turn.revision
    turn.save()
    assert shown("incongruence/")["figures"]["worst"] == []


def test_a_client_who_comes_back_is_resampled_as_a_whole(run_jobs):
    study = make_study(n_sessions=12, client_turns=6, n_raters=5, raters_per_turn=2, sessions_per_client=2)
    computation.compute_agreement(Silent(), study_id=study.pk, pass_kind="together")
    page = AgreementFigures.objects.get(study=study, page="").figures

    assert (page["resampled"], page["n_clusters"], page["ratings_per_turn"]) == ("client", 6, 2)
    for construct in page["constructs"]:
        assert construct["main"]["resampled"] == "client"
    valence = next(each for each in page["constructs"] if each["key"] == "valence_face")
    assert (valence["coefficient"], valence["main"]["n_units"]) == ("icc_a_1", 72)
    assert valence["main"]["low"] < valence["main"]["value"] < valence["main"]["high"]


@pytest.mark.parametrize("page", ["", "incongruence/"])
def test_a_page_asks_the_same_number_of_queries_however_large_the_study(
    page, client_of, people, run_jobs, django_assert_max_num_queries
):
    counts = []
    for name, n_sessions in (("Small", 2), ("Large", 20)):
        study = make_study(name=name, n_sessions=n_sessions, client_turns=5)
        study.memberships.create(user=people["chi"], role="lead", created_at=NOW)
        computation.compute_agreement(Silent(), study_id=study.pk, pass_kind="together")
        browser = client_of("chi")
        with django_assert_max_num_queries(20) as asked:
            browser.get(f"/api/v1/studies/{study.slug}/agreement/{page}")
        counts.append(len(asked))

    assert counts[0] == counts[1]


def _change(annotation: Annotation, event_id: int | None = None) -> None:
    """As a save changes it: its version rises, with an event of its own."""
    annotation.version += 1
    annotation.save(update_fields=["version"])
    AnnotationEvent.objects.create(
        pk=event_id,
        annotation=annotation,
        client_key=uuid4(),
        construct_key="incongruence",
        version=annotation.version,
        at=NOW,
    )
