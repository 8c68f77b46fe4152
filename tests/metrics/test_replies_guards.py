"""The guards beside the scores: alterations of real replies, the mimicry ceiling and copies of training replies."""

import csv
import itertools
import json

import numpy as np
import pytest

from metrics.refusal import InputRefusedError
from metrics.replies import SCORES, Reply, score_replies
from metrics.replies.alterations import altered
from metrics.replies.overlap import training_overlap, word_sequences
from metrics.replies.words import words_of


def line(reply: str, *, session: str = "S1", reference: str | None = None) -> Reply:
    return Reply(session=session, turn="1", client="The house is quiet.", reply=reply, reference=reference)


def test_alterations_keep_what_they_do_not_alter():
    lines = [line("It is a very quiet house.", session="S1"), line("How was the night?", session="S2")]

    others = altered(lines, lines, np.random.default_rng(1))

    assert sorted(others["shuffled"][0].split()) == sorted(lines[0].reply.split())
    assert all(word in others["stuffed"][0].split() for word in lines[0].reply.split())
    assert others["other_session"] == [lines[1].reply, lines[0].reply]


def test_a_study_of_one_session_has_no_mimicry_ceiling_and_says_why():
    guards = score_replies([line("That sounds hard.")]).guards

    assert guards.mimicry_ceiling["pct_adherence"].value is None
    assert "another session" in guards.mimicry_ceiling["pct_adherence"].why_undefined


def test_the_real_reply_is_the_reference_where_there_is_one():
    guards = score_replies(
        [line("", session=session, reference="That sounds hard.") for session in ("S1", "S2")], bootstrap=0
    ).guards

    # Both references are "that sounds": one mark of understanding, so random real replies score the same.
    assert guards.real_beats["other_session"]["pct_adherence"].value == 0
    assert guards.mimicry_ceiling["pct_adherence"].n_units == 2


def test_overlap_is_the_share_of_four_word_sequences_that_training_replies_hold():
    seen = frozenset(word_sequences("It sounds like you are tired."))

    # Sequences of the reply: "it sounds like you" is in training, "sounds like you slept" is not.
    assert training_overlap("It sounds like you slept.", seen) == 1 / 2
    assert training_overlap("It sounds like.", seen) is None


def test_appraisals_are_said_to_be_missing():
    appraisals = score_replies([line("Yes.")]).guards.appraisals

    assert (appraisals.value, appraisals.why_undefined) == (None, "no appraisals come with a replies file")


def test_a_session_in_both_files_is_refused_by_name():
    training = [line("It is quiet.", session="S1"), line("It is late.", session="S2")]

    with pytest.raises(InputRefusedError, match="Session S1 is both scored and trained on"):
        score_replies([line("Yes.", session="S1")], training=training)


def test_training_on_one_session_is_refused():
    with pytest.raises(InputRefusedError, match="fewer than 2 sessions"):
        score_replies([line("Yes.")], training=[line("It is quiet.", session="T1")])


def test_the_same_seed_gives_the_same_result():
    lines = [line("That sounds hard.", session=f"S{number}") for number in range(6)]

    first, second = (json.dumps(score_replies(lines, seed=3, bootstrap=50).to_json()) for _ in range(2))

    assert first == second


@pytest.fixture(scope="module")
def mibot_sessions(public_data) -> list[list[Reply]]:
    """Forty motivational interviews as client turns and the counsellor's replies."""
    sessions = []
    for path in sorted((public_data / "mibot" / "transcripts").glob("*.json")):
        stretches = [
            (speaker, " ".join(part["text"] for part in parts))
            for speaker, parts in itertools.groupby(json.loads(path.read_text())["utterances"], lambda u: u["speaker"])
        ]
        sessions.append(
            [
                Reply(session=path.stem, turn=f"{path.stem}-{place}", client=client, reply=reply)
                for place, ((who, client), (_, reply)) in enumerate(itertools.pairwise(stretches))
                if who == "client"
            ]
        )
    return sessions


def test_real_counsellors_beat_every_trick_by_the_composite_and_not_by_the_plain_scores(mibot_sessions):
    lines, training = (list(itertools.chain(*half)) for half in (mibot_sessions[1::2], mibot_sessions[::2]))
    assert len(lines) + len(training) == 541

    result = score_replies(lines, training=training, bootstrap=100)

    beats = {
        trick: {name: share.value for name, share in row.items()} for trick, row in result.guards.real_beats.items()
    }
    for composite in ("pct_composite", "pct_composite_paper"):
        assert beats["stuffed"][composite] > 0.97
        assert beats["shuffled"][composite] > 0.93
        assert beats["other_subject"][composite] > 0.9
        assert beats["other_session"][composite] > 0.7
        assert result.guards.mimicry_ceiling[composite].high < result.means[composite].low
    assert all(beats["stuffed"][name] < 0.05 for name in SCORES if "composite" not in name)
    assert result.means["pct_composite"].n_clusters == 20


def test_every_hit_of_a_real_reply_is_the_text_it_points_at(mibot_sessions):
    lines = mibot_sessions[0]
    rows = score_replies(lines, bootstrap=0).to_json()["replies"]

    hits = [
        (line.reply[hit["start"] : hit["end"]], hit)
        for line, row in zip(lines, rows, strict=True)
        for hit in row["hits"]
    ]
    assert hits
    assert all(
        [word.text for word in words_of(text)] == [word.text for word in words_of(hit["marker"])] for text, hit in hits
    )


def test_ids_of_twenty_digits_stay_text(public_data):
    with (public_data / "lend-an-ear" / "conversations.csv").open(newline="") as file:
        session = next(csv.DictReader(file))["conversation_id"]

    (row,) = score_replies([line("Yes.", session=session)], bootstrap=0).to_json()["replies"]

    assert row["session"] == "20241031145103738386"
