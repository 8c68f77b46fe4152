"""Sound that is none is told at the import, by what is heard; no track of several is left out unasked."""

import pytest

from annotator.corpus.media.copies import PROXY, SMALL_PROXY, WAVEFORM, make_copies
from annotator.corpus.media.probe import probe
from annotator.corpus.media.sound_excerpt import sound_excerpt
from annotator.corpus.reading import probe_json
from annotator.corpus.sounds import sound_remarks, sounds_named
from tests.cameras import run
from tests.tones import tone_file, tones_of

LOUD = ("0.999*sin(440*2*PI*t)", "0.999*sin(880*2*PI*t)")


@pytest.mark.parametrize(
    ("name", "remark"),
    [
        ("first_silent.mkv", "Of the recording's 2 sound tracks, track 1 holds nothing"),
        ("all_silent.mp4", "all of it is silence"),
        ("silent.wav", "all of it is silence"),
        ("sound_ends_early.mp4", "The sound ends at 2.0 s, 2.3 s before the picture does."),
        ("two_sounds.mkv", "2 sound tracks; they are heard together"),
        ("late_sound.mp4", "sound begins 0.78 s after"),
    ],
)
def test_what_a_person_should_know_of_the_sound_is_told(clip, name, remark):
    told = sound_remarks(probe_json(clip(name), name=name), None)

    assert any(remark in each["message"] for each in told)


@pytest.mark.parametrize(
    ("name", "track", "remarks"),
    [
        ("first_silent.mkv", 0, ["Only track 1 is heard, and it holds nothing but silence", "heard: track 1, silent"]),
        ("first_silent.mkv", 1, ["Of the recording's 2 sound tracks, track 1 holds", "alone is heard: track 2"]),
        ("second_ends_early.mkv", None, ["2 sound tracks; they are heard together"]),
        ("second_ends_early.mkv", 0, ["alone is heard: track 1"]),
        ("second_ends_early.mkv", 1, ["The sound ends at 2.0 s", "alone is heard: track 2"]),
    ],
)
def test_what_is_told_goes_by_the_track_that_is_heard(clip, name, track, remarks):
    told = [each["message"] for each in sound_remarks(probe_json(clip(name), name=name), track)]

    assert len(told) == len(remarks)
    assert all(part in message for part, message in zip(remarks, told, strict=True))


@pytest.mark.parametrize("name", ["plain.mp4", "sound.wav", "silent.mp4", "vp8.webm"])
def test_of_one_sound_that_is_heard_to_the_end_nothing_is_told(clip, name):
    assert sound_remarks(probe_json(clip(name), name=name), None) == []


@pytest.mark.parametrize(("name", "heard_hz"), [("two_voices.mkv", {440, 880}), ("first_silent.mkv", {440})])
def test_all_sound_tracks_are_heard_together_in_the_copy(clip, tmp_path, name, heard_hz):
    make_copies(clip(name), tmp_path, found=probe(clip(name)))

    assert tones_of(tmp_path / PROXY).heard == heard_hz
    assert (tmp_path / WAVEFORM).stat().st_size == pytest.approx(2 * 430, abs=20)


@pytest.mark.parametrize(("track", "heard_hz"), [(0, {440}), (1, {880})])
def test_one_track_alone_is_heard_in_both_copies(clip, tmp_path, track, heard_hz):
    source = clip("two_voices.mkv")

    make_copies(source, tmp_path, found=probe(source).hearing(track))

    assert tones_of(tmp_path / PROXY).heard == tones_of(tmp_path / SMALL_PROXY).heard == heard_hz


@pytest.mark.parametrize("sounds", [LOUD, (LOUD[0], LOUD[0]), (LOUD[0], f"{LOUD[1]}|{LOUD[1]}")])
def test_loud_tracks_together_are_neither_distorted_nor_faint(tmp_path, sounds):
    source = tone_file(tmp_path / "loud.mkv", sounds)

    make_copies(source, tmp_path, found=probe(source))

    tones = tones_of(tmp_path / PROXY)
    assert all(tones.at(hz) > 0.35 for hz in ((440, 880) if len(set(sounds)) > 1 else (440,)))
    assert tones.beside(440, 880) < 0.01


def test_what_is_on_one_side_alone_stays_there(tmp_path):
    source = tone_file(tmp_path / "sides.wav", ["0.4*sin(440*2*PI*t)|0.4*sin(880*2*PI*t)"])

    make_copies(source, tmp_path, found=probe(source))

    left, right = (tones_of(tmp_path / PROXY, channel=side) for side in (0, 1))
    assert (left.at(440), right.at(880)) == (pytest.approx(0.4, abs=0.02), pytest.approx(0.4, abs=0.02))
    assert max(left.at(880), right.at(440)) < 0.01


def test_the_sound_of_many_tracks_is_within_what_copies_may_take(tmp_path):
    # Decoded, they take more than the pictures of a recording as long ever do.
    sounds = [f"0.05*sin({hz}*2*PI*t)|0.05*sin({hz}*2*PI*t)" for hz in range(440, 440 + 40 * 16, 40)]
    source = tone_file(tmp_path / "many.mkv", sounds, seconds=18)

    make_copies(source, tmp_path, found=probe(source))

    assert tones_of(tmp_path / PROXY).at(440) == pytest.approx(0.05, abs=0.01)


def test_some_seconds_of_each_track_can_be_heard_before_it_is_chosen(clip, tmp_path):
    source, path = clip("two_voices.mkv"), tmp_path / "heard.wav"
    heard = {}
    for track in (0, 1, None):
        path.write_bytes(sound_excerpt(source, sound_track=track, at_ms=1000) or b"")
        heard[track] = tones_of(path).heard

    assert heard == {0: {440}, 1: {880}, None: {440, 880}}
    assert sound_excerpt(source, sound_track=2, at_ms=0) is None
    assert sound_excerpt(clip("silent.mp4"), sound_track=None, at_ms=0) is None


def test_tracks_are_called_as_the_file_calls_them(tmp_path):
    tone, named = ("-f", "lavfi", "-i", "sine=duration=1"), tmp_path / "named.mkv"
    titles = ("-metadata:s:a:0", "title=Counsellor\u202e mic", "-metadata:s:a:1", "language=deu")
    run(*tone, "-map", "0", "-map", "0", "-map", "0", *titles, "-c:a", "aac", str(named))
    plain = tmp_path / "plain.mp4"
    run(*tone, "-map", "0", "-map", "0", "-c:a", "aac", str(plain))

    names = [[each["name"] for each in sounds_named(probe_json(path, name=path.name))] for path in (named, plain)]

    assert names == [["track 1, “Counsellor mic”", "track 2 (deu)", "track 3"], ["track 1", "track 2"]]
