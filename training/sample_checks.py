"""What can be wrong with one encoded sample."""

from collections.abc import Iterator
from itertools import takewhile

from training.data import IGNORED, Sample, collate
from training.families.backbone import Backbone
from training.prompts import target


def sample_faults(sample: Sample, backbone: Backbone, max_length: int) -> Iterator[str]:
    """Name the turn, and the length it needs where it is too long.

    A sample that is cut would lose the end of its reply, or image tokens whose features stay.
    """
    turn = f"turn {sample.turn.id}"
    kept = (sample.prompt.ids.tolist() + sample.answer)[:max_length]
    image_tokens = kept.count(backbone.image_token_id)
    features = backbone.feature_count(sample.prompt.images)
    if image_tokens != features:
        yield (
            f"{turn}: {features} image features but {image_tokens} image tokens within max_length={max_length}; "
            f"it needs {sample.length}"
        )
    elif sample.length > max_length:
        yield f"{turn}: {sample.length} tokens are more than max_length={max_length}; it needs {sample.length}"
    elif sample.answer:
        yield from _answer_faults(sample, backbone)


def _answer_faults(sample: Sample, backbone: Backbone) -> Iterator[str]:
    labels = collate([sample], backbone).labels[0]
    trained = labels[labels != IGNORED]
    label = str(sample.turn.incongruence)
    wanted = label if sample.turn.reply is None else target(label, sample.turn.reply)
    decoded = backbone.tokenizer.decode(trained, skip_special_tokens=True)
    if decoded != wanted:
        # Named by its place, not quoted: what a run says is read by people who may read none of its words.
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(decoded, wanted, strict=False)))
        yield f"turn {sample.turn.id}: from character {same + 1} on, its trained tokens decode to another text"
