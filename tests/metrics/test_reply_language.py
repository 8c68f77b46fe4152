"""Word lists and judge are English: what is in another language is left without a score, and says so."""

import csv
import json

import pytest

from demo.script import write_script
from metrics.commands.fit_judge import _dialogue
from metrics.replies import Reply, score_replies
from metrics.replies.language import OTHER, language_of, languages_of
from metrics.replies.scorer import SCORES

GERMAN = ["Das klingt, als ob es gerade sehr schwer für Sie ist.", "Ja.", "Wie fühlt sich das an?", "Mhm."]
ENGLISH = ["It sounds as if this is very hard for you.", "Okay.", "What is that like?", "Mhm."]
CHINESE = ["我明白了，这对你来说很难。", "嗯。"]


def lines(replies, *, session="S1", client="I am so sad about it, and I don't know what to do."):
    return [
        Reply(session=session, turn=f"{session}-{number}", client=client, reply=reply, history=())
        for number, reply in enumerate(replies)
    ]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (GERMAN[0], "German"),
        (ENGLISH[0], "English"),
        (CHINESE[0], "Chinese"),
        ("それは大変でしたね。", "Japanese"),
        ("C'est difficile pour vous, n'est-ce pas ?", "French"),
        ("Me parece que estás muy triste hoy.", "Spanish"),
        ("Dat klinkt heel zwaar voor je.", "Dutch"),
        ("Как вы себя чувствуете?", "a language in Cyrillic letters"),
        ("Unasikia vibaya sana leo kwa sababu ya kazi yako mpya nyumbani.", OTHER),
        # Mixed: by the language that has more small words.
        ("Ich fühle mich so lonely and sad, you know, and I am at home.", "English"),
        ("Mir ist heute alles too much, ich kann nicht mehr.", "German"),
        # Too short to tell, or said in many languages.
        ("Okay.", None),
        ("Mhm.", None),
        ("No.", None),
        ("42", None),
        ("", None),
        # A model that goes in circles speaks no other language.
        ("heavy " * 40, None),
    ],
)
def test_the_language_of_a_text_is_told_by_letters_and_small_words(text, language):
    assert language_of(text) == language


def test_what_is_too_short_goes_by_its_session_and_then_by_all():
    texts = [*GERMAN, *ENGLISH, "Was it? And then what was it that you said to her?", "Mhm."]
    sessions = ["S1"] * 4 + ["S2"] * 5 + ["S3"]

    assert languages_of(texts, sessions) == ["German"] * 4 + ["English"] * 6
    assert languages_of(["Mhm.", "..."], ["S1", "S1"]) == ["English", "English"]


def test_no_real_or_drawn_english_talk_is_taken_for_another_language(public_data):
    csv.field_size_limit(10**9)
    with (public_data / "lend-an-ear" / "conversations.csv").open(encoding="utf-8", newline="") as file:
        spoken = [turn.text for row in csv.DictReader(file) for turn in _dialogue(row["full_conversation"])]
    drawn = [turn.text for script in write_script(sessions=4, client_turns=40, seed=3) for turn in script.turns]

    assert {language_of(text) for text in [*spoken, *drawn]} == {"English", None}


@pytest.mark.parametrize(("replies", "language"), [(GERMAN, "German"), (CHINESE, "Chinese")])
def test_replies_in_another_language_have_no_score_and_say_why(replies, language):
    told = json.loads(json.dumps(score_replies(lines(replies), bootstrap=10).to_json(), allow_nan=False))

    reason = f"the reply is in {language}, and the word lists are English"
    for row in told["replies"]:
        assert {row[name] for name in SCORES} == {None}
        assert row["why_null"] == reason
        assert row["hits"] == []
    assert (told["n_replies"], told["n_empty"], told["n_other_language"]) == (len(replies), 0, len(replies))
    assert told["languages"] == {language: len(replies)}
    assert told["means"]["pct_adherence"]["value"] is None
    assert told["means"]["pct_adherence"]["why_undefined"] == reason
    assert told["guards"]["real_beats"]["stuffed"]["pct_adherence"]["value"] is None


def test_a_client_who_speaks_another_language_is_not_held_against_the_reply():
    told = score_replies(lines(ENGLISH, client="Ich weiß nicht, was ich noch machen soll."), bootstrap=10).to_json()

    assert told["replies"][0]["pct_adherence"] is None
    assert told["replies"][0]["why_null"] == "the client speaks German, and the word lists are English"


def test_the_english_part_of_a_mixed_study_is_scored_as_if_it_stood_alone():
    english = [*lines(ENGLISH, session="S1"), *lines(ENGLISH[::-1], session="S2")]
    training = [*lines(ENGLISH, session="T1"), *lines(ENGLISH[::-1], session="T2")]
    foreign = lines(GERMAN, session="S3")

    alone = score_replies(english, training=training, bootstrap=10).to_json()
    mixed = score_replies(
        [*english, *foreign], training=[*training, *lines(GERMAN, session="T3")], bootstrap=10
    ).to_json()

    for row, same in zip(alone["replies"], mixed["replies"], strict=False):
        assert {name: row[name] for name in SCORES} == {name: same[name] for name in SCORES}
    assert mixed["means"]["pct_composite"]["value"] == alone["means"]["pct_composite"]["value"]
    assert mixed["means"]["pct_composite"]["n_units"] == 8
    assert mixed["n_other_language"] == 4
    assert mixed["method"]["training"] == alone["method"]["training"]


def test_training_in_another_language_says_nothing_of_what_is_usual_in_english():
    training = [*lines(GERMAN, session="T1"), *lines(GERMAN, session="T2")]

    told = score_replies(lines(ENGLISH), training=training, bootstrap=10).to_json()

    assert told["means"]["pct_composite"]["value"] is None
    assert "training sessions in English" in told["means"]["pct_composite"]["why_undefined"]
    assert told["means"]["pct_adherence"]["value"] is not None
