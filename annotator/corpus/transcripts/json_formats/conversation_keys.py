"""Lists of what was said whose entries tell which of several conversations they belong to."""

import re
from collections.abc import Mapping, Sequence
from itertools import chain

from annotator.corpus.transcripts.columns import names_conversation
from annotator.corpus.transcripts.conversations import (
    changes_with_the_clock,
    read_conversations,
    tells_conversations,
)
from annotator.corpus.transcripts.json_formats.values import JsonObject, as_id, as_object, as_text, seconds
from annotator.corpus.transcripts.model import Remark, Tier
from annotator.corpus.transcripts.options import ReadingOptions

_KEYS = ("conversation_id", "conversationId", "conversation", "root")  # Of several that would do, these first.
# What each channel holds is said in one conversation.
_CHANNELS = {"channel", "channel_id", "channelId", "channel_tag", "channelTag", "track"}
_WORD_BEGINS = re.compile(r"(?<=[a-z])(?=[A-Z])")


def entries_to_read(
    entries: list[object], keys: Mapping[str, Sequence[str]], options: ReadingOptions, remarks: list[Remark]
) -> tuple[list[object], tuple[Tier, ...]]:
    """The entries of the conversation that is read, and all that are offered; all entries where nothing tells.

    Args:
        keys: under which an entry may hold its text, speaker, start and end.

    Raises:
        TranscriptRefused: none of the chosen ones is in the file.
    """
    objects = list(map(as_object, entries))
    ids = _ids(objects, keys)
    if ids is None:
        return entries, ()
    texts = [next((as_text(entry.get(name)) or "" for name in keys["text"] if name in entry), "") for entry in objects]
    places, tiers = read_conversations(ids, texts, options, remarks)
    return [entries[place] for place in places], tiers


def _ids(objects: Sequence[JsonObject], keys: Mapping[str, Sequence[str]]) -> list[str] | None:
    """Which conversation each entry belongs to, by a key's name or by the clock that it resets, as in a table."""
    read = set(chain(*keys.values())) | _CHANNELS
    known = [key for key in dict.fromkeys(chain(_KEYS, *objects)) if key not in read]
    starts = [next((seconds(entry[key]) for key in keys["start"] if key in entry), None) for entry in objects]
    for key in known:
        ids = [as_id(entry.get(key)) or "" for entry in objects]
        is_named = key in _KEYS or names_conversation(_WORD_BEGINS.sub(" ", key))
        if (is_named and tells_conversations(ids)) or changes_with_the_clock(ids, starts):
            return ids
    return None
