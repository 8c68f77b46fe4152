"""How the transcript of a draft fits the recording that it is to stand beside."""

from dataclasses import asdict
from typing import Any

from annotator.corpus.clips import clips_in_session, duration_of
from annotator.corpus.diff import known_roles
from annotator.corpus.facts import transcript_facts
from annotator.corpus.models import Draft
from annotator.corpus.placing import placing_remarks
from annotator.corpus.reading import name_remarks

Json = dict[str, Any]


def fit_of(draft: Draft) -> Json:
    """The parts of the draft's reading that depend on its recording, its offset, and the session it belongs to."""
    duration_ms = draft.probe["duration_ms"] if draft.probe else None
    speakers = draft.reading["speakers"]
    if draft.session is not None:
        duration_ms = duration_of(draft.session)
        roles = known_roles(draft.session, draft)
        speakers = [{**each, "guessed_role": roles[each["name"]]} for each in speakers]
    turns = draft.reading["turns"]
    # On the transcript's own clock, as the turns are: the page adds an offset that may not be saved yet.
    clips = clips_in_session([(turn["start_ms"], turn["end_ms"]) for turn in turns], duration_ms=None)
    unfit = placing_remarks(turns, offset_ms=draft.offset_ms, duration_ms=duration_ms)
    return {
        "speakers": speakers,
        "turns": [{**turn, "clip": asdict(clip)} for turn, clip in zip(turns, clips, strict=True)],
        "remarks": [*draft.reading["remarks"], *name_remarks(draft.reading), *unfit],
        "facts": transcript_facts(turns, offset_ms=draft.offset_ms, duration_ms=duration_ms),
    }
