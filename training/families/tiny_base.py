"""Make the tiny base: a vision tower that can see drawn faces, then a language model that can say what it saw and read.

It learns from people and sentences that no study shares (the pools `BASE` and "base" of `demo/`), so whatever a run
finds in a study, it found there.
"""

import hashlib
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.functional import cross_entropy, mse_loss
from torch.nn.utils.rnn import pad_sequence
from transformers import (
    Idefics3Config,
    Idefics3ForConditionalGeneration,
    Idefics3Processor,
    PreTrainedTokenizerFast,
)
from transformers.models.idefics3.image_processing_pil_idefics3 import Idefics3ImageProcessorPil

from demo.faces import BASE, Identity, draw_face
from demo.words import client_sentence
from training.families.tiny_lines import LINES
from training.progress import Report
from training.prompts import LABELS

SPECIALS = (
    "<pad>",
    "<s>",
    "</s>",
    "<unk>",
    "<fake_token_around_image>",
    "<image>",
    "<end_of_utterance>",
    "<global-img>",
)
CHAT_TEMPLATE = (
    "{% for message in messages %}{% for part in message.content %}"
    "{% if part.type == 'image' %}<image>{% else %}{{ part.text }}{% endif %}"
    "{% endfor %}{% endfor %}{% if add_generation_prompt %}<end_of_utterance>{% endif %}"
)


@dataclass(frozen=True)
class Recipe:
    """Sizes and lengths of the tiny base. A change of any makes another base, under another hash."""

    seed: int = 0
    image_size: int = 48
    patch_size: int = 8
    hidden_size: int = 64
    vocabulary: int = 1000
    faces: int = 4000
    face_epochs: int = 4
    captions: int = 4000
    caption_epochs: int = 2
    words_weight: float = 0.3
    learning_rate: float = 2e-3


RECIPE = Recipe()
GROUNDWORK = "the small model learns from drawn "


@dataclass(frozen=True)
class Scenes:
    """Drawn faces, each with a sentence; valences from -1 to 1, in `faces` beside the arousal."""

    pixels: Tensor
    faces: NDArray[np.float32]
    words: list[str]
    words_valences: NDArray[np.float32]
    lines: list[str]
    """What a counsellor says then; it follows from nothing, so only the language is learnt from it."""


def base_hash(recipe: Recipe) -> str:
    """Of the recipe and of a taste of what it learns from: a redrawn face makes another base."""
    rng = np.random.default_rng(recipe.seed)
    taste = _draw_faces(8, recipe, rng)[0].tobytes() + "\n".join(_sentences(32, rng)[0]).encode()
    return hashlib.sha256(
        repr(asdict(recipe)).encode() + (CHAT_TEMPLATE + "".join(LINES)).encode() + taste
    ).hexdigest()[:16]


def make_base(folder: Path, report: Report, recipe: Recipe) -> None:
    """Train the base from nothing and save model and processor in `folder`."""
    torch.manual_seed(recipe.seed)
    rng = np.random.default_rng(recipe.seed)
    report(0.0, "drawing faces for the small model to learn from; none is of the study")
    pictures, feelings = _draw_faces(recipe.faces, recipe, rng)
    words, word_valences = _sentences(recipe.captions, rng)
    processor = _processor(_tokenizer([*words, *LINES], recipe), recipe)
    model = _model(processor, recipe)

    pixels = _as_pixels(pictures)
    _teach_seeing(model, pixels, torch.tensor(feelings), recipe, lambda share, text: report(0.1 + 0.4 * share, text))
    scenes = Scenes(pixels, feelings, words, word_valences, rng.choice(LINES, len(words)).tolist())
    _teach_reading(model, processor, scenes, recipe, lambda share, text: report(0.5 + 0.5 * share, text))

    model.eval().save_pretrained(folder)
    processor.save_pretrained(folder)


def _draw_faces(count: int, recipe: Recipe, rng: np.random.Generator) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Pictures of shape (count, side, side, 3) and their (valence, arousal)."""
    pictures = np.empty((count, recipe.image_size, recipe.image_size, 3), np.uint8)
    feelings = rng.uniform(-1, 1, size=(count, 2)).astype(np.float32)
    for picture, (valence, arousal) in zip(pictures, feelings, strict=True):
        identity = Identity.draw(rng, BASE)
        face = draw_face(valence=float(valence), arousal=float(arousal), identity=identity, size=64, rng=rng)
        # A face box is never exact, so neither are these crops.
        left, top, right, bottom = rng.integers(0, 6, size=4)
        crop = face[top : 64 - bottom, left : 64 - right]
        cv2.resize(crop, picture.shape[:2], dst=picture, interpolation=cv2.INTER_AREA)
    return pictures, feelings


def _sentences(count: int, rng: np.random.Generator) -> tuple[list[str], NDArray[np.float32]]:
    valences = rng.uniform(-1, 1, size=count).astype(np.float32)
    return [client_sentence(valence=float(valence), rng=rng, pool="base") for valence in valences], valences


def _as_pixels(pictures: NDArray[np.uint8]) -> Tensor:
    """What the image processor makes of pictures of the right size: channels first, -1 to 1."""
    return torch.from_numpy(pictures).permute(0, 3, 1, 2).float() / 127.5 - 1


def _tokenizer(corpus: list[str], recipe: Recipe) -> PreTrainedTokenizerFast:
    """Byte-level pairs learnt from the base's own sentences; each label is one token, so that it can be weighted."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=recipe.vocabulary - len(LABELS) - 8,
        special_tokens=list(SPECIALS),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(corpus, trainer)
    tokenizer.add_tokens(list(LABELS))
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        **dict(zip(("pad_token", "bos_token", "eos_token", "unk_token"), SPECIALS, strict=False)),
    )


def _processor(tokenizer: PreTrainedTokenizerFast, recipe: Recipe) -> Idefics3Processor:
    edge = {"longest_edge": recipe.image_size}
    images = Idefics3ImageProcessorPil(do_image_splitting=False, size=edge, max_image_size=edge)
    features = (recipe.image_size // recipe.patch_size // 2) ** 2
    return Idefics3Processor(images, tokenizer, image_seq_len=features, chat_template=CHAT_TEMPLATE)


def _model(processor: Idefics3Processor, recipe: Recipe) -> Idefics3ForConditionalGeneration:
    tokenizer = processor.tokenizer
    common = {
        "hidden_size": recipe.hidden_size,
        "intermediate_size": 2 * recipe.hidden_size,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
    }
    config = Idefics3Config(
        # The usual 0.02 is too small at this width: the tower then learns faces slowly.
        vision_config={
            **common,
            "image_size": recipe.image_size,
            "patch_size": recipe.patch_size,
            "initializer_range": 0.1,
        },
        text_config={
            "model_type": "llama",
            **common,
            "initializer_range": 0.1,
            "num_key_value_heads": 2,
            "vocab_size": recipe.vocabulary,
            "max_position_embeddings": 1024,
            "pad_token_id": tokenizer.pad_token_id,
            "bos_token_id": tokenizer.bos_token_id,
            "eos_token_id": tokenizer.eos_token_id,
            "tie_word_embeddings": True,
        },
        scale_factor=2,
        image_token_id=tokenizer.convert_tokens_to_ids("<image>"),
        tie_word_embeddings=True,
    )
    return Idefics3ForConditionalGeneration(config)


def _teach_seeing(
    model: Idefics3ForConditionalGeneration, pixels: Tensor, feelings: Tensor, recipe: Recipe, report: Report
) -> None:
    """Warm tower and connector up by reading valence and arousal off a face, through heads that are thrown away.

    One head sees all features side by side, since a mean alone learns far more slowly; the other sees their mean, so
    that every feature comes to tell the language model something.
    """
    vision = nn.ModuleList([model.model.vision_model, model.model.connector])
    features = (recipe.image_size // recipe.patch_size // 2) ** 2
    side_by_side = nn.Linear(features * recipe.hidden_size, feelings.shape[1])
    on_average = nn.Linear(recipe.hidden_size, feelings.shape[1])
    learning = [*vision.parameters(), *side_by_side.parameters(), *on_average.parameters()]
    optimizer, schedule = _optimizer(learning, len(pixels) * recipe.face_epochs // 64, recipe)
    for epoch in range(recipe.face_epochs):
        for rows in torch.randperm(len(pixels)).split(64):
            seen = model.model.connector(model.model.vision_model(pixels[rows]).last_hidden_state)
            error = mse_loss(on_average(seen.mean(1)), feelings[rows])
            _step(error + mse_loss(side_by_side(seen.flatten(1)), feelings[rows]), optimizer, schedule)
        report((epoch + 1) / recipe.face_epochs, f"{GROUNDWORK}faces, round {epoch + 1} of {recipe.face_epochs}")


def _teach_reading(
    model: Idefics3ForConditionalGeneration,
    processor: Idefics3Processor,
    scenes: Scenes,
    recipe: Recipe,
    report: Report,
) -> None:
    """Teach the language model to go on with a client's sentence, and to say how pleasant face and words are."""
    tokenizer = processor.tokenizer
    pad = tokenizer.pad_token_id
    fake = "<fake_token_around_image>"
    picture = f"{fake}<global-img>{'<image>' * processor.image_seq_len}{fake}"
    texts = [
        tokenizer(f"{picture}{words}<end_of_utterance>{_nine(face)}{_nine(said)} {line}</s>")["input_ids"]
        for words, face, said, line in zip(
            scenes.words, scenes.faces[:, 0], scenes.words_valences, scenes.lines, strict=True
        )
    ]
    unread = len(tokenizer(picture)["input_ids"])
    optimizer, schedule = _optimizer(list(model.parameters()), len(texts) * recipe.caption_epochs // 32, recipe)
    for epoch in range(recipe.caption_epochs):
        for rows in torch.randperm(len(texts)).split(32):
            ids = pad_sequence([torch.tensor(texts[row]) for row in rows], batch_first=True, padding_value=pad)
            logits = model(
                input_ids=ids, attention_mask=ids != pad, pixel_values=scenes.pixels[rows, None], use_cache=False
            ).logits
            costs = cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], ignore_index=pad, reduction="none")
            read = ids[:, 1:] != pad
            read[:, : unread - 1] = False
            # The two tokens after the client's words say how face and words are.
            asked = ids == tokenizer.convert_tokens_to_ids("<end_of_utterance>")
            valences = asked[:, :-1] | functional.pad(asked, (1, 0))[:, :-2]
            loss = costs[valences].mean() + recipe.words_weight * costs[read & ~valences].mean()
            _step(loss, optimizer, schedule)
        text = f"{GROUNDWORK}faces with words, round {epoch + 1} of {recipe.caption_epochs}"
        report((epoch + 1) / recipe.caption_epochs, text)


def _nine(valence: float) -> int:
    return round(5 + 4 * float(valence))


def _optimizer(
    parameters: list[nn.Parameter], steps: int, recipe: Recipe
) -> tuple[torch.optim.Optimizer, torch.optim.lr_scheduler.OneCycleLR]:
    optimizer = torch.optim.AdamW(parameters, lr=recipe.learning_rate)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, recipe.learning_rate, total_steps=steps + 16, pct_start=0.1
    )
    return optimizer, schedule


def _step(loss: Tensor, optimizer: torch.optim.Optimizer, schedule: torch.optim.lr_scheduler.OneCycleLR) -> None:
    loss.backward()
    torch.nn.utils.clip_grad_norm_(optimizer.param_groups[0]["params"], 1.0)
    optimizer.step()
    optimizer.zero_grad()
    schedule.step()
