"""Which adapters may be offered."""

import json

import numpy as np
import pytest

from annotator.runs.adapters import WEIGHTS, why_unusable

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
