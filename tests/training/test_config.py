import pytest

from training.config import PRESETS, ConfigRefused, as_yaml, config_from, read_config


def test_a_config_written_and_read_again_is_the_same(tmp_path):
    config = read_config(PRESETS / "tiny.yaml")
    (tmp_path / "again.yaml").write_text(as_yaml(config), encoding="utf-8")

    assert read_config(tmp_path / "again.yaml") == config


def test_all_faults_of_a_config_are_named_at_once():
    with pytest.raises(ConfigRefused) as refusal:
        config_from({"rank": 8, "epochs": 0, "weighting": "heavy", "lora_parts": ["eyes"], "threads": 1.5})

    told = "\n".join(refusal.value.faults)
    assert len(refusal.value.faults) == 6
    assert "rank is not a setting" in told
    assert "epochs=0 is not 1 or more" in told
    assert "weighting: 'heavy' is not one of" in told
    assert "lora_parts: 'eyes' is not one of" in told
    assert "threads: 1.5 is not of type int" in told
    assert "family is missing" in told


def test_a_number_that_yaml_reads_as_text_is_a_number(tmp_path):
    (tmp_path / "run.yaml").write_text("family: tiny\nlearning_rate: 1e-4\n", encoding="utf-8")

    assert read_config(tmp_path / "run.yaml").learning_rate == 1e-4


@pytest.mark.parametrize("content", ["", "- 1", "a: [", "family"])
def test_a_file_that_holds_no_settings_is_refused(tmp_path, content):
    (tmp_path / "run.yaml").write_text(content, encoding="utf-8")

    with pytest.raises(ConfigRefused):
        read_config(tmp_path / "run.yaml")


def test_a_family_is_refused_unless_it_can_be_loaded():
    with pytest.raises(ConfigRefused, match="'qwen_vl' is not one of tiny"):
        config_from({"family": "qwen_vl"})
