"""`python -m metrics replies`: what it prints, and what it refuses in plain words with file and line."""

import json

import pytest

from metrics.__main__ import main
from metrics.replies import SCORES

KEYS = {
    "value", "low", "high", "n_units", "n_raters", "resampled", "n_clusters", "bootstrap", "seed",
    "why_undefined", "why_no_interval",
}  # fmt: skip
LINE = {"session": "S1", "turn": "t1", "client": "I cannot sleep.", "reply": "That sounds hard."}


@pytest.fixture
def replies_file(tmp_path):
    """A function that writes lines, given as objects or as text, and names the file."""

    def write(*lines: object, name: str = "replies.jsonl", encoding: str = "utf-8") -> str:
        path = tmp_path / name
        texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
        path.write_text("\n".join(texts) + "\n", encoding=encoding)
        return str(path)

    return write


def test_the_command_prints_scores_means_and_guards(replies_file, capsys):
    status = main(
        ["replies", replies_file(LINE, LINE | {"turn": 2, "reply": None}), "--bootstrap", "20", "--seed", "4"]
    )

    result = json.loads(capsys.readouterr().out)
    assert status == 0
    assert [(row["session"], row["turn"]) for row in result["replies"]] == [("S1", "t1"), ("S1", "2")]
    assert all(set(SCORES) <= set(row) for row in result["replies"])
    assert set(result["means"]) == set(SCORES)
    assert all(set(estimate) >= KEYS for estimate in result["means"].values())
    assert result["means"]["pct_adherence"]["seed"] == 4
    assert set(result["guards"]) == {"real_beats", "mimicry_ceiling", "training_overlap", "appraisals"}
    assert result["method"]["uptake"] in ("stems", "stems and word vectors")


def test_training_sessions_give_the_composite(replies_file, capsys):
    training = [LINE | {"session": session, "reply": "It sounds like you cannot sleep."} for session in ("T1", "T2")]

    main(
        [
            "replies",
            replies_file(LINE | {"reply": "You cannot sleep."}),
            "--train",
            replies_file(*training, name="train.jsonl"),
            "--bootstrap",
            "0",
        ]
    )

    result = json.loads(capsys.readouterr().out)
    assert 0 < result["replies"][0]["pct_composite"] <= 1
    assert result["method"]["training"]["n_sessions"] == 2


def test_every_bad_line_is_refused_at_once_with_its_place(replies_file, capsys):
    path = replies_file(
        LINE,
        "{",
        "[]",
        {"session": "S1", "turn": "t2"},
        LINE | {"reply": 7},
        LINE | {"history": "x"},
        LINE | {"turn": True},
    )

    status = main(["replies", path])

    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    assert [problem.removeprefix(path) for problem in err.splitlines()] == [
        ":2: not JSON (Expecting property name enclosed in double quotes at character 2).",
        ":3: not a JSON object.",
        ":4: client, reply missing.",
        ":5: reply is not a text.",
        ":6: history is not a list of texts.",
        ":7: turn is not a name or a number.",
    ]


def test_an_empty_file_and_an_absent_one_are_refused(replies_file, tmp_path, capsys):
    assert main(["replies", replies_file("")]) == 2
    assert main(["replies", str(tmp_path / "none.jsonl")]) == 2
    assert "There is no reply to score." in capsys.readouterr().err


def test_a_byte_order_mark_and_a_line_separator_inside_a_text_are_read(replies_file, capsys):
    line = json.dumps(LINE | {"reply": "That sounds\u2028hard."}, ensure_ascii=False)

    assert main(["replies", replies_file(line, encoding="utf-8-sig"), "--bootstrap", "0"]) == 0
    assert json.loads(capsys.readouterr().out)["n_replies"] == 1


def test_whole_clients_are_redrawn_where_the_file_names_them(replies_file, capsys):
    lines = [
        LINE | {"session": f"S{number}", "reply": reply}
        for number, reply in enumerate(["You feel low.", "Okay.", "I'm wondering why.", "Eat."] * 3)
    ]
    of_six = [line | {"client_id": f"C-{number // 2}"} for number, line in enumerate(lines)]

    def scored(*lines):
        assert main(["replies", replies_file(*lines), "--bootstrap", "200"]) == 0
        result = json.loads(capsys.readouterr().out)
        estimate = result["means"]["pct_adherence_paper"]
        return result["resampled"], estimate["resampled"], estimate["n_clusters"], estimate["high"] - estimate["low"]

    unnamed, named = scored(*lines), scored(*of_six)

    assert (unnamed[:3], named[:3]) == (("session", "session", 12), ("client", "client", 6))
    assert unnamed[3] != named[3]


@pytest.mark.parametrize(
    ("second", "refusal"),
    [
        ({"session": "S2"}, "session S2 lacks client_id, which other lines have; give it in all lines or in none."),
        ({"client_id": "C-02"}, "session S1 is of more than one client_id: C-01, C-02."),
        ({"client_id": 1.5}, ":2: client_id is not a name or a number."),
    ],
)
def test_clients_that_are_not_clear_are_refused(second, refusal, replies_file, capsys):
    file = replies_file(LINE | {"client_id": "C-01"}, LINE | {"turn": "t2"} | second)

    assert main(["replies", file]) == 2
    assert refusal in capsys.readouterr().err
