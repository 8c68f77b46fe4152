"""A release's turns are a transcript again, for a study that labels the same conversations anew."""

import pytest

from annotator.corpus.models import Turn
from annotator.corpus.transcripts import ReadingOptions, read_transcript
from annotator.releases.models import Release

pytestmark = pytest.mark.django_db


def test_a_release_s_turns_read_as_the_sessions_they_came_from(frozen):
    data = (Release.objects.get(pk=frozen).folder / "turns.jsonl").read_bytes()
    offered = read_transcript(data).tiers

    assert len(offered) > 1
    for tier in offered:
        transcript = read_transcript(data, options=ReadingOptions(gap_ms=0, tiers=(tier.name,)))
        recorded = Turn.objects.filter(session__number=int(tier.name.removeprefix("S"))).order_by("position")
        assert transcript.format == "attune-release"
        assert [(turn.speaker, turn.text) for turn in transcript.turns] == list(recorded.values_list("role", "text"))
        times = {turn.text: (turn.start_ms, turn.end_ms) for turn in transcript.turns if turn.speaker == "client"}
        assert times == {turn.text: (turn.start_ms, turn.end_ms) for turn in recorded if turn.role == "client"}
