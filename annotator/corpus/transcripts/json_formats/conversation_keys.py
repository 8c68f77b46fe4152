"""Lists of what was said whose entries tell which of several conversations they belong to."""

from collections.abc import Sequence

from annotator.corpus.transcripts.conversations import read_conversations, tells_conversations
from annotator.corpus.transcripts.json_formats.values import as_id, as_object, as_text
from annotator.corpus.transcripts.model import Remark, Tier
from annotator.corpus.transcripts.options import ReadingOptions

_KEYS = (
    "conversation_id", "conversationId", "conversation", "dialogue_id", "dialogueId", "dialog_id", "dialogue",
    "session_id", "sessionId", "session", "call_id", "callId", "call", "interview_id", "interview", "meeting_id",
    "transcript_id", "root",
)  # fmt: skip


def entries_to_read(
    entries: list[object], text_keys: Sequence[str], options: ReadingOptions, remarks: list[Remark]
) -> tuple[list[object], tuple[Tier, ...]]:
    """The entries of the conversation that is read, and all that are offered; all entries where nothing tells.

    Args:
        text_keys: under which an entry may hold what was said.

    Raises:
        TranscriptRefused: none of the chosen ones is in the file.
    """
    objects = list(map(as_object, entries))
    for key in _KEYS:
        ids = [as_id(entry.get(key)) or "" for entry in objects]
        if tells_conversations(ids):
            texts = [
                next((as_text(entry.get(name)) or "" for name in text_keys if name in entry), "") for entry in objects
            ]
            places, tiers = read_conversations(ids, texts, options, remarks)
            return [entries[place] for place in places], tiers
    return entries, ()
