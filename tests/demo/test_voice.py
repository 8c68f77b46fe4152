import numpy as np
import pytest

from demo.espeak import has_espeak, speak
from demo.hum import hum
from demo.script import write_script
from demo.voice import SAMPLE_RATE, voice_track

needs_espeak = pytest.mark.skipif(not has_espeak(), reason="espeak-ng is absent; install it to hear demo turns spoken")
VOICES = [hum, pytest.param(speak, marks=needs_espeak)]
SENTENCE = "Well, I feel calmer about the new job than before."


def test_each_speaker_is_heard_in_their_turns_and_silence_between():
    script = write_script(sessions=1, client_turns=12, seed=4)[0]
    track = voice_track(script).astype(float)

    def loudness(start_ms: int, end_ms: int) -> float:
        return np.abs(track[start_ms * SAMPLE_RATE // 1000 : end_ms * SAMPLE_RATE // 1000]).mean()

    for turn, after in zip(script.turns, script.turns[1:], strict=False):
        assert loudness(turn.start_ms, turn.end_ms) > 200
        assert loudness(turn.end_ms, after.start_ms) == 0


@pytest.mark.parametrize("voice", VOICES)
def test_a_voice_fills_its_turn_softly(voice):
    sound = voice(SENTENCE, "client", duration_ms=1300, sample_rate=16_000)

    assert len(sound) == 20_800
    assert 0.05 < np.abs(sound).max() < 0.6
    assert np.abs(sound[:10_400]).mean() > 0.005


@pytest.mark.parametrize("voice", VOICES)
def test_the_client_speaks_higher_than_the_counsellor(voice):
    client, counsellor = (
        _pitch(voice(SENTENCE, role, duration_ms=2000, sample_rate=16_000)) for role in ("client", "counsellor")
    )

    assert client > 1.1 * counsellor


def _pitch(sound: np.ndarray) -> float:
    """The pitch in hertz, between 60 and 300, at which the sound resembles itself most."""
    likeness = np.fft.irfft(np.abs(np.fft.rfft(sound, 2 * len(sound))) ** 2)
    shortest, longest = 16_000 // 300, 16_000 // 60
    return 16_000 / (shortest + np.argmax(likeness[shortest:longest]))
