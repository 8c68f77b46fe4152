"""What a listener put into a client's turn: a release lists it apart, and nobody takes it for the client's words."""

import json

import pytest

from annotator.corpus.models import Turn
from annotator.corpus.transcripts import read_transcript
from annotator.releases.models import Release
from training.prompts import messages
from training.release import open_release

RELEASES = "/api/v1/studies/couples-pilot/releases/"


def put_in(role, text, start_ms=300):
    return {"speaker": role.title(), "role": role, "start_ms": start_ms, "end_ms": start_ms + 200, "text": text}


@pytest.fixture
def release(labelled, client_of, run_jobs):
    """One client turn with two interjections of the counsellor and one of a visitor, and a reply with one too."""
    turn = Turn.objects.get(session__number=1, position=0)
    turn.backchannels = [put_in("counsellor", "Mhm."), put_in("other", "Excuse me."), put_in("counsellor", "Yes.", 600)]
    turn.save()
    Turn.objects.filter(session__number=1, position=1).update(backchannels=[put_in("client", "Uh-huh.", 1300)])
    response = client_of("chi").post(RELEASES, {"holdout_share": 0.3, "seed": 5})
    run_jobs()
    return Release.objects.get(pk=response.json()["id"])


def line_of(release):
    lines = [json.loads(line) for line in (release.folder / "turns.jsonl").read_text().splitlines()]
    return next(line for line in lines if (line["session"], line["position"]) == ("S001", 0))


def test_the_counsellor_s_interjections_stand_apart_and_a_visitor_s_stay_behind(release):
    line = line_of(release)

    assert line["words"] == "I'm fine, 0."
    assert line["reply"] == "You're fine, 0?"
    assert line["backchannels"] == [
        {"role": "counsellor", "start_ms": 300, "end_ms": 500, "text": "Mhm."},
        {"role": "counsellor", "start_ms": 600, "end_ms": 800, "text": "Yes."},
    ]
    whole = b"".join(path.read_bytes() for path in release.folder.rglob("*") if path.is_file())
    assert b"Excuse me." not in whole
    assert b"Uh-huh." not in whole


def test_manifest_and_readme_say_how_many_there_are_and_who_sees_them(release, client_of):
    counts = client_of("chi").get(f"/api/v1/releases/{release.pk}/").json()["manifest"]["counts"]
    told = " ".join((release.folder / "README.md").read_text().split())

    assert (counts["with_backchannels"], counts["backchannels"], counts["backchannels_left_out"]) == (1, 2, 1)
    assert "Such interjections: 2, in 1 of the client turns. They are in `backchannels`, with their times." in told
    assert "Prompts for training are made of `words`, `context` and `reply` and do not include them." in told
    assert "Left out, by people who are neither client nor counsellor: 1." in told


def test_parquet_holds_them_too(release):
    from datasets import load_dataset

    loaded = load_dataset(str(release.folder), cache_dir=str(release.folder.parent / "cache"))
    rows = [row for split in loaded.values() for row in split]
    row = next(row for row in rows if (row["session"], row["position"]) == ("S001", 0))

    assert row["backchannels"] == line_of(release)["backchannels"]
    assert sum(len(row["backchannels"]) for row in rows) == 2


def test_prompts_show_the_client_s_words_alone(release):
    opened = open_release(release.folder)
    turns = [*opened.training, *opened.holdout()]

    prompts = [
        json.dumps([messages(turn, instruction="Say.", ablation="none", context_turns=4), turn.reply]) for turn in turns
    ]
    assert any("I'm fine, 0." in prompt for prompt in prompts)
    assert not any(words in prompt for prompt in prompts for words in ("Mhm.", "Yes.", "Uh-huh.", "Excuse me."))


def test_read_as_a_transcript_a_release_says_that_they_were_not_read(release):
    transcript = read_transcript((release.folder / "turns.jsonl").read_bytes())

    assert "Interjections of the listener inside the client's turns were not read: 2." in [
        remark.message for remark in transcript.remarks
    ]
