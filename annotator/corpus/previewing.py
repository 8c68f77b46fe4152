"""How the transcript of a draft fits the recording that it is to stand beside."""

from typing import Any

from annotator.corpus.diff import known_roles
from annotator.corpus.facts import transcript_facts
from annotator.corpus.models import Draft, Recording
from annotator.corpus.placing import placing_remarks

Json = dict[str, Any]


def fit_of(draft: Draft) -> Json:
    """The parts of the draft's reading that depend on its recording, its offset, and the session it belongs to."""
    duration_ms = draft.probe["duration_ms"] if draft.probe else None
    speakers = draft.reading["speakers"]
    if draft.session is not None:
        duration_ms = Recording.objects.filter(session=draft.session).values_list("duration_ms", flat=True).first()
        roles = known_roles(draft.session, draft)
        speakers = [{**each, "guessed_role": roles[each["name"]]} for each in speakers]
    turns = draft.reading["turns"]
    unfit = placing_remarks(turns, offset_ms=draft.offset_ms, duration_ms=duration_ms)
    return {
        "speakers": speakers,
        "remarks": [*draft.reading["remarks"], *unfit],
        "facts": transcript_facts(turns, offset_ms=draft.offset_ms, duration_ms=duration_ms),
    }
