"""`python -m metrics agreement`: what it prints, and what it refuses in plain words with file and line."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from metrics.__main__ import main

ROOT = Path(__file__).parents[2]
KEYS = {
    "value", "low", "high", "n_units", "n_raters", "resampled", "n_clusters", "bootstrap", "seed",
    "why_undefined", "why_no_interval",
}  # fmt: skip

TWO_RATERS = "unit,rater,value\nu1,Asha,0\nu1,Ben,0\nu2,Asha,1\nu2,Ben,1\nu3,Asha,0\nu3,Ben,1\n"


@pytest.fixture
def answer(tmp_path, capsys):
    """A function from a file's content and the scale to the JSON that is printed."""

    def ask(content: str | bytes, *arguments: str) -> dict[str, object]:
        path = tmp_path / "ratings.csv"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        status = main(["agreement", str(path), *arguments])
        out, err = capsys.readouterr()
        assert (status, err) == (0, "")
        return json.loads(out)

    return ask


@pytest.fixture
def refusal(tmp_path, capsys):
    """A function from a file's content and the scale to the lines of the refusal, the folder's name left out."""

    def ask(content: str | bytes, *arguments: str) -> list[str]:
        path = tmp_path / "ratings.csv"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        status = main(["agreement", str(path), *arguments])
        out, err = capsys.readouterr()
        assert (status, out) == (2, "")
        return err.replace(f"{tmp_path}/", "").splitlines()

    return ask


def test_the_command_prints_estimates_of_every_coefficient_of_two_levels(answer) -> None:
    result = answer(TWO_RATERS, "--scale", "nominal", "--levels", "0,1", "--seed", "7", "--bootstrap", "50")

    assert (result["n_units"], result["n_raters"], result["levels"]) == (3, 2, ["0", "1"])
    estimates = result["estimates"]
    assert {
        "percent", "alpha", "ac1", "fleiss_kappa", "conger_kappa", "cohen_kappa:Asha|Ben", "light_kappa",
        "positive_agreement", "negative_agreement", "scott_pi", "bennett_s",
    } <= set(estimates)  # fmt: skip
    assert all(set(estimate) >= KEYS for estimate in estimates.values())
    # Pairs (0,0) (1,1) (0,1): of the 3 ratings 0, two are matched; of the 3 ratings 1, two.
    assert estimates["positive_agreement"]["value"] == pytest.approx(2 / 3)
    # Observed disagreement 2/6; expected 2 * 3 * 3 / (6 * 5).
    assert estimates["alpha"]["value"] == pytest.approx(1 - (2 / 6) / (18 / 30))
    # By chance (2/3 * 1/3 + 1/3 * 2/3) = 4/9 agree; 2/3 do.
    assert estimates["cohen_kappa:Asha|Ben"]["value"] == pytest.approx((2 / 3 - 4 / 9) / (1 - 4 / 9))
    assert (estimates["alpha"]["seed"], estimates["alpha"]["bootstrap"]) == (7, 50)


def test_the_command_runs_as_a_module(tmp_path: Path) -> None:
    path = tmp_path / "ratings.csv"
    path.write_text(TWO_RATERS)

    done = subprocess.run(
        [sys.executable, "-m", "metrics", "agreement", path, "--scale", "ordinal", "--levels", "0,1,2"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip

    assert {"alpha", "ac2", "weighted_kappa:Asha|Ben", "icc_a_1", "kendall_w"} <= set(
        json.loads(done.stdout)["estimates"]
    )


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"\xef\xbb\xbf" + TWO_RATERS.encode(), id="byte-order mark"),
        pytest.param(TWO_RATERS.replace("\n", "\r\n"), id="CRLF"),
        pytest.param(TWO_RATERS.replace("\n", "\n\n"), id="blank lines"),
        pytest.param(TWO_RATERS.replace(",", " , "), id="blanks around cells"),
        pytest.param(TWO_RATERS.replace("0\n", "0.0\n"), id="numbers with a decimal point"),
        pytest.param(TWO_RATERS.replace("unit,rater", "Unit,Rater"), id="capitals in the header"),
        pytest.param(TWO_RATERS + "u4,Asha,\n", id="an empty value"),
    ],
)
def test_the_form_of_the_file_changes_nothing(content: str | bytes, answer) -> None:
    arguments = ("--scale", "nominal", "--levels", "0,1", "--bootstrap", "50")

    assert answer(content, *arguments) == answer(TWO_RATERS, *arguments)


def test_an_optional_column_in_which_nothing_stands_is_none(answer) -> None:
    header, *rows = TWO_RATERS.splitlines()
    empty = "\n".join([f"{header},session,client", *(f"{row},," for row in rows)]) + "\n"
    arguments = ("--scale", "nominal", "--levels", "0,1", "--bootstrap", "50")

    assert answer(empty, *arguments) == answer(TWO_RATERS, *arguments)


def test_a_design_in_which_raters_share_the_units_says_how_its_iccs_are_found(answer) -> None:
    rows = [f"u{unit},{'ABC'[(unit + place) % 3]},{unit % 5 + place}" for unit in range(12) for place in (0, 1)]

    result = answer("\n".join(["unit,rater,value", *rows]), "--scale", "interval", "--bootstrap", "0")

    assert result["estimates"]["icc_a_1"]["value"] is not None
    assert result["icc_method"] == "mixed model (REML), since 12 of 12 units lack a rater"
    assert answer(TWO_RATERS, "--scale", "interval", "--bootstrap", "0")["icc_method"] == "two-way mean squares"
    assert answer(TWO_RATERS, "--scale", "nominal", "--levels", "0,1", "--bootstrap", "0")["icc_method"] is None


def test_ids_are_text_and_units_of_two_sessions_differ(answer) -> None:
    # As numbers the two ids would be one: a double keeps 16 of the 20 digits.
    content = (
        "session,unit,rater,value\n"
        "20241031124050492385,1,A,x\n20241031124050492385,1,B,x\n"
        "20241031124050492386,1,A,y\n20241031124050492386,1,B,x\n"
    )

    result = answer(content, "--scale", "nominal", "--levels", "x,y")

    assert result["n_units"] == 2
    assert result["estimates"]["percent"]["value"] == 0.5
    assert result["estimates"]["percent"]["n_clusters"] == 2
    assert (result["resampled"], result["estimates"]["percent"]["resampled"]) == ("session", "session")


@pytest.mark.parametrize(
    ("content", "scale", "lines"),
    [
        ("", "nominal", ["ratings.csv: the file is empty"]),
        ("\ufeff\r\n", "nominal", ["ratings.csv: the file is empty"]),
        ("unit,rater,value\n", "nominal", ["ratings.csv: there is no rating below the header"]),
        ("unit,rater,value\nu1,A,\n", "nominal", ["ratings.csv: there is no rating below the header"]),
        ("unit,who,value\nu1,A,0\n", "nominal", ["ratings.csv:1: column rater missing; found unit, who, value"]),
        (
            "unit;rater;value\n",
            "nominal",
            ["ratings.csv:1: the cells are separated by semicolons; save the file with commas"],
        ),
        ("unit,rater,value,unit\nu1,A,0,u2\n", "nominal", ["ratings.csv:1: column unit stands twice"]),
        (
            "unit,rater,value\nu1,A,maybe\nu1,B,0\nu2,B,2\n",
            "nominal",
            [
                "ratings.csv:2: 'maybe' is not one of the levels 0, 1",
                "ratings.csv:4: '2' is not one of the levels 0, 1",
            ],
        ),
        (
            "unit,rater,value\nu1,A,0\nu1,B,0\nu1,A,1\n",
            "nominal",
            ["ratings.csv:4: rater A rated unit u1 before, at ratings.csv:2"],
        ),
        ("unit,rater,value\nu1,A\n", "nominal", ["ratings.csv:2: 2 cells, where the header has 3"]),
        ("unit,rater,value\nu1,,1\n", "nominal", ["ratings.csv:2: rater is empty"]),
        ("session,unit,rater,value\n,u1,A,1\nS1,u1,B,1\n", "nominal", ["ratings.csv:2: session is empty"]),
        (
            "unit,rater,value\nu1,A,high\n",
            "interval",
            ["ratings.csv:2: 'high' is not a number, as a scale of kind interval needs"],
        ),
        (
            "unit,rater,value\nu1,A,nan\n",
            "interval",
            ["ratings.csv:2: 'nan' is not a number, as a scale of kind interval needs"],
        ),
        (
            "unit,rater,value\nu1,A,1_5\n",
            "interval",
            ["ratings.csv:2: '1_5' is not a number, as a scale of kind interval needs"],
        ),
        ("unit,rater,value\nu1,A,-1\n", "ratio", ["ratings.csv:2: -1 is below 0, which a ratio scale does not have"]),
        ('unit,rater,value\nu1,A,"0\n', "nominal", ["ratings.csv:2: unexpected end of data"]),
        (b"unit,rater,value\nu1,Zo\xeb,0\n", "nominal", ["ratings.csv: this is not text in UTF-8"]),
    ],
)
def test_a_bad_file_is_refused_with_its_lines(content: str | bytes, scale: str, lines: list[str], refusal) -> None:
    levels = ["--levels", "0,1"] if scale == "nominal" else []

    assert refusal(content, "--scale", scale, *levels) == lines


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--scale", "ordinal"], "an ordinal scale needs its levels in their order: --levels a,b,c"),
        (["--scale", "nominal", "--levels", "0,1,0"], "a level stands twice: 0"),
        (["--scale", "nominal", "--levels", "0,,1"], "a level is empty"),
    ],
)
def test_a_scale_without_clear_levels_is_refused(arguments: list[str], line: str, refusal) -> None:
    assert refusal(TWO_RATERS, *arguments) == [line]


def test_nominal_levels_default_to_those_seen_with_a_warning(tmp_path: Path, capsys) -> None:
    path = tmp_path / "ratings.csv"
    path.write_text("unit,rater,value\nu1,Asha,10\nu1,Ben,9\nu2,Asha,9.0\nu2,Ben,\nu3,Asha,none\nu3,Ben,none\n")

    status = main(["agreement", str(path), "--scale", "nominal", "--bootstrap", "50"])

    out, err = capsys.readouterr()
    result = json.loads(out)
    assert (status, result["levels"]) == (0, ["9", "10", "none"])
    assert result["warnings"] == [
        "the levels are those seen, 9,10,none. A level that nobody used counts too, in ac1 and bennett_s among others: "
        "name all levels of the codebook with --levels a,b,c"
    ]
    assert err == f"warning: {result['warnings'][0]}\n"


def test_named_levels_warn_of_nothing_and_an_unused_one_counts(answer) -> None:
    seen = answer(TWO_RATERS, "--scale", "nominal", "--levels", "0,1", "--bootstrap", "0")
    three = answer(TWO_RATERS, "--scale", "nominal", "--levels", "0,1,2", "--bootstrap", "0")

    assert seen["warnings"] == []
    # By chance 1/2 agree of two levels and 1/3 of three; 2/3 do.
    assert seen["estimates"]["bennett_s"]["value"] == pytest.approx(1 / 3)
    assert three["estimates"]["bennett_s"]["value"] == pytest.approx(1 / 2)


def test_the_help_says_when_levels_are_needed(capsys) -> None:
    with pytest.raises(SystemExit):
        main(["agreement", "--help"])

    help_text = " ".join(capsys.readouterr().out.split())
    assert "needed for ordinal scales, while nominal ones default to the levels seen, with a warning" in help_text
    assert "[, client]" in help_text


def test_a_client_who_comes_back_is_drawn_with_all_their_sessions(answer) -> None:
    """Twelve sessions of six clients; beside them the same with a client each, whose sessions are drawn as before."""
    rows = [
        (f"S{session}", f"u{unit}", rater, str((session * unit * 7 + (rater == "Ben") * (unit == session % 4)) % 2))
        for session in range(12)
        for unit in range(4)
        for rater in ("Asha", "Ben")
    ]

    def table(client_of) -> str:
        lines = (
            f"{unit},{rater},{value},{session},{client_of(int(session[1:]))}" for session, unit, rater, value in rows
        )
        return "\n".join(("unit,rater,value,session,client", *lines))

    arguments = ("--scale", "nominal", "--levels", "0,1")
    returning = answer(table(lambda session: f"C{session // 2}"), *arguments)["estimates"]["alpha"]
    once = answer(table(lambda session: f"C{session}"), *arguments)["estimates"]["alpha"]

    assert (returning["resampled"], returning["n_clusters"]) == ("client", 6)
    assert (once["resampled"], once["n_clusters"]) == ("session", 12)
    assert returning["value"] == once["value"]
    assert (returning["low"], returning["high"]) != (once["low"], once["high"])


def test_a_session_of_two_clients_is_refused(refusal) -> None:
    content = "unit,rater,value,session,client\nu1,Asha,0,S1,C1\nu2,Asha,0,S1,C2\n"

    assert refusal(content, "--scale", "interval") == [
        "ratings.csv:3: session S1 is of client C2 here, of client C1 at ratings.csv:2"
    ]


def test_a_file_that_is_not_there_is_refused(tmp_path: Path, capsys) -> None:
    status = main(["agreement", str(tmp_path / "none.csv"), "--scale", "interval"])

    assert status == 2
    assert capsys.readouterr().err == f"{tmp_path / 'none.csv'}: No such file or directory\n"
