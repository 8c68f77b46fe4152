"""Where nobody is to be seen, what was answered about a face counts nowhere, and comes back with a picture."""

import csv
import io

import pytest

from annotator.adjudication.models import GoldLabel
from annotator.agreement.models import Consensus
from annotator.annotations.models import Annotation, Assignment, Score
from annotator.corpus.models import Recording
from annotator.studies.models import Study
from tests.annotator.conftest import NOW

API = "/api/v1"
STUDY = f"{API}/studies/couples-pilot"
SEEN = {"video_codec": "h264", "audio_codec": "aac"}
HEARD = {"video_codec": None, "audio_codec": "aac"}
OF_WORDS = {"engagement", "valence_words", "arousal_words", "dominance_words"}


@pytest.fixture(params=["sound alone", "no recording"])
def faceless(request, labelled):
    """The first of the labelled sessions, whose four turns were answered, agreed on and accepted before."""
    session = labelled.sessions.first()
    recordings = Recording.objects.filter(session=session)
    if request.param == "no recording":
        recordings.delete()
    else:
        recordings.update(probe=HEARD)
    return session


@pytest.fixture
def turn(faceless):
    return faceless.turns.get(position=0)


def counts_of(client):
    return client.get(f"{STUDY}/").json()["counts"]


def test_it_is_in_no_release_and_no_count_and_nothing_is_deleted(faceless, client_of):
    scores, labels = Score.objects.count(), GoldLabel.objects.filter(is_current=True).count()

    plan = client_of("chi").get(f"{STUDY}/release-preview/").json()
    counts = counts_of(client_of("chi"))

    assert plan["n_turns"] == 20
    assert plan["excluded"] == [{"reason": "no picture, so nobody is asked whether words and face agree", "n": 4}]
    figures = ("client_turns", "turns_with_picture", "turns_settled", "turns_to_accept", "turns_unsettled")
    assert [counts[key] for key in figures] == [24, 20, 20, 0, 0]
    assert (Score.objects.count(), GoldLabel.objects.filter(is_current=True).count()) == (scores, labels)


def test_it_is_in_no_figure_of_agreement_and_the_page_says_so(faceless, client_of, run_jobs):
    chi = client_of("chi")
    chi.post(f"{STUDY}/agreement/?pass=together")
    run_jobs()

    page = chi.get(f"{STUDY}/agreement/?pass=together").json()
    n_units = {each["key"]: each["main"]["n_units"] for each in page["figures"]["constructs"]}
    rows = list(csv.DictReader(io.StringIO(b"".join(chi.get(f"{STUDY}/annotations.csv")).decode("utf-8-sig"))))

    assert page["n_unseen"] == 8
    assert (n_units["incongruence"], n_units["valence_face"], n_units["engagement"]) == (20, 20, 24)
    assert {row["construct"] for row in rows if row["session"] == "S001"} == OF_WORDS


def test_figures_that_were_kept_before_are_out_of_date(labelled, client_of, run_jobs):
    chi = client_of("chi")
    chi.post(f"{STUDY}/agreement/?pass=together")
    run_jobs()
    before = [chi.get(f"{STUDY}/{each}").json()["is_stale"] for each in ("agreement/?pass=together", "consensus/")]

    Recording.objects.filter(session=labelled.sessions.first()).update(probe=HEARD)

    after = [chi.get(f"{STUDY}/{each}").json()["is_stale"] for each in ("agreement/?pass=together", "consensus/")]
    assert (before, after) == ([False, False], [True, True])


def test_a_consensus_of_before_is_none_and_a_new_one_has_the_words_alone(faceless, turn, client_of, compute_consensus):
    chi = client_of("chi")
    labels = 24 * 8 + 12  # Of 24 turns, 12 have a direction besides.

    before = chi.get(f"{STUDY}/consensus/").json()["n_labels"]
    shown = {each["construct"] for each in chi.get(f"{API}/turns/{turn.pk}/labels/").json()}
    compute_consensus()

    assert before == labels - 4 * 4 - 2
    assert shown == OF_WORDS
    found = Consensus.objects.filter(turn__session=faceless).values_list("construct__key", flat=True)
    assert set(found) == OF_WORDS
    assert chi.get(f"{STUDY}/consensus/").json()["n_labels"] == before


def test_a_label_that_was_accepted_before_is_taken_back(faceless, compute_consensus, accept_consensus):
    compute_consensus()

    assert accept_consensus()["taken_back"] == 4 * 4 + 2
    kept = GoldLabel.objects.filter(turn__session=faceless, is_current=True).values_list("construct__key", flat=True)
    assert set(kept) == OF_WORDS


def test_a_tie_about_it_waits_for_nobody_and_nobody_decides_it(labelled, client_of, compute_consensus):
    session = labelled.sessions.first()
    turn = session.turns.get(position=0)
    bens = Score.objects.get(annotation__turn=turn, annotation__rater__pseudonym="R2", construct__key="incongruence")
    Score.objects.filter(pk=bens.pk).update(level=bens.construct.levels.get(key="contradiction"))
    Annotation.objects.filter(pk=bens.annotation_id).update(version=9)
    GoldLabel.objects.filter(turn=turn).update(is_current=False)
    compute_consensus()
    chi = client_of("chi")
    asked = {"construct": "incongruence", "value": "none", "reason": "Her smile."}
    listed = f"{STUDY}/disagreements/"
    before = (counts_of(chi)["disagreements_open"], len(chi.get(listed).json()["results"]))

    Recording.objects.filter(session=session).update(probe=HEARD)

    refused = chi.post(f"{API}/turns/{turn.pk}/gold-label/", asked, format="json")
    assert before == (1, 1)
    assert (counts_of(chi)["disagreements_open"], chi.get(listed).json()["results"]) == (0, [])
    assert (refused.status_code, refused.json()["code"]) == (400, "no_picture")
    assert refused.json()["message"] == "Session S001 has no picture, so nobody is asked about Incongruence there."


def test_an_expert_reviews_none_of_its_turns(labelled, client_of):
    chi, eve = client_of("chi"), client_of("eve")
    sample = chi.post(f"{STUDY}/review-samples/", {"size": 100, "seed": 1}).json()
    items = eve.get(f"{API}/review-samples/{sample['id']}/items/").json()
    of_first = next(each["id"] for each in items if each["session"]["key"] == "S001")

    Recording.objects.filter(session=labelled.sessions.first()).update(probe=HEARD)

    left = eve.get(f"{API}/review-samples/{sample['id']}/items/").json()
    verdict = eve.post(f"{API}/review-items/{of_first}/verdict/", {"labels": {"incongruence": "none"}}, format="json")
    assert (len(items), len(left), eve.get(f"{STUDY}/").json()["my_review_turns"]) == (24, 20, 20)
    assert (counts_of(chi)["review_turns"], verdict.json()["code"]) == (20, "no_picture")
    assert chi.post(f"{STUDY}/review-samples/", {"size": 100, "seed": 1}).json()["drawn_from"] == 20


def test_with_a_picture_all_of_it_counts_again(faceless, client_of):
    Recording.objects.update_or_create(session=faceless, defaults={"bytes": 1, "duration_ms": 9000, "probe": SEEN})

    counts = counts_of(client_of("chi"))

    assert client_of("chi").get(f"{STUDY}/release-preview/").json()["n_turns"] == 24
    assert [counts[key] for key in ("turns_with_picture", "turns_settled")] == [24, 24]


@pytest.fixture
def silent(study, add_session):
    """A session with a picture, one of sound alone and one of words alone, in a study with passes of one channel."""
    Study.objects.update(has_channel_passes=True)
    return [add_session(study, client=f"C-{shows}", shows=shows) for shows in ("picture", "sound", "nothing")]


def test_nobody_is_given_a_pass_through_a_face_that_nobody_can_see(silent, client_of):
    def give(sessions):
        body = {"session_ids": [each.pk for each in sessions], "raters": ["R1"], "pass_kind": "face"}
        return client_of("chi").post(f"{STUDY}/assignments/", body, format="json")

    refused = give(silent)

    assert (refused.status_code, refused.json()["code"]) == (400, "no_picture")
    assert refused.json()["message"].startswith("No face can be seen in S002, S003: without a picture there is no pass")
    assert not Assignment.objects.exists()
    assert give(silent[:1]).status_code == 201


def test_who_assigns_all_is_told_where_there_is_no_face(silent, client_of):
    before = counts_of(client_of("chi"))["passes_to_assign"]

    done = client_of("chi").post(f"{STUDY}/assignments/distribute/").json()

    assert (before, done) == (14, {"created": 14, "left_out": [], "without_picture": ["S002", "S003"]})
    assert counts_of(client_of("chi"))["passes_to_assign"] == 0
    assert set(Assignment.objects.filter(pass_kind="face").values_list("session__number", flat=True)) == {1}


def test_such_a_pass_that_was_given_before_asks_nothing_and_can_be_closed(silent, study, rate, people, client_of):
    heard = silent[1]
    given = Assignment.objects.create(
        rater=study.raters.get(user=people["asha"]), session=heard, pass_kind="face", created_at=NOW
    )
    rate("asha", heard.turns.get(position=0), pass_kind="face", valence_face=3)
    address = f"{API}/assignments/{given.pk}"

    page = client_of("asha").get(f"{address}/workspace/").json()
    (listed,) = client_of("asha").get(f"{STUDY}/assignments/?mine=1").json()["results"]
    counts = counts_of(client_of("chi"))
    done = client_of("asha").post(f"{address}/done/")

    assert (page["codebook"]["constructs"], page["assignment"]["n_turns"], listed["n_turns"]) == ([], 0, 0)
    assert (page["assignment"]["n_complete"], listed["n_complete"]) == (0, 0)
    assert (counts["annotations_expected"], counts["annotations_complete"]) == (0, 0)
    assert done.status_code == 200
