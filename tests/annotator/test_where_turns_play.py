"""Every page says of every turn the same: where it plays, or why nothing does."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.annotations import services
from annotator.annotations.models import Score
from annotator.codebooks.questionnaire import questionnaire_of
from annotator.corpus.models import Frame, Recording, Turn
from annotator.corpus.turn_frames import frame_requests
from annotator.releases.models import Release
from annotator.runs.models import Prediction, Run
from tests.annotator.conftest import NOW

API = "/api/v1"
TIMES = [
    (0, None),
    (2000, None),
    (2400, 2400),
    (4000, None),
    (None, None),
    (9000, 9500),
    (11_000, None),
    (16_000, None),
]
CLIPS = [
    ("no_end", 0, 2000),
    ("no_end", 2000, 2400),
    ("no_length", 2400, None),
    ("no_end", 4000, 9000),
    ("no_time", None, None),
    ("timed", 9000, 9500),
    ("no_end", 11_000, 16_000),
    ("outside", None, None),
]


@pytest.fixture
def session(labelled):
    """The first of the labelled sessions, its turns with all kinds of times, beside a recording of 16 s."""
    session = labelled.sessions.first()
    for turn, (start_ms, end_ms) in zip(session.turns.order_by("position"), TIMES, strict=True):
        Turn.objects.filter(pk=turn.pk).update(start_ms=start_ms, end_ms=end_ms)
    Recording.objects.filter(session=session).update(
        original_path="imports/x/original",
        original_sha256="0" * 64,
        duration_ms=16_000,
        probe={"video_codec": "h264", "audio_codec": "aac", "width": 640, "height": 480},
        proxy_path="imports/x/proxy.mp4",
        picture_only_path="imports/x/picture.mp4",
    )
    return session


@pytest.fixture
def expected(session):
    turns = session.turns.order_by("position")
    return {str(turn.pk): clip for turn, clip in zip(turns, CLIPS, strict=True)}


@pytest.fixture
def clients_turns(session):
    return {str(turn.pk) for turn in session.turns.filter(role=Turn.Role.CLIENT)}


def told(rows, *, turn=lambda row: row["id"]):
    return {turn(row): tuple(row["clip"][key] for key in ("state", "from_ms", "until_ms")) for row in rows}


def test_the_raters_workspace_the_session_and_its_editor(session, expected, people, client_of):
    (assignment,) = services.assign(
        study=session.study,
        sessions=[session],
        raters=[session.study.raters.get(user=people["asha"])],
        pass_kind="together",
        actor=people["chi"],
        now=NOW,
    )

    assert told(client_of("asha").get(f"{API}/assignments/{assignment.pk}/workspace/").json()["turns"]) == expected
    assert told(client_of("chi").get(f"{API}/sessions/{session.pk}/").json()["turns"]) == expected
    assert told(client_of("chi").get(f"{API}/sessions/{session.pk}/transcript/").json()["turns"]) == expected


def test_the_expert_and_the_lead_who_decides(session, expected, clients_turns, client_of):
    chi, study = client_of("chi"), f"{API}/studies/{session.study.slug}"
    sample = chi.post(f"{study}/review-samples/", {"size": 100, "seed": 1}).json()

    items = client_of("eve").get(f"{API}/review-samples/{sample['id']}/items/").json()
    reviewed = told(items, turn=lambda row: row["turn"]["id"])
    assert {turn: reviewed[turn] for turn in clients_turns} == {turn: expected[turn] for turn in clients_turns}
    for turn in clients_turns:
        labels = chi.get(f"{API}/turns/{turn}/labels/").json()
        assert set(told(labels, turn=lambda row: row["turn"]["id"]).items()) == {(turn, expected[turn])}


def test_the_turns_that_raters_disagree_on_most(session, expected, clients_turns, run_jobs, client_of):
    bens = Score.objects.filter(annotation__turn__in=clients_turns, annotation__rater__pseudonym="R2")
    question = questionnaire_of(session.study.codebook_version_id).questions["incongruence"]
    for score in bens.filter(construct=question.construct):
        score.level = next(level for key, level in question.levels.items() if level.pk != score.level_id)
        score.save()
    study = f"{API}/studies/{session.study.slug}"
    assert client_of("chi").post(f"{study}/agreement/?pass=together").status_code == 202
    run_jobs()

    address = f"{study}/agreement/incongruence/?pass=together"
    worst = client_of("chi").get(address).json()["figures"]["worst"]

    found = told(worst, turn=lambda row: row["turn"])
    assert {turn: found[turn] for turn in clients_turns} == {turn: expected[turn] for turn in clients_turns}


def test_what_a_model_says_of_a_turn(session, expected, clients_turns, approved, client_of):
    wish = {"preset": "tiny", "ablations": ["none"], "seed": 4}
    run = client_of("finn").post(f"{API}/releases/{approved}/runs/", wish).json()[0]["id"]
    for turn in clients_turns:
        Prediction.objects.create(
            run=Run.objects.get(pk=run),
            turn_id=turn,
            probabilities={"none": 1.0},
            predicted="none",
            gold="none",
            reply="",
            reference="",
        )

    page = client_of("finn").get(f"{API}/runs/{run}/predictions/").json()["results"]

    assert told(page, turn=lambda row: row["turn"]["id"]) == {turn: expected[turn] for turn in clients_turns}


def test_frames_are_looked_for_where_the_turn_plays_and_leave_so(session, expected, approved, client_of):
    searched = {each.key: (each.start_ms, each.end_ms) for each in frame_requests(session)}
    frame = Frame.objects.create(turn=session.turns.get(position=6), rule="apex", rule_version=1, missing_reason="-")
    moment = client_of("chi").put(f"{API}/frames/{frame.pk}/choice/", {"time_ms": 16_500, "version": 0}, format="json")
    lines = Release.objects.get(pk=approved).folder / "turns.jsonl"
    left = [json.loads(line) for line in lines.read_text("utf-8").splitlines()]

    by_position = {turn.position: searched[str(turn.pk)] for turn in session.turns.filter(role=Turn.Role.CLIENT)}
    assert by_position == {0: (0, 2000), 2: (2400, 2400), 4: (None, None), 6: (11_000, 16_000)}
    assert moment.json()["fields"]["time_ms"] == ["The turn lasts from 11.00 s to 16.00 s. Choose a moment in between."]
    assert client_of("chi").get(f"{API}/frames/{frame.pk}/").json()["clip"]["until_ms"] == 16_000
    assert {line["turn"]: line["plays_until_ms"] for line in left if line["turn"] in expected} == {
        turn: expected[turn][2] for turn in expected if turn in searched
    }


def test_a_turn_without_an_end_gets_its_frame_anew_when_the_next_one_begins_elsewhere(session, client_of):
    Turn.objects.filter(session=session, position=4).update(start_ms=6000, end_ms=7000)
    following = session.turns.get(position=5)
    version = session.revisions.latest("number").number

    def renew(start_ms, version):
        Frame.objects.filter(turn__session=session).delete()
        answer = client_of("chi").patch(f"{API}/turns/{following.pk}/", {"start_ms": start_ms, "version": version})
        assert answer.status_code == 200
        return {turn.position for turn in session.turns.filter(frames__isnull=False)}

    assert renew(8000, version) == set()
    Turn.objects.filter(session=session, position=4).update(start_ms=6000, end_ms=None)
    assert renew(8500, version + 1) == {4}


def test_a_page_costs_no_query_more_for_many_turns_without_an_end(session, client_of):
    def queries():
        with CaptureQueriesContext(connection) as caught:
            client_of("chi").get(f"{API}/sessions/{session.pk}/")
        return len(caught)

    few = queries()
    Turn.objects.filter(session=session).update(end_ms=None)

    assert queries() <= few
