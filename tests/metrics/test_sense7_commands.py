"""`python -m metrics judge` and `fit_judge`: what they print and write, and what they refuse."""

import csv
import json
from pathlib import Path

import pytest

from metrics.__main__ import main
from metrics.encoder import encoder_available
from metrics.sense7 import TrainedJudge

needs_encoder = pytest.mark.skipif(not encoder_available(), reason="the sentence encoder is not installed")
CREDIT = "ours"


@pytest.fixture
def replies_file(tmp_path):
    """Six short sessions."""
    path = tmp_path / "replies.jsonl"
    replies = [
        "That must hurt.",
        "Eat more.",
        "I hear you. Go on?",
        "You should sleep.",
        "What is it like?",
        "Oh well.",
    ]
    path.write_text(
        "".join(
            json.dumps({"session": f"S{number}", "turn": "t1", "client": "I am sad.", "reply": reply}) + "\n"
            for number, reply in enumerate(replies)
        )
    )
    return str(path)


@pytest.fixture
def ratings_file(tmp_path):
    """A function from rows below the header to a file's name."""

    def write(*rows: str) -> str:
        path = tmp_path / "ratings.csv"
        path.write_text("\n".join(["session,rater,dimension,value", *rows]) + "\n")
        return str(path)

    return write


@needs_encoder
def test_the_judge_command_prints_quality_beside_baselines_and_people(replies_file, ratings_file, capsys):
    rows = [
        f"S{number},{rater},affective,{value}" for number, value in enumerate("425351") for rater in ("Asha", "Ben")
    ]

    status = main(["judge", replies_file, "--against", ratings_file(*rows, "S0,Chi,affective,"), "--bootstrap", "50"])

    result = json.loads(capsys.readouterr().out)
    affective = result["dimensions"]["affective"]
    assert status == 0
    assert set(affective["judge"]) == {"spearman", "accuracy", "within_1", "macro_f1", "mae"}
    assert affective["judge"]["accuracy"]["n_units"] == 6
    assert affective["people"]["accuracy"]["value"] == 1
    assert affective["baselines"]["majority"]["spearman"]["value"] is None
    assert result["judge"]["proxy"]
    assert len(result["scores"]) == 6


@needs_encoder
def test_the_judge_command_redraws_clients_where_the_file_names_them(replies_file, ratings_file, capsys):
    lines = Path(replies_file).read_text().splitlines()
    named = [json.dumps(json.loads(line) | {"client_id": f"C-{number // 2}"}) for number, line in enumerate(lines)]
    Path(replies_file).write_text("\n".join(named))
    table = ratings_file(*(f"S{number},Asha,affective,{value}" for number, value in enumerate("425351")))

    assert main(["judge", replies_file, "--against", table, "--bootstrap", "50"]) == 0

    result = json.loads(capsys.readouterr().out)
    accuracy = result["dimensions"]["affective"]["judge"]["accuracy"]
    assert (result["resampled"], accuracy["resampled"], accuracy["n_clusters"]) == ("client", "client", 3)


def test_every_bad_rating_is_refused_at_once_with_its_place(replies_file, ratings_file, capsys):
    path = ratings_file(
        "S0,Asha,affective,4",
        "S0,Asha,affective,4",
        "S9,Asha,affective,4",
        "S0,Asha,warmth,4",
        "S0,Ben,affective,6",
        "S0,Chi,affective,good",
    )

    status = main(["judge", replies_file, "--against", path])

    out, err = capsys.readouterr()
    problems = [problem.removeprefix(path) for problem in err.splitlines()]
    assert (status, out) == (2, "")
    assert problems[:2] == [
        ":3: Asha has rated affective of session S0 before",
        ":4: session S9 has no line in the replies file",
    ]
    assert problems[2].startswith(":5: dimension warmth is none of affective, cognitive,")
    assert problems[3:] == [":6: 6 is not a number from 1 to 5", ":7: good is not a number from 1 to 5"]


@pytest.mark.parametrize(
    "content",
    [
        "",
        "session,rater,value\nS0,Asha,4\n",
        "session,rater,dimension,value\n",
        "session,rater,dimension,value\nS0,Asha,affective,\n",
    ],
)
def test_a_table_without_its_columns_or_rows_is_refused(content, replies_file, tmp_path, capsys):
    path = tmp_path / "ratings.csv"
    path.write_text(content)

    assert main(["judge", replies_file, "--against", str(path)]) == 2
    assert "ratings.csv" in capsys.readouterr().err


@needs_encoder
def test_a_judge_fitted_by_the_command_remembers_its_dialogues(tmp_path, capsys):
    conversations, ratings, out = tmp_path / "c.csv", tmp_path / "r.csv", tmp_path / "judge.json"
    replies = ["That must hurt.", "Eat more.", "I hear you.", "You should sleep.", "What is it like?", "Oh well."]
    with conversations.open("w", newline="") as file:
        rows = [[f"2024103114510373838{n}", f"Seeker: I am sad\nSupporter: {reply}"] for n, reply in enumerate(replies)]
        csv.writer(file).writerows([["conversation_id", "full_conversation"], *rows])
    ratings.write_text(
        "conversation_id,warmth\n" + "".join(f"{row[0]},{value}\n" for row, value in zip(rows, "525241", strict=True))
    )

    status = main(
        f"fit_judge --conversations {conversations} --ratings {ratings} {ratings} "
        f"--credit {CREDIT} --out {out} --bootstrap 20".split()
    )

    quality = json.loads(capsys.readouterr().out)
    record = TrainedJudge.load(out).record
    assert status == 0
    assert quality["warmth"]["people"]["accuracy"]["value"] == 1
    assert record["trained_on"]["credit"] == CREDIT
    assert "hurt" not in out.read_text()


@needs_encoder
def test_fitting_a_judge_keeps_the_conversations_of_one_person_together(tmp_path, capsys):
    conversations, ratings = tmp_path / "c.csv", tmp_path / "r.csv"
    replies = ["That must hurt.", "Eat more.", "I hear you.", "You should sleep.", "What is it like?", "Oh well."]
    with conversations.open("w", newline="") as file:
        rows = [[f"c{n}", f"Seeker: I am sad\nSupporter: {reply}", f"T-{n % 5}"] for n, reply in enumerate(replies * 2)]
        csv.writer(file).writerows([["conversation_id", "full_conversation", "person"], *rows])
    ratings.write_text("conversation_id,warmth\n" + "".join(f"c{n},{v}\n" for n, v in enumerate("525241" * 2)))
    options = f"fit_judge --conversations {conversations} --ratings {ratings} {ratings} --credit {CREDIT} --out"

    assert main([*options.split(), str(tmp_path / "judge.json"), "--bootstrap", "20"]) == 0
    accuracy = json.loads(capsys.readouterr().out)["warmth"]["people"]["accuracy"]
    assert (accuracy["resampled"], accuracy["n_clusters"]) == ("person", 5)

    conversations.write_text(conversations.read_text().replace("T-3", ""))
    assert main([*options.split(), str(tmp_path / "judge.json"), "--bootstrap", "20"]) == 2
    assert "c.csv:9: person is empty" in capsys.readouterr().err


@pytest.mark.slow
@needs_encoder
def test_the_shipped_judge_is_what_the_expert_ratings_give(public_data, tmp_path, capsys):
    folder = public_data / "lend-an-ear"
    shipped = TrainedJudge.load()
    out = tmp_path / "judge.json"
    experts = [str(folder / "ratings" / f"expert{number}_ratings.csv") for number in (1, 2, 3)]
    arguments = ["--conversations", str(folder / "conversations.csv"), "--ratings", *experts]

    main(["fit_judge", *arguments, "--credit", CREDIT, "--out", str(out), "--bootstrap", "20"])

    refitted = TrainedJudge.load(out)
    assert capsys.readouterr().err == ""
    assert refitted.record["trained_on"]["fingerprints"] == shipped.record["trained_on"]["fingerprints"]
    for scale, rule in shipped.record["scales"].items():
        assert refitted.record["scales"][scale]["weights"] == pytest.approx(rule["weights"], abs=1e-3)
        assert refitted.quality[scale]["judge"]["spearman"]["value"] == pytest.approx(
            rule["quality"]["judge"]["spearman"]["value"], abs=0.01
        )
