"""The whole chain on the demo study without a browser: from recordings to scored runs, through the same services."""

import json
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

from annotator.accounts.models import User
from annotator.adjudication.disputes import disputes_of
from annotator.adjudication.models import GoldLabel, ReviewItem
from annotator.adjudication.reviewing import Opinion, draw_sample, give_verdict, open_answers
from annotator.adjudication.services import settle, start_accepting
from annotator.agreement.constructs import INCONGRUENCE, pass_of
from annotator.agreement.services import start_consensus
from annotator.codebooks.models import PassKind
from annotator.codebooks.questionnaire import Answer, questionnaire_of
from annotator.corpus.models import Turn
from annotator.demonstration import people
from annotator.demonstration.raters import judge
from annotator.demonstration.recordings import Tell
from annotator.demonstration.study import make_demo_study, rate_open_passes
from annotator.errors import DomainError
from annotator.evaluations.report import report_html, report_json
from annotator.jobs import execution as jobs
from annotator.jobs.models import Job, JobState
from annotator.releases.models import Release
from annotator.releases.services import approve_release, freeze_release
from annotator.runs.child import started
from annotator.runs.models import Run
from annotator.runs.services import start_runs
from annotator.studies.models import Study
from demo.raters import EXPERTS
from demo.script import Script, write_script
from training.config import PRESETS

HOLDOUT_SHARE = 0.5  # Six clients of ten, two of whom come twice; an interval needs five, and 42 % brings four.
REVIEWED = 60
PRESET = "tiny"
ONE_IS_ENOUGH = "Where one of two raters could not judge, the other's answer is enough for a demonstration."


class ChainBroke(DomainError):
    code = "chain_broke"


def run_chain(*, sessions: int, turns: int, seed: int, tell: Tell) -> Path:
    """Do everything that people and workers would, and return the folder of `report.json` and `report.html`."""
    folder = settings.DATA_DIR / "demo"
    folder.mkdir(parents=True, exist_ok=True)
    # The base knows nothing of the study, so it is made while the study is.
    with started(["-m", "training.base", "--config", str(PRESETS / f"{PRESET}.yaml")], out=folder) as base:
        release = _release(sessions=sessions, turns=turns, seed=seed, tell=tell)
        base.wait()
    return _write_report(_runs(release, seed=seed, tell=tell), folder)


def _release(*, sessions: int, turns: int, seed: int, tell: Tell) -> Release:
    """From nothing to an approved release."""
    study = make_demo_study(sessions=sessions, turns=turns, seed=seed, tell=tell)
    scripts = write_script(sessions=sessions, client_turns=turns, seed=seed)
    lead, steward = (User.objects.get(username=name) for name in (people.LEAD, people.STEWARD))
    rate_open_passes(study, scripts, seed=seed)
    _work(start_consensus(study=study, actor=lead, now=timezone.now()))
    _work(start_accepting(study=study, few_raters_reason=ONE_IS_ENOUGH, actor=lead, now=timezone.now()))
    _review(study, scripts, lead=lead, seed=seed)
    n_decided = _decide(study, scripts, lead=lead, seed=seed)
    n_labels = GoldLabel.objects.filter(turn__session__study=study, is_current=True).count()
    tell(f"made {n_labels:,} gold labels, {n_decided} of them by deciding disagreements")
    release = freeze_release(
        study=study, holdout_share=HOLDOUT_SHARE, seed=seed, note="", actor=lead, now=timezone.now()
    )
    _work(release.job)
    release = approve_release(release=release, actor=steward, now=timezone.now())
    tell(f"froze and approved release {release.number}: {_counts(release)}")
    return release


def _runs(release: Release, *, seed: int, tell: Tell) -> list[Run]:
    """Both channels, words only and picture only, side by side."""
    engineer = User.objects.get(username=people.ENGINEER)
    runs = start_runs(
        release=release,
        preset=PRESET,
        ablations=["none", "no_vision", "no_words"],
        seed=seed,
        actor=engineer,
        now=timezone.now(),
    )
    with ThreadPoolExecutor(len(runs)) as crews:
        for run, _ in zip(runs, crews.map(_work_apart, [run.job for run in runs]), strict=True):
            tell(f"trained and scored run {run.number}, {run.name}")
    return runs


def _work_apart(job: Job | None) -> None:
    """Do the job in a thread of its own, whose connection to the database ends with it."""
    try:
        _work(job)
    finally:
        connection.close()


def _work(job: Job | None) -> None:
    """Do the job here, or wait for the worker that has taken it."""
    if job is None:
        raise ChainBroke("There is no job to do.")
    jobs.run(job_id=job.pk)
    job.refresh_from_db()
    while not job.is_over:
        time.sleep(0.5)
        job.refresh_from_db()
    if job.state != JobState.SUCCEEDED:
        raise ChainBroke(f"{job.title}: {job.error or job.state}")


def _review(study: Study, scripts: Sequence[Script], *, lead: User, seed: int) -> None:
    """Two experts label a drawn sample by themselves, and then see what the raters say."""
    sample = draw_sample(study=study, size=REVIEWED, seed=seed, actor=lead, now=timezone.now())
    for item in ReviewItem.objects.filter(sample=sample).select_related("turn__session", "sample__study"):
        for expert in EXPERTS:
            opinion = _opinion(expert.name, study, item, scripts, seed=seed)
            user = User.objects.get(username=expert.name)
            give_verdict(item=item, expert=user, opinion=opinion, now=timezone.now())
            open_answers(item=item, expert=user, now=timezone.now())


def _opinion(name: str, study: Study, item: ReviewItem, scripts: Sequence[Script], *, seed: int) -> Opinion:
    return Opinion(labels={INCONGRUENCE: _expert_says(name, study, item.turn, scripts, seed=seed) or ""})


def _decide(study: Study, scripts: Sequence[Script], *, lead: User, seed: int) -> int:
    """Settle every open disagreement as the first expert sees it; return how many."""
    n_decided = 0
    # What is decided of incongruence may call for the direction, which nobody had to decide before.
    for constructs in ({INCONGRUENCE}, None):
        disputes = [
            each for each in disputes_of(study) if each.is_open and (not constructs or each.construct in constructs)
        ]
        turns = Turn.objects.select_related("session__study").in_bulk({each.turn for each in disputes})
        for each in disputes:
            said = _expert_says(EXPERTS[0].name, study, turns[each.turn], scripts, construct=each.construct, seed=seed)
            if said is not None:
                settle(
                    turn=turns[each.turn],
                    construct=each.construct,
                    value=said,
                    reason="As the first expert sees it.",
                    actor=lead,
                    now=timezone.now(),
                )
                n_decided += 1
    return n_decided


def _expert_says(
    name: str, study: Study, turn: Turn, scripts: Sequence[Script], *, construct: str = INCONGRUENCE, seed: int
) -> Answer | None:
    """An expert's label; one who can't judge at first looks again. None where their other answers don't call for it."""
    script = next(each for each in scripts if each.name == turn.session.title)
    question = questionnaire_of(study.codebook_version_id).questions[construct]
    pass_kind = pass_of(study, question) or PassKind.TOGETHER
    for attempt in range(10):
        said = judge(name, study, turn, script.turns[turn.position], seed=seed + attempt, pass_kind=pass_kind)
        if "cannot_judge" not in said:
            return said.get(construct)
    raise ChainBroke(f"{name} could not judge turn {turn.position} of {turn.session} in ten attempts.")


def _counts(release: Release) -> str:
    counts = (release.manifest or {})["counts"]
    return f"{counts['train']} turns to train on, {counts['holdout']} held out"


def _write_report(runs: Sequence[Run], folder: Path) -> Path:
    scored = list(
        Run.objects.filter(pk__in=[run.pk for run in runs]).select_related("evaluation", "release").order_by("number")
    )
    now = timezone.now()
    report = json.dumps(report_json(scored, at=now), indent=2, ensure_ascii=False)
    (folder / "report.json").write_text(report + "\n", encoding="utf-8")
    (folder / "report.html").write_text(report_html(scored, title="Demo study", at=now), encoding="utf-8")
    return folder
