"""What training needs of a vision-language base. A family is one subclass; `train.py` knows no family."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import torch
from PIL import Image
from torch import Tensor, nn
from torch.nn.utils.rnn import pad_sequence
from transformers import GenerationMixin, PreTrainedModel, ProcessorMixin

from training.config import LoraPart
from training.prompts import INSTRUCTION, Message

if TYPE_CHECKING:
    from training.data import Batch


@dataclass(frozen=True)
class BaseIdentity:
    """Which base it is, so that a run can be told again."""

    family: str
    name: str
    revision: str
    sha256: str
    """Of the weights file."""


@dataclass(frozen=True)
class Prompt:
    """One encoded prompt: token ids of shape (length,) and the model's image inputs, each with a leading 1."""

    ids: Tensor
    images: dict[str, Tensor]


class Backbone(ABC):
    """A base with its processor. What differs between families is here, with the common case written out."""

    instruction: str = INSTRUCTION
    """What the prompt asks for, before the client's words."""

    def __init__(self, model: PreTrainedModel, processor: ProcessorMixin, identity: BaseIdentity) -> None:
        self.model = model
        self.processor = processor
        self.tokenizer = processor.tokenizer
        self.identity = identity

    @property
    @abstractmethod
    def image_token_id(self) -> int:
        """The token that stands for one image feature in the prompt."""

    @abstractmethod
    def lora_targets(self, parts: Sequence[LoraPart]) -> str:
        """One regular expression that fully matches the names of the linear layers to adapt."""

    @abstractmethod
    def image_features(self, images: dict[str, Tensor]) -> Sequence[Tensor]:
        """Each sample's features in the language model's space, of shape (features, hidden)."""

    @abstractmethod
    def feature_count(self, images: dict[str, Tensor]) -> int:
        """How many features `image_features` will give for one sample, known without running the model."""

    @property
    def hidden_size(self) -> int:
        return int(self.model.config.get_text_config().hidden_size)

    @property
    def language_model(self) -> nn.Module:
        """The text part, without the head that picks tokens."""
        return self.model.get_decoder()

    def encode(self, messages: list[Message], pictures: Sequence[Image.Image]) -> Prompt:
        """Render, tokenise and prepare one prompt with its pictures, as many as the messages have places for."""
        # The stub of transformers knows messages of plain text only.
        text = self.processor.apply_chat_template(messages, add_generation_prompt=True)  # type: ignore[arg-type]
        inputs = dict(self.processor(text=text, images=list(pictures), return_tensors="pt"))
        ids = inputs.pop("input_ids")[0]
        inputs.pop("attention_mask", None)
        return Prompt(ids, inputs)

    def text_ids(self, text: str) -> list[int]:
        """Token ids of plain text, without any mark of beginning or end."""
        return list(self.tokenizer(text, add_special_tokens=False)["input_ids"])

    def hidden(self, ids: Tensor, mask: Tensor, images: dict[str, Tensor]) -> Tensor:
        """Last hidden states of a batch, shape (samples, length, hidden)."""
        return self.model.model(input_ids=ids, attention_mask=mask, use_cache=False, **images).last_hidden_state

    def logits(self, hidden: Tensor) -> Tensor:
        """Scores of every token of the vocabulary, in single precision."""
        return self.model.get_output_embeddings()(hidden).float()

    def generate(self, batch: "Batch", *, max_new_tokens: int) -> list[str]:
        """The likeliest answer to each prompt of a batch padded on the left, token by token."""
        made = cast(GenerationMixin, self.model).generate(
            input_ids=batch.ids,
            attention_mask=batch.mask,
            **batch.images,
            max_new_tokens=max_new_tokens,
            do_sample=False,
            pad_token_id=self.tokenizer.pad_token_id,
        )
        return list(self.tokenizer.batch_decode(made[:, batch.ids.shape[1] :], skip_special_tokens=True))

    def stack(self, images: Sequence[dict[str, Tensor]]) -> dict[str, Tensor]:
        """Image inputs of several samples as one batch."""
        return {name: torch.cat([sample[name] for sample in images]) for name in images[0]}

    @torch.no_grad()
    def pooled_words(self, texts: Sequence[str]) -> Tensor:
        """Mean last hidden state over the words alone, shape (texts, hidden); zeros for a text without words."""
        rows = [torch.tensor(self.text_ids(text), dtype=torch.long) for text in texts]
        mask = pad_sequence([torch.ones(len(row)) for row in rows], batch_first=True).to(self.model.device)
        ids = pad_sequence(rows, batch_first=True, padding_value=self.tokenizer.pad_token_id).to(self.model.device)
        if ids.shape[1] == 0:
            return torch.zeros(len(rows), self.hidden_size)
        hidden = self.language_model(input_ids=ids, attention_mask=mask.long(), use_cache=False).last_hidden_state
        summed = (hidden.float() * mask.unsqueeze(-1)).sum(1)
        return (summed / mask.sum(1, keepdim=True).clamp(min=1)).cpu()

    @torch.no_grad()
    def pooled_faces(self, images: Sequence[dict[str, Tensor]]) -> Tensor:
        """Mean image feature of each sample, shape (samples, hidden)."""
        batch = {name: value.to(self.model.device) for name, value in self.stack(images).items()}
        return torch.stack([features.float().mean(0) for features in self.image_features(batch)]).cpu()
