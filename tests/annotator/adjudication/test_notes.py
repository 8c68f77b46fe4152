"""What raters wrote and marked, for whoever settles or looks at votes: beside each vote, and as one file."""

import csv
import io
from datetime import timedelta

import pytest
from django.utils import timezone

from annotator.annotations.models import Assignment
from annotator.audit.models import Entry
from annotator.corpus import consent
from annotator.corpus.models import Person, Turn
from annotator.studies import services
from annotator.studies.models import Membership
from tests.annotator.conftest import NOW

STUDY = "/api/v1/studies/couples-pilot/"
ANSWERS = f"{STUDY}answers.csv"
COMMENT = "Ihr Lächeln; =SUM(A1)\nund die Hände."
MARKS = [
    {"start": 4, "end": 8},
    {"quote": "never"},
    {"at_ms": 300},
    {"start_ms": 100, "end_ms": 350},
]
TOLD = [
    {"quote": "fine", "is_gone": False, "start_ms": None, "end_ms": None},
    {"quote": "never", "is_gone": True, "start_ms": None, "end_ms": None},
    {"quote": "", "is_gone": False, "start_ms": 300, "end_ms": None},
    {"quote": "", "is_gone": False, "start_ms": 100, "end_ms": 350},
]


@pytest.fixture
def noted(study, add_session, rate, compute_consensus, people):
    """The one turn of a session: Asha and Ben tie, Asha with a comment and evidence, and Dev cannot judge it."""
    services.add_member(study=study, username="dev", role="rater", actor=people["chi"], now=NOW)
    study.raters.create(user=people["dev"], pseudonym="R3")
    turn = add_session(study, n_turns=1).turns.get(role=Turn.Role.CLIENT)
    annotation = rate("asha", turn, incongruence="contradiction", direction="opposed", engagement=4)
    questions = study.codebook_version.constructs
    annotation.scores.create(construct=questions.get(key="comment"), content=COMMENT)
    annotation.scores.create(construct=questions.get(key="evidence"), content=MARKS)
    rate("ben", turn, incongruence="none", engagement=4)
    rate("dev", turn, cannot_judge="The face is hidden.")
    compute_consensus()
    return turn


def asha_notes(cannot_judge=""):
    return {
        "rater": "R1",
        "pass_kind": "together",
        "cannot_judge": cannot_judge,
        "comment": COMMENT,
        "evidence": TOLD,
    }


DEV_NOTES = {
    "rater": "R3",
    "pass_kind": "together",
    "cannot_judge": "The face is hidden.",
    "comment": "",
    "evidence": [],
}


def table(response):
    text = b"".join(response.streaming_content).decode("utf-8")
    assert text[0] == "\ufeff"  # Or Excel shows "LÃ¤cheln".
    return list(csv.DictReader(io.StringIO(text[1:], newline="")))


def withdraw(client_pseudonym, people):
    person = Person.objects.get(pseudonym=client_pseudonym)
    consent.withdraw(person=person, scopes=None, note="", actor=people["chi"], now=timezone.now())


def test_whoever_decides_reads_comment_evidence_and_reason_beside_each_vote(noted, client_of):
    (dispute,) = client_of("chi").get(f"{STUDY}disagreements/").json()["results"]
    labels = client_of("chi").get(f"/api/v1/turns/{noted.pk}/labels/").json()

    assert [(vote["rater"], vote["value"], vote["notes"]) for vote in dispute["votes"]] == [
        ("R1", "contradiction", asha_notes()),
        ("R2", "none", None),
        ("R3", None, DEV_NOTES),
    ]
    assert {label["construct"]: label["votes"][0]["notes"] for label in labels} == {
        "incongruence": asha_notes(),
        "direction": asha_notes(),
        "engagement": asha_notes(),
    }


def test_an_expert_reads_them_with_the_votes_and_not_before(study, noted, compute_consensus, client_of, people):
    # Ben comes round to what Asha says: only what the raters agree on is drawn.
    incongruence = study.codebook_version.constructs.get(key="incongruence")
    of_ben = noted.annotations.get(rater__pseudonym="R2").scores.filter(construct=incongruence)
    of_ben.update(level=incongruence.levels.get(key="contradiction"))
    compute_consensus()
    sample = client_of("chi").post(f"{STUDY}review-samples/", {}).json()
    eve, items = client_of("eve"), f"/api/v1/review-samples/{sample['id']}/items/"
    (before,) = eve.get(items).json()
    item = f"/api/v1/review-items/{before['id']}"
    judged = eve.post(f"{item}/verdict/", {"labels": {"incongruence": "none"}}).json()

    opened = eve.post(f"{item}/opening/").json()
    withdraw("C-01", people)
    (later,) = eve.get(items).json()

    assert before["votes"] is judged["votes"] is None
    assert [(vote["rater"], vote["notes"]) for vote in opened["votes"]] == [
        ("R1", [asha_notes()]),
        ("R2", []),
        ("R3", []),
    ]
    assert opened["votes"][2]["cannot_judge"]["incongruence"] == "The face is hidden."
    # They may quote words that an expert reads no longer.
    assert [vote["notes"] for vote in later["votes"]] == [[], [], []]
    assert later["votes"][2]["cannot_judge"]["incongruence"] == ""


def test_the_clip_of_the_agreement_page_comes_with_them(noted, client_of, run_jobs):
    client_of("chi").post(f"{STUDY}agreement/")
    run_jobs()

    (worst,) = client_of("chi").get(f"{STUDY}agreement/incongruence/").json()["figures"]["worst"]

    assert worst["notes"] == [asha_notes(), DEV_NOTES]


@pytest.mark.parametrize("pass_kind", ["words", "face"])
def test_a_lead_who_rates_one_channel_reads_nobodys_notes_on_that_session(
    pass_kind, study, noted, client_of, people, run_jobs
):
    client_of("chi").post(f"{STUDY}agreement/")
    run_jobs()
    Membership.objects.create(study=study, user=people["chi"], role="rater", created_at=NOW)
    rater = study.raters.create(user=people["chi"], pseudonym="R4")
    Assignment.objects.create(rater=rater, session=noted.session, pass_kind=pass_kind, created_at=NOW)

    (dispute,) = client_of("chi").get(f"{STUDY}disagreements/").json()["results"]
    (worst,) = client_of("chi").get(f"{STUDY}agreement/incongruence/").json()["figures"]["worst"]
    rows = table(client_of("chi").get(ANSWERS))

    assert [vote["notes"] for vote in dispute["votes"]] == [None, None, None]
    assert worst["notes"] == []
    assert rows == []


@pytest.mark.parametrize(
    ("who", "status"), [("chi", 200), ("asha", 403), ("eve", 403), ("finn", 403), ("sam", 403), ("dev", 404)]
)
def test_only_a_lead_takes_the_answers_away(who, status, study, client_of):
    assert client_of(who).get(ANSWERS).status_code == status


def test_the_file_holds_a_row_for_each_turn_that_a_rater_answered(noted, client_of):
    rows = table(client_of("chi").get(ANSWERS))

    assert [(row["session"], row["client"], row["turn"], row["unit"], row["pass"]) for row in rows] == [
        ("S001", "C-01", "1", str(noted.pk), "together")
    ] * 3
    asha, ben, dev = rows
    assert (asha["rater"], asha["incongruence"], asha["direction"], asha["engagement"]) == (
        "R1",
        "contradiction",
        "opposed",
        "4",
    )
    # What would run as a formula once a spreadsheet splits lines at semicolons does not.
    assert asha["comment"] == "Ihr Lächeln;' =SUM(A1)\nund die Hände."
    assert (asha["evidence_words"], asha["evidence_words_gone"]) == ("fine", "never")
    assert asha["evidence_seconds"] == "0.300 | 0.100 to 0.350"
    assert (ben["rater"], ben["incongruence"], ben["direction"], ben["comment"]) == ("R2", "none", "", "")
    assert (dev["rater"], dev["incongruence"], dev["cannot_judge"]) == ("R3", "", "The face is hidden.")


def test_a_withdrawal_tells_who_took_a_copy_that_holds_the_persons_words(study, noted, add_session, client_of):
    other = add_session(study, client="C-02", n_turns=1)
    client_of("chi").get(ANSWERS)

    def end(person, scopes):
        answer = client_of("sam").post(f"/api/v1/persons/{person.pk}/withdraw/", {"scopes": scopes}).json()
        return [(each["number"], len(each["downloads"])) for each in answer["affected_answers"]]

    first = end(noted.session.client, ["annotate"])
    client_of("chi").get(ANSWERS)  # Without them.
    again = end(noted.session.client, ["train"])
    counsellor = end(other.counsellor, ["train"])

    assert first == again == [(noted.session.number, 1)]
    assert counsellor == [(noted.session.number, 1), (other.number, 2)]


def test_the_file_leaves_out_sessions_without_consent_and_the_log_says_how_many(
    study, noted, add_session, rate, client_of, people
):
    kept = add_session(study, client="C-02", n_turns=1)
    rate("asha", kept.turns.get(role=Turn.Role.CLIENT), incongruence="none")
    consent.withdraw(
        person=Person.objects.get(pseudonym="C-01"),
        scopes=None,
        note="",
        actor=people["chi"],
        now=timezone.now() - timedelta(minutes=1),
    )

    rows = table(client_of("chi").get(ANSWERS))

    assert {row["session"] for row in rows} == {kept.key}
    entry = Entry.objects.get(action="answers.downloaded")
    assert entry.text == "The raters' answers were downloaded with their comments, 1 session left out"
    assert Entry.objects.filter(action="words.read", actor_name="chi").count() == 1
