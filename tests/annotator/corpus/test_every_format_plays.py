"""The sample of every format, from the import to a rater's workspace: each client turn plays, or says why not."""

import subprocess
from pathlib import Path

import imageio_ffmpeg
import pytest

from annotator.annotations.models import Assignment
from annotator.corpus.models import Session

SAMPLES = Path(__file__).parents[3] / "docs" / "samples"
LENGTH_MS = 16_000

BOTH = [("timed", 4500, 8000), ("timed", 12_000, 15_500)]
STARTS_ALONE = [("no_end", 4000, 9000), ("no_end", 12_000, LENGTH_MS)]
ENDS_ALONE = [("timed", 4000, 8000), ("timed", 11_000, 15_500)]
UNTIMED = [("no_time", None, None)] * 2
OF_NOBODY = [("timed", 1000, 4000), ("timed", 4500, 8000), ("timed", 9000, 11_000), ("timed", 12_000, 15_500)]

PLAYS = {
    **dict.fromkeys(["otter.txt", "teams-page.txt", "times-and-names.txt", "word-online.txt"], STARTS_ALONE),
    **dict.fromkeys(["teams.docx", "podcast.html"], STARTS_ALONE),
    **dict.fromkeys(["names.txt", "names-in-brackets.txt", "interview.odt", "doccano.jsonl"], UNTIMED),
    "utterances.json": UNTIMED,
    "f4.txt": ENDS_ALONE,
    # Without speakers, all turns are taken for the client's here.
    **dict.fromkeys(["whisper.json", "whisper.tsv", "youtube.json"], OF_NOBODY),
    "youtube.vtt": [("timed", 1000, 7000)],
}
"""What plays of the client's turns; of the samples that are not named, which give starts and ends, `BOTH`."""


@pytest.fixture(scope="session")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As long as the conversation of the samples."""
    path = tmp_path_factory.mktemp("sound") / "talk.m4a"
    tone = ("-f", "lavfi", "-i", f"sine=frequency=220:sample_rate=16000:duration={LENGTH_MS // 1000}", "-c:a", "aac")
    subprocess.run([imageio_ffmpeg.get_ffmpeg_exe(), "-loglevel", "error", "-nostdin", *tone, str(path)], check=True)
    return path


@pytest.mark.parametrize("name", sorted(path.name for path in SAMPLES.iterdir()))
def test_each_client_turn_plays_in_the_workspace_or_says_why_not(
    name, sound, study, send, confirm, run_jobs, client_of
):
    draft = send((SAMPLES / name).read_bytes(), name=name, video=sound, video_name="talk.m4a")
    assert draft.status_code == 201, draft.json()
    speakers = draft.json()["reading"]["speakers"]
    # Where the format doesn't say who is who, the counsellor is the one who speaks first.
    guesses = dict(zip((each["name"] for each in speakers), ["counsellor", "client"], strict=False))
    guesses = guesses if len(speakers) > 1 else {"": "client"}
    roles = {each["name"]: each["guessed_role"] or guesses[each["name"]] for each in speakers}
    confirmed = confirm(draft, roles=roles, client_region=None)
    assert confirmed.status_code == 201, confirmed.json()
    run_jobs()
    session = Session.objects.get(pk=confirmed.json()["id"])
    wish = {"session_ids": [session.pk], "raters": ["R1"], "pass_kind": "together"}
    assert client_of("chi").post(f"/api/v1/studies/{study.slug}/assignments/", wish, format="json").status_code == 201

    page = client_of("asha").get(f"/api/v1/assignments/{Assignment.objects.get().pk}/workspace/").json()

    assert client_of("asha").get(page["media"]["video_url"], headers={"Range": "bytes=0-99"}).status_code == 206
    clips = [turn["clip"] for turn in page["turns"] if turn["role"] == "client"]
    assert [(clip["state"], clip["from_ms"], clip["until_ms"]) for clip in clips] == PLAYS.get(name, BOTH)
