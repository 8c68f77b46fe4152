"""Sound that is none: told at the import, and no track of several is left out."""

import av
import numpy as np
import pytest

from annotator.corpus.media.copies import PROXY, make_copies
from annotator.corpus.media.probe import probe
from annotator.corpus.media.soundness import refuse_damaged


@pytest.mark.parametrize(
    ("name", "warning"),
    [
        ("first_silent.mkv", "Of the recording's 2 sound tracks, track 1 holds nothing"),
        ("all_silent.mp4", "all of it is silence"),
        ("silent.wav", "all of it is silence"),
        ("sound_ends_early.mp4", "The sound ends at 2.0 s, 2.3 s before the picture does."),
    ],
)
def test_silence_and_sound_that_ends_early_are_told(clip, name, warning):
    (told,) = refuse_damaged(clip(name), n_frames=43)

    assert warning in told


@pytest.mark.parametrize(
    "name", ["plain.mp4", "two_voices.mkv", "sound.wav", "silent.mp4", "late_sound.mp4", "vp8.webm"]
)
def test_of_sound_that_is_heard_to_the_end_nothing_is_told(clip, name):
    assert refuse_damaged(clip(name), n_frames=43) == []


@pytest.mark.parametrize(("name", "heard_hz"), [("two_voices.mkv", {440, 880}), ("first_silent.mkv", {440})])
def test_all_sound_tracks_are_heard_together_in_the_copy(clip, tmp_path, name, heard_hz):
    make_copies(clip(name), tmp_path, found=probe(clip(name)))

    with av.open(str(tmp_path / PROXY)) as container:
        (track,) = container.streams.audio
        rate = track.rate
        samples = np.concatenate([frame.to_ndarray()[0] for frame in container.decode(track)])
    spectrum = np.abs(np.fft.rfft(samples))
    loudness = {hz: spectrum[round(hz * len(samples) / rate)] for hz in (440, 880, 660)}
    assert {hz for hz in (440, 880) if loudness[hz] > 20 * loudness[660]} == heard_hz
    assert len(samples) / rate == pytest.approx(4.3, abs=0.1)
