"""Which adapters may be offered, and what leaves with them."""

import io
import json
from zipfile import ZipFile

import numpy as np
import pytest

from annotator.runs.adapters import CONFIG, WEIGHTS, why_unusable
from annotator.runs.models import Adapter, Run
from tests.annotator.ratings import NOW

pytestmark = pytest.mark.one_database


def save(folder, tensors):
    """Write safetensors by hand: the header's length, the header, the raw tensors."""
    header, raw = {"__metadata__": {"format": "pt"}}, b""
    for name, (dtype, array) in tensors.items():
        content = array.tobytes()
        header[name] = {"dtype": dtype, "shape": list(array.shape), "data_offsets": [len(raw), len(raw) + len(content)]}
        raw += content
    text = json.dumps(header).encode()
    (folder / WEIGHTS).write_bytes(len(text).to_bytes(8, "little") + text + raw)


def test_finite_weights_are_usable(tmp_path):
    save(tmp_path, {"lora_A": ("F32", np.ones((2, 3), np.float32)), "lora_B": ("BF16", np.array([0x3F80], np.uint16))})

    assert why_unusable(tmp_path) is None


@pytest.mark.parametrize(
    ("dtype", "values"),
    [
        ("F32", np.array([1, np.nan], np.float32)),
        ("F16", np.array([np.inf], np.float16)),
        ("BF16", np.array([0x7FC0], np.uint16)),
    ],
)
def test_weights_that_are_not_finite_are_not(tmp_path, dtype, values):
    save(tmp_path, {"lora_A": ("F32", np.ones(2, np.float32)), "lora_B": (dtype, values)})

    assert why_unusable(tmp_path) == "the adapter's weights lora_B are not finite"


def test_a_file_without_tensors_is_not_an_adapter(tmp_path):
    save(tmp_path, {})

    assert why_unusable(tmp_path) == "the adapter holds no weights"


def test_no_file_is_no_adapter(tmp_path):
    assert why_unusable(tmp_path) == "the run left no adapter"


NAMED = {"family": "tiny", "name": "attune-tiny", "revision": "3b97", "sha256": "994b"}


@pytest.mark.parametrize("record", [None, {"seed": 4}, {"base": NAMED}, {"base": {**NAMED, "name": "FOLDER"}}])
def test_no_folder_of_the_server_leaves_with_an_adapter(record, approved, client_of, settings):
    wish = {"preset": "tiny", "ablations": ["none"], "seed": 4}
    run = Run.objects.get(pk=client_of("finn").post(f"/api/v1/releases/{approved}/runs/", wish).json()[0]["id"])
    base = str(settings.DATA_DIR / "cache" / "tiny-3b97")
    Run.objects.filter(pk=run.pk).update(record=json.loads(json.dumps(record).replace("FOLDER", base)))
    Adapter.objects.create(run=run, sha256="0" * 64, created_at=NOW)
    folder = run.folder / "adapter"
    folder.mkdir(parents=True)
    save(folder, {"lora_A": ("F32", np.ones((2, 3), np.float32))})
    config = {"base_model_name_or_path": base, "revision": None, "cache": base, "r": 8}  # As peft wrote it.
    (folder / CONFIG).write_text(json.dumps(config))
    (folder / "README.md").write_text(f"---\nbase_model: {base}\n---\n")

    answer = client_of("finn").get(f"/api/v1/runs/{run.pk}/adapter/?use=within")

    whole = b"".join(answer.streaming_content)  # Stored, not compressed: what is in it can be read.
    assert not [place for place in (settings.DATA_DIR, settings.BASE_DIR) if str(place).encode() in whole]
    with ZipFile(io.BytesIO(whole)) as archive:
        readme = archive.read("README.md").decode()
        config = json.loads(archive.read(CONFIG))
        assert set(archive.namelist()) == {"ABOUT-THIS-COPY.txt", "README.md", CONFIG, WEIGHTS}
    assert (config["base_model_name_or_path"], config["r"]) == ("attune-tiny", 8)
    assert "base_model: attune-tiny\n" in readme
    assert "**attune-tiny is a demonstration model.**" in readme
