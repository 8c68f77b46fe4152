"""The command line: what would be imported, and importing without a browser, on real files."""

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command

from annotator.corpus.models import Consent, Draft, Session
from annotator.studies.models import Study

COUNSELLING = "Alice=counsellor,Bob=client"


def imported(capsys: pytest.CaptureFixture[str], transcript: Path, **options: Any) -> dict[str, Any]:
    call_command("import_session", study="couples-pilot", transcript=transcript, json=True, **options)
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return told


def test_a_transcript_is_told_as_scripts_expect_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "talk.srt"
    path.write_bytes(b"\xef\xbb\xbf1\r\n00:00:01,000 --> 00:00:02,500\r\nT: Hello again.\r\n")

    call_command("read_transcript", path, json=True)

    assert json.loads(capsys.readouterr().out) == {
        "format": "srt",
        "speakers": ["T"],
        "turns": [{"position": 0, "speaker": "T", "start_ms": 1000, "end_ms": 2500, "text": "Hello again."}],
        "remarks": [],
    }


def test_what_was_chosen_on_the_command_line_is_what_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "talk.csv"
    path.write_text("1,C,0:00,0:04,One\n2,T,0:04,0:05,Mhm\n3,C,0:05,0:09,two\n")

    call_command(
        "read_transcript", path, "--json", "--columns", "text=5,speaker=2,start=3,end=4", "--no-header",
        "--gap", "1.5", "--backchannels-of", "T",
    )  # fmt: skip

    told = json.loads(capsys.readouterr().out)
    assert told["speakers"] == ["C", "T"]
    assert told["turns"] == [
        {
            "position": 0,
            "speaker": "C",
            "start_ms": 0,
            "end_ms": 9000,
            "text": "One two",
            "backchannels": [{"speaker": "T", "start_ms": 4000, "end_ms": 5000, "text": "Mhm"}],
        }
    ]


@pytest.mark.parametrize("columns", ["text", "speaker=1", "text=0", "text=1,who=2"])
def test_columns_that_are_written_wrongly_are_refused(columns: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="column"):
        call_command("read_transcript", tmp_path / "talk.csv", "--columns", columns)


@pytest.mark.one_database
@pytest.mark.parametrize(
    "sample", sorted((Path(__file__).parents[3] / "docs" / "samples").iterdir()), ids=lambda path: path.name
)
def test_every_format_is_told_alike(sample: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("read_transcript", sample, json=True)

    told = json.loads(capsys.readouterr().out)
    assert list(told) == ["format", "speakers", "turns", "remarks"]
    for position, turn in enumerate(told["turns"]):
        assert list(turn) == ["position", "speaker", "start_ms", "end_ms", "text"]
        assert turn["position"] == position
    for remark in told["remarks"]:
        assert remark["severity"] in {"info", "warning", "error"}


@pytest.mark.parametrize("content", [b"", b"WEBVTT\n\n", b"%PDF-1.7", None])
def test_a_file_that_is_refused_ends_with_status_2_and_the_reason(content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "talk.vtt"
    if content is not None:
        path.write_bytes(content)

    with pytest.raises(CommandError, match=r"talk\.vtt") as refused:
        call_command("read_transcript", path)

    assert refused.value.returncode == 2


@pytest.mark.parametrize(
    ("name", "roles", "n_turns"),
    [
        ("teams.vtt", "Alice Chen=counsellor,Bob Ferreira=client", 2),
        ("zoom.vtt", "Priya Raman=counsellor,Tom Ableton=client", 3),
        ("whisperx_diarized.json", "SPEAKER_00=counsellor,SPEAKER_01=client", 2),
        ("basic.srt", COUNSELLING, 2),
    ],
)
def test_transcripts_of_other_programs_are_imported(
    name: str, roles: str, n_turns: int, study: Study, public_data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = imported(capsys, public_data / "turnchunk" / name, roles=roles)

    assert (told["state"], told["n_turns"]) == ("ready", n_turns)


def test_a_real_meeting_is_imported_with_its_short_video(
    study: Study, public_data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = public_data / "zoomgroupstats"
    roles = "John Lennon=client,Andrew Knight=counsellor,George Harrison=other,Paul McCartney=other,=other"

    told = imported(
        capsys, folder / "meeting001_transcript_excerpt.vtt", video=folder / "meeting001_video.mp4", roles=roles
    )

    assert (told["state"], told["n_turns"], told["n_client_turns"], told["n_frames_missing"]) == ("ready", 15, 5, 5)
    assert "15 of 15 turns begin after the end of the recording (2.0 s)" in told["remarks"][-1]["message"]
    assert set(Session.objects.get().turns.values_list("start_ms", flat=True)) == {None}


def test_conversations_without_times_are_imported_from_tables(
    study: Study, public_data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, source in enumerate(sorted((public_data / "mibot" / "transcripts").glob("*.json"))[:3]):
        utterances = json.loads(source.read_text())["utterances"]
        table = tmp_path / f"{number}.csv"
        with table.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerows([["speaker", "text"], *([each["speaker"], each["text"]] for each in utterances)])

        told = imported(capsys, table, client=f"M-{number}", counsellor="BOT", consent="view,annotate,train")

        assert told["n_turns"] == len(utterances)
        assert any("no times" in remark["message"] for remark in told["remarks"])
    assert Session.objects.filter(counsellor__pseudonym="BOT").count() == 3
    assert Consent.objects.filter(person__pseudonym="M-0").count() == 3


def test_roles_that_names_do_not_tell_are_asked_for(study: Study, tmp_path: Path, settings: LazySettings) -> None:
    path = tmp_path / "talk.csv"
    path.write_text("speaker,text\nAlice,How are you?\nBob,Fine.\n")

    with pytest.raises(CommandError, match=r"(?s)Alice, 1 turn: “How are you\?”.*Bob, 1 turn") as asked:
        call_command("import_session", study="couples-pilot", transcript=path)

    assert asked.value.returncode == 2
    assert not Draft.objects.exists()
    assert not [each for each in Path(settings.MEDIA_DIR).rglob("*") if each.is_file()]


@pytest.mark.parametrize(
    ("roles", "asked"),
    [
        ("Alice=counsellor", "counsellor or other. Still missing: Bob, who has no name."),
        ("Alice=counsellor,Bob=client", "Still missing: who has no name."),
        ("Alice=counsellor,Bob=other,=other", "Say with --roles who is the client."),
    ],
)
def test_who_is_still_missing_is_named(roles: str, asked: str, study: Study, tmp_path: Path) -> None:
    path = tmp_path / "talk.csv"
    path.write_text("speaker,text\nAlice,How are you?\nBob,Fine.\n,Noise\n")

    with pytest.raises(CommandError, match=re.escape(asked)):
        call_command("import_session", study="couples-pilot", transcript=path, roles=roles)


TWO_CLIENTS = "speaker,text\nClient,How are you?\nPatient,Fine.\nTherapist,Good.\nAnna,And I?\n"


@pytest.mark.parametrize(
    ("roles", "asked"),
    [
        # Both by their names: telling who somebody else is doesn't say that they are one person.
        ("Anna=other", "Client and Patient both look like the client."),
        # A name's suggestion doesn't stand beside a role that was given.
        ("Anna=client,Patient=other", "Still missing: Client."),
        ("Anna=counsellor,Patient=other", "Still missing: Therapist."),
        ("Anna=other,Patient=client,Patient=other", "this speaker is named client as well"),
    ],
)
def test_speakers_are_not_merged_unless_both_were_named(roles: str, asked: str, study: Study, tmp_path: Path) -> None:
    path = tmp_path / "talk.csv"
    path.write_text(TWO_CLIENTS)

    with pytest.raises(CommandError, match=re.escape(asked)) as refused:
        call_command("import_session", study="couples-pilot", transcript=path, roles=roles)

    assert refused.value.returncode == 2
    assert not Session.objects.exists()


def test_two_speakers_who_were_both_named_the_client_are_one(
    study: Study, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "talk.csv"
    path.write_text(TWO_CLIENTS)

    told = imported(capsys, path, roles="Client=client,Patient=client,Anna=other")

    assert told["n_client_turns"] == 2


def test_a_speaker_whose_name_has_a_comma_has_a_role(
    study: Study, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "talk.csv"
    path.write_text('speaker,text\n"Ott, Karl",I slept.\n"Weiß, Anna",And then?\n"Ott, Karl",I woke.\n')

    told = imported(capsys, path, roles="Ott, Karl=client, Weiß, Anna=counsellor")

    assert told["n_client_turns"] == 2


@pytest.mark.parametrize(
    "options",
    [
        {"study": "nowhere"},
        {"roles": "Alice=boss,Bob=client"},
        {"roles": "Carol=client"},
        {"consent": "everything"},
        {"client": "X-01", "counsellor": "X-01"},
        {"video": Path("/nowhere.mp4")},
    ],
)
def test_what_does_not_fit_is_refused_whole(options: dict[str, Any], study: Study, tmp_path: Path) -> None:
    path = tmp_path / "talk.csv"
    path.write_text("speaker,text\nAlice,How are you?\nBob,Fine.\n")

    with pytest.raises(CommandError) as refused:
        call_command(
            "import_session", **{"study": "couples-pilot", "transcript": path, "roles": COUNSELLING, **options}
        )

    assert refused.value.returncode == 2
    assert not Session.objects.exists()
    assert not Draft.objects.exists()
