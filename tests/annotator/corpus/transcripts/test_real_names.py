"""Names of speakers that may be people's, which a study keeps by pseudonym."""

import pytest

from annotator.corpus.transcripts.real_names import about_real_names, may_be_real


@pytest.mark.parametrize("name", ["Dr. Meier", "Frau K.", "Anna", "anna", "Ott, Karl", "Mr B", "Zoë Lee", "Анна"])
def test_a_name_may_be_real(name):
    assert may_be_real(name)


@pytest.mark.parametrize(
    "name",
    [
        "T",
        "C",
        "INT",
        "P07",
        "SPEAKER_00",
        "Speaker A",
        "speaker1",
        "Client",
        "Therapist (T)",
        "mother",
        "Channel 1",
        "2",
    ],
)
def test_a_code_or_a_role_is_no_name(name):
    assert not may_be_real(name)


def test_real_names_are_told_once_for_all():
    (remark,) = about_real_names(["Dr. Meier", "C", "Frau K."])

    assert remark.severity == "warning"
    assert "“Dr. Meier”, “Frau K.”. They stay in the session's transcript." in remark.message
    assert about_real_names(["T", "C"]) == []
