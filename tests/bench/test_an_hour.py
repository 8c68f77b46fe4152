"""The hour that the preview is timed on is whole in every format."""

import pytest

from annotator.corpus.transcripts import read_transcript
from bench.an_hour import AN_HOUR, N_TURNS, N_WORDS


@pytest.mark.parametrize("name", AN_HOUR)
def test_an_hour_reads_to_all_its_words(name):
    transcript = read_transcript(AN_HOUR[name]().encode())

    assert len(transcript.turns) == N_TURNS
    assert sum(len(turn.text.split()) for turn in transcript.turns) == N_WORDS
