"""Consent reaches what was made before: once a person has withdrawn, an engineer reads none of their words.

Every GET address of the API is asked as the engineer, who is granted frames, and looked through for the words and the
pictures of the client who withdrew. What is asked before the withdrawal shows that the walk would find them.
"""

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.corpus import consent
from annotator.corpus.models import Consent, Frame, Person, Session, Turn
from annotator.evaluations.models import Evaluation
from annotator.releases.models import Release
from annotator.runs.models import Adapter, Prediction, Run
from annotator.studies.models import Study
from tests.annotator.test_access import rows, things  # noqa: F401  # A fixture.

Browser = Callable[[str], APIClient]

WORDS = "Ever since the accident at the mill"
REPLY = "It sounds as if that mill never let you go"
PICTURE = b"the face of whoever withdraws"
PARAMETERS = ["", "?use=within&include_withdrawn=true", "?only=wrong", "?use=external&include_withdrawn=true"]


@pytest.fixture
def labelled(labelled: Study) -> Study:
    """The client of the first and the last session says and shows what can be found again."""
    labelled.engineers_see_frames = True
    labelled.save(update_fields=["engineers_see_frames"])
    for turn in Turn.objects.filter(session__client__pseudonym="C-01"):
        turn.text = f"{WORDS}, {turn.position}"
        turn.save(update_fields=["text"])
    for frame in Frame.objects.filter(turn__session__client__pseudonym="C-01"):
        (settings.MEDIA_DIR / frame.path).write_bytes(PICTURE)
    return labelled


@pytest.fixture
def everything(things: dict[str, Any]) -> dict[str, Any]:  # noqa: F811
    """One of each thing, and a run with predictions of the client's turns and an adapter."""
    run = Run.objects.get(pk=things["run"])
    Run.objects.filter(pk=run.pk).update(state=Run.State.SUCCEEDED)
    for turn in Turn.objects.filter(session__client__pseudonym="C-01", role="client"):
        said = {"reply": REPLY, "reference": f"{WORDS}?", "probabilities": {"none": 1.0}}
        Prediction.objects.create(run=run, turn=turn, predicted="none", gold="minimizing", **said)
    nothing = {"why_undefined": "nothing was scored"}
    figures = {
        "holdout": {"sessions": ["S001"], "turns": 4, "without_label": 0, "without_frame": 0},
        "ablation": "none",
        "detection": nothing,
        "vad": {},
        "replies": {"model": {**nothing, "replies": [{"turn": "1", "text": WORDS}]}, "reference": nothing},
        "sense7": {"scores": {}, "quality": {}},
    }
    Evaluation.objects.create(run=run, figures=figures, created_at=timezone.now())
    Adapter.objects.create(run=run, sha256="0" * 64, created_at=timezone.now())
    (run.folder / "adapter").mkdir(parents=True)
    (run.folder / "adapter" / "README.md").write_text("weights")
    return things


def found_by(browser: APIClient, things: dict[str, Any]) -> list[str]:  # noqa: F811
    """The addresses whose answer holds words or pictures of the client."""
    return [
        f"{address}{parameters}: {what}"
        for method, address, _ in rows()
        if method == "get"
        for parameters in PARAMETERS
        for body in [body_of(browser.get(f"/api/v1/{address.format(**things)}{parameters}"))]
        for what in (WORDS, REPLY, PICTURE.decode())
        if what.encode() in body
    ]


def body_of(response: Any) -> bytes:
    """Headers and content of an answer; of an archive, all files in it."""
    content = b"".join(response.streaming_content) if response.streaming else response.content
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            content = b"\n".join(archive.read(name) for name in archive.namelist())
    return str(response.headers).encode() + content


def end_consent(how: str, people: dict[str, User]) -> None:
    person = Person.objects.get(pseudonym="C-01")
    if how == "withdrawn":
        consent.withdraw(person=person, scopes=None, note="", actor=people["sam"], now=timezone.now())
    elif how == "expired":
        Consent.objects.filter(person=person).update(expires_at=timezone.now() - timedelta(seconds=1))
    else:
        consent.withdraw(person=person, scopes=["train", "view"], note="", actor=people["sam"], now=timezone.now())


@pytest.mark.parametrize("how", ["withdrawn", "expired", "of training and viewing alone"])
def test_an_engineer_finds_no_word_and_no_picture_of_whoever_withdrew(
    how: str,
    everything: dict[str, Any],
    people: dict[str, User],
    client_of: Browser,
) -> None:
    before = found_by(client_of("finn"), everything)

    end_consent(how, people)

    assert {where.split("?")[0].split(":")[0] for where in before} >= {
        "runs/{run}/predictions/",
        "releases/{release}/download/",
        "frames/{frame}/image/",
    }
    assert found_by(client_of("finn"), everything) == []


def flags_of(browser: APIClient, things: dict[str, Any]) -> Iterator[tuple[str, int, list[str], str]]:  # noqa: F811
    """Every list and page on which a release or a run is shown, with how many turns it says were withdrawn, of whom,
    and in which words."""
    addresses = [f"releases/{things['release']}/", f"runs/{things['run']}/"]
    lists = [f"studies/{things['study']}/releases/", f"studies/{things['study']}/runs/"]
    for address in [*addresses, *lists]:
        body = browser.get(f"/api/v1/{address}").json()
        row = body["results"][0] if "results" in body else body
        yield address, row["withdrawn"], row["withdrawn_people"], row["withdrawn_text"]


def test_releases_and_runs_that_hold_a_withdrawn_person_say_so_everywhere(
    everything: dict[str, Any], people: dict[str, User], client_of: Browser
) -> None:
    assert {flag[1:] == (0, [], "") for flag in flags_of(client_of("finn"), everything)} == {True}

    end_consent("withdrawn", people)

    for who in ("chi", "sam", "finn"):
        for address, turns, of, text in flags_of(client_of(who), everything):
            told = (turns, of, text)
            assert (address, told) == (address, (8, ["C-01"], "8 turns of C-01, who no longer consents to training"))
        report = client_of(who).get(f"/api/v1/runs/{everything['run']}/report.html").content.decode()
        assert "C-01" in report
        assert "no longer" in report


def test_a_lead_still_reads_predictions_and_an_engineer_is_told_what_is_withheld(
    everything: dict[str, Any], people: dict[str, User], client_of: Browser
) -> None:
    end_consent("withdrawn", people)
    url = f"/api/v1/runs/{everything['run']}/predictions/"

    read, withheld = client_of("chi").get(url).json()["results"], client_of("finn").get(url).json()["results"]

    assert {(each["why_withheld"] != "", WORDS in each["turn"]["text"], each["reply"]) for each in read} == {
        (False, True, REPLY)
    }
    assert {(each["why_withheld"] != "", each["turn"]["text"], each["reply"]) for each in withheld} == {(True, "", "")}
    assert len(withheld) == len(read) == 8


@pytest.mark.parametrize("who", ["chi", "sam"])
def test_a_copy_of_what_holds_a_withdrawn_person_is_asked_for_twice_and_logged(
    who: str, everything: dict[str, Any], people: dict[str, User], client_of: Browser
) -> None:
    end_consent("withdrawn", people)
    study = Release.objects.get().study

    for url in (f"/api/v1/releases/{everything['release']}/download/", f"/api/v1/runs/{everything['run']}/adapter/"):
        asked = client_of(who).get(url, {"use": "within"})
        taken = client_of(who).get(url, {"use": "within", "include_withdrawn": "true"})

        assert (asked.status_code, asked.json()["code"]) == (409, "holds_withdrawn")
        assert (asked.json()["withdrawn"], asked.json()["withdrawn_people"]) == (8, ["C-01"])
        assert "C-01" in asked.json()["message"]
        assert taken.status_code == 200
    log = client_of("sam").get(f"/api/v1/studies/{study.slug}/log/").json()["results"]
    assert [each["text"] for each in log if ".downloaded" in each["action"]] == [
        f"{what} 8 turns of C-01, who no longer consents to training"
        for what in (
            "The adapter of run 1 was downloaded for use within the study, made from release 1, which holds",
            "Release 1 was downloaded for use within the study, with",
        )
    ]


def unpacked(response: Any) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(b"".join(response.streaming_content))) as archive:
        return {name: archive.read(name).decode("utf-8", "replace") for name in archive.namelist()}


def test_a_copy_says_whose_consent_has_ended_on_the_day_it_is_taken(
    everything: dict[str, Any], people: dict[str, User], client_of: Browser
) -> None:
    """What was written when the release was frozen, by an older version perhaps, cannot know it."""
    Release.objects.filter(pk=everything["release"]).update(
        manifest={key: part for key, part in Release.objects.get().manifest.items() if key != "labels"}
    )
    urls = (f"/api/v1/releases/{everything['release']}/download/", f"/api/v1/runs/{everything['run']}/adapter/")
    use = {"use": "within", "include_withdrawn": "true"}
    before = [" ".join(unpacked(client_of("chi").get(url, use))["ABOUT-THIS-COPY.txt"].split()) for url in urls]

    end_consent("withdrawn", people)

    after = [" ".join(unpacked(client_of("chi").get(url, use))["ABOUT-THIS-COPY.txt"].split()) for url in urls]
    for note, where in zip(before, ("it", "release 1, from which it was made,"), strict=True):
        assert f"Everybody recorded in {where} consents to training on their sessions." in note
        assert "It must not be given to others: not everybody agrees to that (C-01, C-02, C-03," in note
        assert "When release 1 was frozen, nobody counted how many raters each label rests on." in note
    of_release, of_adapter = after
    assert "Release 1 of Couples pilot, downloaded on" in of_release
    assert "It holds 8 turns of C-01, who no longer consents to training. Do not train on these turns." in of_release
    assert "The adapter of run 1 of Couples pilot, downloaded on" in of_adapter
    assert (
        "It was made from release 1, which holds 8 turns of C-01, who no longer consents to training. Do not use it "
        "without asking the study." in of_adapter
    ), "an adapter holds nobody's turns"


def test_an_adapter_of_an_older_version_leaves_without_the_folder_of_its_base(
    everything: dict[str, Any], client_of: Browser
) -> None:
    run = Run.objects.get(pk=everything["run"])
    base = {"family": "tiny", "name": "attune-tiny", "revision": "3", "sha256": "5" * 64}
    Run.objects.filter(pk=run.pk).update(record={"base": base})
    folder = "/srv/attune/data/bases/tiny-3"
    (run.folder / "adapter" / "README.md").write_text(f"base_model: {folder}")
    (run.folder / "adapter" / "adapter_config.json").write_text(
        json.dumps({"base_model_name_or_path": folder, "revision": None, "r": 8})
    )

    files = unpacked(client_of("finn").get(f"/api/v1/runs/{run.pk}/adapter/", {"use": "within"}))

    assert not any("/srv/attune" in text for text in files.values())
    assert all(part in files["README.md"] for part in ("attune-tiny", "5" * 64, run.release.content_hash))
    config = json.loads(files["adapter_config.json"])
    assert config == {"base_model_name_or_path": "attune-tiny", "revision": "3", "r": 8}


def test_a_withdrawal_lists_runs_as_well_as_releases_and_who_took_copies(
    everything: dict[str, Any], client_of: Browser
) -> None:
    client_of("chi").get(f"/api/v1/runs/{everything['run']}/predictions.csv")
    client_of("finn").get(f"/api/v1/runs/{everything['run']}/adapter/", {"use": "within"})
    client_of("finn").get(f"/api/v1/releases/{everything['release']}/download/", {"use": "within"})

    person = Person.objects.get(pseudonym="C-01")
    answer = client_of("sam").post(f"/api/v1/persons/{person.pk}/withdraw/", {}, format="json").json()

    assert [(each["number"], [copy["by"] for copy in each["downloads"]]) for each in answer["affected_runs"]] == [
        (1, ["chi", "finn"])
    ]
    assert [(each["number"], len(each["downloads"])) for each in answer["affected_releases"]] == [(1, 1)]


def test_a_session_without_consent_is_in_no_engineers_frames(
    everything: dict[str, Any], people: dict[str, User], client_of: Browser
) -> None:
    """Frames are granted to engineers for training: once that consent has ended, so has the grant."""
    person = Person.objects.get(pseudonym="C-01")
    consent.withdraw(person=person, scopes=["train"], note="", actor=people["sam"], now=timezone.now())

    assert client_of("finn").get(f"/api/v1/frames/{everything['frame']}/image/").status_code == 403
    assert client_of("chi").get(f"/api/v1/frames/{everything['frame']}/image/").status_code == 200
    assert Session.objects.filter(client=person).count() == 2
