"""The default codebook, and what a study's design asks of it."""

from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from annotator.codebooks.models import CodebookVersion
from annotator.codebooks.questionnaire import UnknownValue, is_complete, questionnaire_of
from annotator.codebooks.services import default_codebook_version
from annotator.studies.models import Study
from tests.annotator.conftest import NOW

Browser = Callable[[str], APIClient]

VAD = [f"{what}_{channel}" for channel in ("words", "face") for what in ("valence", "arousal", "dominance")]
TOGETHER = ["incongruence", "direction", "engagement", "confidence", "evidence", "comment"]


def passes_of(client: APIClient, study: Study) -> dict[str, list[str]]:
    codebook = client.get(f"/api/v1/studies/{study.slug}/codebook/").json()
    return {construct["key"]: construct["passes"] for construct in codebook["constructs"]}


def test_a_study_without_channel_passes_asks_everything_together(study: Study, client_of: Browser) -> None:
    assert passes_of(client_of("asha"), study) == {key: ["together"] for key in [*TOGETHER[:3], *VAD, *TOGETHER[3:]]}


def test_channel_passes_ask_for_the_vad_of_their_channel(study: Study, client_of: Browser) -> None:
    study.has_channel_passes = True
    study.save()

    assert passes_of(client_of("asha"), study) == {
        **{key: ["together"] for key in TOGETHER},
        **{key: [key.rpartition("_")[2]] for key in VAD},
    }


def test_the_levels_carry_the_keys_that_pick_them(study: Study, client_of: Browser) -> None:
    codebook = client_of("asha").get(f"/api/v1/studies/{study.slug}/codebook/").json()

    levels = {
        each["key"]: [(level["key"], level["shortcut"]) for level in each["levels"]] for each in codebook["constructs"]
    }
    assert levels["incongruence"] == [("none", "1"), ("minimizing", "2"), ("contradiction", "3")]
    assert levels["direction"] == [("face_gt_words", "Q"), ("words_gt_face", "W"), ("opposed", "R")]
    assert levels["engagement"] == [(str(value), str(value)) for value in range(1, 6)]
    assert levels["valence_face"] == [(str(value), str(value)) for value in range(1, 10)]


def test_outsiders_see_no_codebook(study: Study, client_of: Browser) -> None:
    assert client_of("dev").get(f"/api/v1/studies/{study.slug}/codebook/").status_code == 404


def test_the_default_codebook_is_made_once(db: None) -> None:
    first = default_codebook_version(now=NOW)

    assert default_codebook_version(now=NOW) == first
    assert CodebookVersion.objects.count() == 1


def test_an_answer_is_read_as_the_scale_has_it(db: None) -> None:
    questions = questionnaire_of(default_codebook_version(now=NOW).pk).questions

    assert questions["incongruence"].read("none") == "none"
    assert questions["engagement"].read(5) == 5
    assert questions["comment"].read("") is None
    assert questions["evidence"].read([]) is None
    with pytest.raises(UnknownValue, match="answer with one of none, minimizing, contradiction"):
        questions["incongruence"].read("absent")


def test_optional_answers_are_not_needed_and_direction_only_on_disagreement(db: None) -> None:
    asked = questionnaire_of(default_codebook_version(now=NOW).pk).asked_in(
        "together", has_channel_passes=True, has_picture=True
    )

    assert is_complete(asked, {"incongruence": "none", "engagement": 3})
    assert not is_complete(asked, {"incongruence": "minimizing", "engagement": 3})
    assert is_complete(asked, {"incongruence": "minimizing", "direction": "opposed", "engagement": 3})
    assert not is_complete(asked, {"incongruence": "none"})
