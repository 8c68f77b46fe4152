"""Lists cost as many queries for twenty rows as for two, and none sends whole transcripts, manifests or evaluations."""

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.accounts.tokens import make_token
from annotator.adjudication.models import GoldLabel, ReviewSample
from annotator.agreement.models import Consensus
from annotator.annotations.models import AnnotationEvent, Assignment
from annotator.codebooks.models import PassKind
from annotator.corpus.drafts import start_draft
from annotator.corpus.files import Upload
from annotator.corpus.models import Frame, Session, Turn
from annotator.corpus.together import note_together
from annotator.corpus.uploads import begin_upload
from annotator.jobs.models import Job, JobState
from annotator.releases.models import Release
from annotator.runs.models import Prediction, Run
from annotator.runs.presets import preset_config
from annotator.studies.models import Study
from annotator.studies.services import add_member, create_study, draw_numbers
from tests.annotator.conftest import NOW, AddSession, Rate

FEW, MANY = 2, 20

LISTS = {
    "studies/": "chi",
    "tokens/": "chi",
    "studies/{study}/members/": "chi",
    "studies/{study}/raters/": "chi",
    "studies/{study}/sessions/": "chi",
    "studies/{study}/persons/": "sam",
    "studies/{study}/assignments/": "chi",
    "studies/{study}/assignments/exclusions/": "chi",
    "studies/{study}/drafts/": "chi",
    "studies/{study}/uploads/": "chi",
    "studies/{study}/jobs/": "chi",
    "studies/{study}/log/": "chi",
    "studies/{study}/disagreements/": "chi",
    "studies/{study}/turns/": "chi",
    "studies/{study}/review-samples/": "chi",
    "studies/{study}/releases/": "chi",
    "studies/{study}/runs/": "chi",
    "sessions/{session}/frames/": "chi",
    "sessions/{session}/transcript/drafts/": "chi",
    "assignments/{assignment}/turns/{turn}/history/": "asha",
    "review-samples/{sample}/items/": "eve",
    "runs/{run}/predictions/": "chi",
    "turns/{turn}/gold-label/": "chi",
    "turns/{turn}/labels/": "chi",
}
QUERIES = {"studies/{study}/turns/": "?q=fine"}
MOST_BYTES_A_ROW = 4000
"""A row of a list; a made manifest, transcript or evaluation has ten times as many."""
LONG = "x" * 40_000


class Lab:
    """A study that grows in every list at once."""

    def __init__(self, study: Study, people: dict[str, User], add_session: AddSession, rate: Rate) -> None:
        self.study, self.people = study, people
        self._add_session, self._rate = add_session, rate
        self.names: dict[str, object] = {"study": study.slug}
        self._n = 0

    def grow(self, n: int) -> None:
        """Have `n` rows in every list."""
        for number in range(self._n, n):
            self._add_row(number)
        session = self._add_session(self.study, client="C-long", n_turns=n)
        self._of_one_session(session, n)
        self._n = n

    def _add_row(self, number: int) -> None:
        study, chi = self.study, self.people["chi"]
        create_study(name=f"Study {number}", codebook_version=study.codebook_version, creator=chi, now=NOW)
        make_token(user=chi, label=f"script {number}", days=1, now=NOW)
        add_member(study=study, username=f"gil{number}", role="rater", actor=chi, now=NOW)
        draw_numbers(study=study, actor=chi, now=NOW)
        session = self._add_session(study, client=f"C-{number}", n_turns=1)
        self._assign(session)
        note_together(self.people["asha"], session, now=NOW)
        turn = session.turns.get(role=Turn.Role.CLIENT)
        self._rate("asha", turn, incongruence="none")
        self._rate("ben", turn, incongruence="contradiction")
        self._draft(number)
        begin_upload(study=study, name=f"talk-{number}.mp4", n_bytes=9, actor=chi, now=NOW)
        job = Job.objects.create(
            kind="execute_run",
            queue="gpu",
            arguments={},
            title=f"Run {number}",
            study=study,
            started_by=chi,
            state=JobState.SUCCEEDED,
            created_at=NOW,
        )
        release = Release.objects.create(
            study=study,
            number=number + 1,
            state=Release.State.APPROVED,
            seed=1,
            holdout_share=0.2,
            manifest=None,
            frozen_by=chi,
            frozen_at=NOW,
        )
        config = asdict(preset_config("tiny"))
        Run.objects.create(
            release=release, number=number + 1, name="tiny", config=config, job=job, record={"x": LONG}, created_at=NOW
        )
        ReviewSample.objects.create(study=study, number=number + 1, seed=1, size=1, drawn_from=1, drawn_at=NOW)

    def _draft(self, number: int, session: Session | None = None) -> None:
        words = "speaker,text\n" + "Client,Fine\nCounsellor,Fine?\n" * 400
        start_draft(
            study=self.study,
            transcript=Upload(f"talk-{number}.csv", [words.encode()]),
            video=None,
            session=session,
            actor=self.people["chi"],
            now=NOW,
        )

    def _assign(self, session: Session) -> Assignment:
        rater = self.study.raters.get(user=self.people["asha"])
        return Assignment.objects.create(rater=rater, session=session, pass_kind=PassKind.TOGETHER, created_at=NOW)

    def _of_one_session(self, session: Session, n: int) -> None:
        """What is listed of one session, turn, sample or run."""
        assignment = self._assign(session)
        turns = list(session.turns.filter(role=Turn.Role.CLIENT))
        for number, turn in enumerate(turns):
            self._draft(number, session)
            Frame.objects.create(turn=turn, rule="onset_sharpest", rule_version=1, path="f.png", sha256="0" * 64)
        annotation = self._rate("asha", turns[0], incongruence="none")
        AnnotationEvent.objects.bulk_create(
            AnnotationEvent(annotation=annotation, construct_key="incongruence", version=version, at=NOW)
            for version in range(2, n + 1)
        )
        construct = self.study.codebook_version.constructs.get(key="incongruence")
        GoldLabel.objects.bulk_create(
            GoldLabel(
                turn=turns[0],
                construct=construct,
                level=construct.levels.first(),
                origin=GoldLabel.Origin.DECISION,
                reason="Heard again.",
                decided_at=NOW,
                is_current=number == 0,
            )
            for number in range(n)
        )
        latest = ReviewSample.objects.filter(study=self.study).count() + 1
        sample = ReviewSample.objects.create(
            study=self.study, number=1000 + latest, seed=1, size=n, drawn_from=n, drawn_at=NOW
        )
        for position, turn in enumerate(turns):
            sample.items.create(turn=turn, position=position, consensus={"incongruence": "none"})
        run = Run.objects.filter(release__study=self.study).latest("pk")
        Prediction.objects.filter(run=run).delete()
        Prediction.objects.bulk_create(
            Prediction(run=run, turn=turn, probabilities={"none": 1.0}, predicted="none", gold="none") for turn in turns
        )
        self.names |= {
            "session": session.pk,
            "turn": turns[0].pk,
            "assignment": assignment.pk,
            "sample": sample.pk,
            "run": run.pk,
        }


@pytest.fixture
def lab(study: Study, people: dict[str, User], add_session: AddSession, rate: Rate) -> Lab:
    return Lab(study, people, add_session, rate)


def test_every_list_takes_as_many_queries_for_twenty_rows_as_for_two(
    lab: Lab,
    client_of: Callable[[str], APIClient],
    compute_consensus: Callable[[], None],
) -> None:
    asked: dict[int, dict[str, int]] = {}
    rows: dict[int, dict[str, int]] = {}
    sizes: dict[str, float] = {}
    for n in (FEW, MANY):
        lab.grow(n)
        compute_consensus()
        assert Consensus.objects.exists()
        browsers = {name: client_of(name) for name in set(LISTS.values())}
        asked[n], rows[n] = {}, {}
        for path, name in LISTS.items():
            address = "/api/v1/" + path.format(**lab.names) + QUERIES.get(path, "")
            browsers[name].get(address)  # What is told once, as that words were opened, is told by now.
            with CaptureQueriesContext(connection) as captured:
                answer = browsers[name].get(address)
            assert answer.status_code == 200, (path, answer.content)
            asked[n][path] = len(captured)
            rows[n][path] = n_rows = len(_rows(answer.json()))
            sizes[path] = len(answer.content) / max(n_rows, 1)

    assert [path for path in LISTS if path not in NOT_GROWING and rows[MANY][path] < rows[FEW][path] + 10] == []
    assert {path: (asked[FEW][path], n) for path, n in asked[MANY].items() if n > asked[FEW][path]} == {}
    assert {path: size for path, size in sizes.items() if size > MOST_BYTES_A_ROW} == {}


NOT_GROWING = {"turns/{turn}/labels/"}
"""As long as the codebook."""


def _rows(answer: Any) -> list[Any]:
    rows: list[Any] = answer if isinstance(answer, list) else answer["results"]
    return rows


def test_every_list_of_the_api_is_counted() -> None:
    schema = json.loads((settings.BASE_DIR / "frontend" / "schema.json").read_text("utf-8"))

    assert {path.removeprefix("/api/v1/") for path in _lists(schema)} == {_as_in_schema(path) for path in LISTS}


def _lists(schema: dict[str, Any]) -> Iterator[str]:
    for path, methods in schema["paths"].items():
        answer = methods.get("get", {}).get("responses", {}).get("200", {}).get("content", {}).get("application/json")
        found = (answer or {}).get("schema", {})
        while "$ref" in found:
            found = schema["components"]["schemas"][found["$ref"].rpartition("/")[2]]
        if found.get("type") == "array" or "results" in found.get("properties", {}):
            yield path


def _as_in_schema(path: str) -> str:
    for name in ("session", "turn", "assignment", "sample", "run"):
        path = path.replace(f"{{{name}}}", f"{{{name}_id}}")
    return path.replace("{study}", "{slug}")
