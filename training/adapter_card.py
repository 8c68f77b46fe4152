"""The README of an adapter. Free of torch, so that a download can write it anew."""

from typing import Protocol

README = "README.md"
_TEXT = """---
library_name: peft
base_model: {base.name}
tags:
- lora
---

# Adapter for {base.name}

LoRA weights trained by Attune. They work with this base and with no other:

| | |
| --- | --- |
| base | {base.name} |
| revision | {base.revision} |
| SHA-256 of its weights | {base.sha256} |
| content hash of the release trained on | {release_hash} |

{mark}It was trained on recordings of people: use it only for what they agreed to, and delete it when asked to. It is
for research and makes no clinical statement.
"""
_DEMONSTRATION = """**{base.name} is a demonstration model.** It shows how Attune works; what it says and scores is no
research result.

"""


class Base(Protocol):
    """What a base is told by."""

    @property
    def name(self) -> str: ...
    @property
    def revision(self) -> str: ...
    @property
    def sha256(self) -> str: ...


def adapter_readme(*, base: Base, release_hash: str, is_demonstration: bool) -> str:
    """What the adapter belongs on, by name, revision and hash; no path of ours."""
    mark = _DEMONSTRATION.format(base=base) if is_demonstration else ""
    return _TEXT.format(base=base, release_hash=release_hash, mark=mark)
