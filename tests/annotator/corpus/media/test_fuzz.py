"""A damaged recording is probed and decoded, or refused in words; nothing else happens."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from annotator.corpus.media.pictures import decode_pictures
from annotator.corpus.media.probe import probe
from annotator.corpus.media.refusal import MediaRefused

DAMAGES = st.lists(st.tuples(st.floats(0, 1), st.binary(min_size=1, max_size=4)), min_size=1, max_size=20)


@pytest.mark.parametrize("name", ["silent.mp4", "two_sounds.mkv", "mpeg4.avi", "start_not_0.ts"])
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(damages=DAMAGES, kept=st.floats(0.5, 1))
def test_a_damaged_recording_is_read_or_refused(clip, tmp_path, name, damages, kept):
    data = bytearray(clip(name).read_bytes())
    for place, patch in damages:
        at = int(place * len(data))
        data[at : at + len(patch)] = patch
    path = tmp_path / name
    path.write_bytes(data[: int(len(data) * kept)])

    try:
        found = probe(path)
        n_decoded = sum(1 for _ in decode_pictures(path, found))
    except MediaRefused as refusal:
        assert refusal.message.endswith(".")
    else:
        assert found.frames.end_ms >= found.frames.times_ms[-1]
        assert n_decoded >= 0
