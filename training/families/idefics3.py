"""The Idefics3 architecture: the tiny base and SmolVLM are of this type."""

from collections.abc import Sequence
from typing import cast

import torch
from torch import Tensor
from transformers import Idefics3ForConditionalGeneration

from training.config import LoraPart
from training.families.backbone import Backbone

_LAYERS: dict[LoraPart, str] = {
    "text": r"text_model.*\.(q_proj|k_proj|v_proj|o_proj|gate_proj|up_proj|down_proj)",
    "vision": r"vision_model.*\.(q_proj|k_proj|v_proj|out_proj|fc1|fc2)",
    "connector": r"connector.*\.proj",
}


class Idefics3(Backbone):
    @property
    def image_token_id(self) -> int:
        return int(self.model.config.image_token_id)

    def lora_targets(self, parts: Sequence[LoraPart]) -> str:
        return f".*({'|'.join(_LAYERS[part] for part in parts)})$"

    def image_features(self, images: dict[str, Tensor]) -> Sequence[Tensor]:
        return cast(Idefics3ForConditionalGeneration, self.model).get_image_features(**images).pooler_output

    def stack(self, images: Sequence[dict[str, Tensor]]) -> dict[str, Tensor]:
        """Samples with fewer pictures than others are filled up with pictures of zeros, which the model leaves out."""
        most = max(sample["pixel_values"].shape[1] for sample in images)
        return {name: torch.cat([_filled_up(sample[name], most) for sample in images]) for name in images[0]}

    def feature_count(self, images: dict[str, Tensor]) -> int:
        pictures, side = images["pixel_values"].shape[1], images["pixel_values"].shape[-1]
        config = self.model.config
        return pictures * (side // config.vision_config.patch_size // config.scale_factor) ** 2


def _filled_up(of_pictures: Tensor, most: int) -> Tensor:
    """Zeros after one sample's pictures, shape (1, pictures, ...), up to `most` of them."""
    missing = most - of_pictures.shape[1]
    return torch.cat([of_pictures, of_pictures.new_zeros(1, missing, *of_pictures.shape[2:])], dim=1)
