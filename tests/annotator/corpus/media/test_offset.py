"""Two cameras' sound tells when the second began, or says that it can't tell."""

import numpy as np
import pytest

from annotator.corpus.media.hearing import offset_of
from annotator.corpus.media.offset import NoOffset, Offset, find_offset
from annotator.corpus.media.onsets import onsets
from tests.cameras import RATE, camera_file, heard_from, pcm, run, speech


@pytest.fixture
def rng():
    return np.random.default_rng(7)


def with_noise(rng, heard, share):
    return heard + rng.normal(0, share * heard.std(), len(heard))


def with_echo(rng, heard):
    """A room that answers for a third of a second."""
    answer = np.zeros(2400)
    at = rng.integers(80, 2400, 60)
    answer[at] = rng.normal(0, 0.25, 60) * np.exp(-at / 800)
    answer[0] = 1
    return np.convolve(heard, answer)[: len(heard)]


@pytest.mark.parametrize("offset_s", [3.42, -7.1234, 0.0, 40.007])
def test_the_offset_is_right_to_ten_milliseconds_through_noise_echo_and_another_loudness(rng, offset_s):
    world = speech(rng, 110)
    first = with_noise(rng, heard_from(world, max(0, -offset_s), 60), 0.3)
    second = with_noise(rng, with_echo(rng, heard_from(world, max(0, offset_s), 60)), 0.3)

    found = find_offset(pcm(first), pcm(second, loudness=250))

    assert isinstance(found, Offset)
    assert found.offset_ms == pytest.approx(1000 * offset_s, abs=10)
    assert (found.confidence, found.drift_ppm, found.drift_ms) == ("sure", 0, 0)


def test_a_few_shared_seconds_are_enough(rng):
    world = speech(rng, 40)

    found = find_offset(pcm(heard_from(world, 0, 20)), pcm(heard_from(world, 14, 20)))

    assert found.offset_ms == pytest.approx(14_000, abs=10)


def test_ten_minutes_apart_are_found_and_more_are_not(rng):
    world = speech(rng, 720)
    first = pcm(heard_from(world, 0, 720))

    assert find_offset(first, pcm(heard_from(world, 599, 60))).offset_ms == pytest.approx(599_000, abs=10)
    assert isinstance(find_offset(first, pcm(heard_from(world, 650, 60))), NoOffset)


def test_clocks_that_run_apart_are_followed_from_beginning_to_end(rng):
    # 60 in a million over 20 minutes are 72 ms; the outermost places lie a little further in.
    world = speech(rng, 1215)
    first, second = heard_from(world, 0, 1210), heard_from(world, 5.5, 1200, slow_ppm=60)

    found = find_offset(pcm(with_noise(rng, first, 0.2)), pcm(with_noise(rng, second, 0.2)))

    assert found.offset_ms == pytest.approx(5500, abs=10)
    assert found.drift_ppm == pytest.approx(60, abs=3)
    assert found.drift_ms == pytest.approx(72, abs=12)


def test_unrelated_sounds_agree_on_nothing(rng):
    one, other = pcm(speech(rng, 60)), pcm(speech(rng, 60))
    noise = [pcm(rng.normal(0, 1, 60 * RATE)) for _ in range(2)]
    hum = pcm(np.sin(2 * np.pi * 440 * np.arange(30 * RATE) / RATE))

    assert find_offset(one, other) == NoOffset("unrelated")
    assert find_offset(*noise) == NoOffset("unrelated")
    assert find_offset(hum, hum) == NoOffset("unrelated")


def test_an_even_beat_that_fits_at_every_second_is_not_taken_for_sure(rng):
    beat = np.zeros(60 * RATE)
    for start in range(0, len(beat) - 800, RATE):
        beat[start : start + 800] = np.hanning(800) * np.sin(np.arange(800) ** 1.5 / 20)

    found = find_offset(pcm(beat), pcm(beat[RATE // 2 :]))

    assert isinstance(found, NoOffset) or (found.confidence == "unsure" and found.rival > 0.9)


@pytest.mark.parametrize("heard", [np.zeros(20 * RATE), np.ones(20 * RATE), np.zeros(0), np.full(10, 9000.0)])
def test_silence_has_no_offset(rng, heard):
    talk = pcm(speech(rng, 20))

    assert find_offset(talk, heard.astype(np.int16)) == NoOffset("silent")
    assert find_offset(heard.astype(np.int16), talk) == NoOffset("silent")


def test_onsets_join_without_a_seam(rng, monkeypatch):
    samples = pcm(speech(rng, 30))
    at_once = onsets(samples)
    monkeypatch.setattr("annotator.corpus.media.onsets._ONSETS_AT_ONCE", 77)

    assert np.array_equal(onsets(samples), at_once)


@pytest.fixture
def cameras(tmp_path, rng):
    """The client's camera, and the counsellor's, switched on 2.5 s later."""
    world = speech(rng, 20)
    client = camera_file(tmp_path / "client.mp4", heard_from(world, 0, 15), seconds=15)
    return client, camera_file(tmp_path / "counsellor.mp4", heard_from(world, 2.5, 12), seconds=12)


def test_files_are_laid_over_each_other(cameras, tmp_path):
    told = []

    found = offset_of(*cameras, tmp_path, on_progress=told.append)

    assert found.offset_ms == pytest.approx(2500, abs=10)
    assert told == sorted(told)
    assert told[-1] == 1
    assert not list(tmp_path.glob(".making-*"))


def test_a_recording_whose_times_begin_elsewhere_is_laid_by_its_media_time(cameras, tmp_path):
    client, counsellor = cameras
    run("-i", str(counsellor), "-c", "copy", "-output_ts_offset", "7", str(tmp_path / "counsellor.ts"))

    found = offset_of(client, tmp_path / "counsellor.ts", tmp_path)

    # MPEG-TS begins with whichever track is earlier: the sound's start-up samples move its beginning by some 20 ms.
    assert found.offset_ms == pytest.approx(2500, abs=25)


def test_sound_that_begins_after_the_picture_is_laid_by_the_pictures_clock(tmp_path, rng):
    world = speech(rng, 20)
    client = camera_file(tmp_path / "client.mp4", heard_from(world, 0, 15), seconds=15)
    # Filmed from 2.5 s on; its microphone is awake only 0.8 s later.
    heard = camera_file(tmp_path / "heard.mp4", heard_from(world, 3.3, 10), seconds=12)
    late = tmp_path / "late.mp4"
    run("-i", str(heard), "-itsoffset", "0.8", "-i", str(heard), "-map", "0:v", "-map", "1:a", "-c", "copy", str(late))

    assert offset_of(client, late, tmp_path).offset_ms == pytest.approx(2500, abs=10)
    assert offset_of(late, client, tmp_path).offset_ms == pytest.approx(-2500, abs=10)


def test_cameras_are_laid_by_the_tracks_that_are_heard(tmp_path, rng):
    world, other = speech(rng, 20), speech(rng, 20)
    client = camera_file(tmp_path / "client.mp4", heard_from(world, 0, 15), seconds=15)
    heard = camera_file(tmp_path / "heard.mp4", heard_from(world, 2.5, 12), seconds=12)
    music = camera_file(tmp_path / "music.mp4", heard_from(other, 0, 12), seconds=12)
    two = tmp_path / "two.mp4"
    maps = ("-map", "0:v", "-map", "1:a", "-map", "0:a")
    run("-i", str(heard), "-i", str(music), *maps, "-c", "copy", str(two))

    alone, together = (offset_of(client, two, tmp_path, sound_tracks=(None, track)) for track in (1, None))

    assert (alone.offset_ms, together.offset_ms) == (pytest.approx(2500, abs=10), pytest.approx(2500, abs=10))
    assert offset_of(client, two, tmp_path, sound_tracks=(0, 0)) == NoOffset("unrelated")
    assert not list(tmp_path.glob(".making-*"))


def test_a_recording_without_sound_has_no_offset(cameras, tmp_path):
    mute = camera_file(tmp_path / "mute.mp4", None, seconds=5)

    assert offset_of(cameras[0], mute, tmp_path) == NoOffset("silent")
