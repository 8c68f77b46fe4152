"""What is found in a recording, and what is refused."""

import json
from itertools import accumulate

import av
import pytest

from annotator.corpus.media.frame_table import FrameTable, frame_table_json
from annotator.corpus.media.pictures import decode_pictures
from annotator.corpus.media.probe import probe
from annotator.corpus.media.refusal import MediaRefused

SOUNDS = [("sound_only.m4a", "aac"), ("sound.wav", "pcm_s16le"), ("cover.m4a", "aac"), ("cover.mp3", "mp3float")]


def test_43_frames_at_10_a_second_last_4_3_seconds(clip):
    found = probe(clip("plain.mp4"))

    assert found.duration_ms == found.frames.end_ms == 4300
    assert found.frames.times_ms == tuple(range(0, 4300, 100))
    assert found.frames.rate_mode == "constant"
    assert [(track.codec, track.channels, track.start_ms) for track in found.audio] == [("aac", 1, 0)]
    assert found.remarks == ()


def test_a_varying_rate_keeps_its_own_times(clip):
    found = probe(clip("varying_rate.mov"))

    assert found.frames.times_ms == (*range(0, 2100, 300), *range(2100, 4300, 100))
    assert found.frames.rate_mode == "variable"
    assert "frame rate varies" in found.remarks[-1]


@pytest.mark.parametrize(
    ("name", "size", "rotation"),
    [
        ("plain.mp4", (352, 264), 0),
        ("turned_90.mov", (264, 352), 90),
        ("turned_180.mov", (352, 264), 180),
        ("turned_270.mov", (264, 352), 270),
        ("wide_pixels.mp4", (704, 264), 0),
        ("odd_sizes.mkv", (321, 243), 0),
        ("turned_hevc.mkv", (264, 352), 270),
        ("wrong_pixels.mp4", (352, 264), 0),
    ],
)
def test_the_size_is_the_one_that_is_shown(clip, name, size, rotation):
    video = probe(clip(name)).video

    assert ((video.width, video.height), video.rotation) == (size, rotation)


def test_time_begins_where_the_container_begins(clip):
    with av.open(str(clip("start_not_0.ts"))) as container:
        assert container.start_time > 1_000_000

    found = probe(clip("start_not_0.ts"))

    starts = [found.video.start_ms, *(track.start_ms for track in found.audio)]
    assert min(starts) == 0
    assert found.frames.times_ms[0] == found.video.start_ms < 100


def test_a_clock_that_begins_after_hours_makes_the_recording_no_longer(clip):
    found = probe(clip("begun_after_10_h.mkv"))

    assert (found.frames.times_ms[0], found.frames.end_ms, found.duration_ms) == (0, 4300, 4300)


@pytest.mark.parametrize("name", ["joined.ts", "joined.mpg"])
def test_recordings_put_one_behind_another_are_refused_for_their_clock_begins_anew(clip, name):
    with pytest.raises(MediaRefused, match="clock jumps from") as refusal:
        probe(clip(name))

    assert refusal.value.code == "clock_jumps"


def test_one_picture_is_a_recording(clip):
    found = probe(clip("one_picture.mp4"))

    assert (found.frames.times_ms, found.duration_ms) == ((0,), 100)


def test_a_picture_that_begins_late_says_so(clip):
    found = probe(clip("late_picture.mp4"))

    assert (found.video.start_ms, found.frames.times_ms[0], found.duration_ms) == (800, 800, 5100)


@pytest.mark.parametrize(
    "name",
    [
        "hevc_10_bit.mp4",
        "vp9.webm",
        "mpeg4.avi",
        "interlaced.mpg",
        "fragmented.mp4",
        "start_not_0.ts",
        "two_sounds.mkv",
        "vp8.webm",
        "av1.webm",
        "full_colour_odd.mp4",
        "surround.mkv",
        "late_sound.mp4",
        "time_code.mov",
        "captions.mkv",
        "turned_hevc.mkv",
        "see_through.webm",
        "high_contrast.mp4",
        "fast.mp4",
        "begun_after_10_h.mkv",
        "flash.flv",
    ],
)
def test_the_frame_table_holds_what_is_decoded(clip, name):
    found = probe(clip(name))

    assert tuple(picture.from_ms for picture in decode_pictures(clip(name), found)) == found.frames.times_ms
    assert 0 in found.frames.key_frames
    assert found.duration_ms - found.video.start_ms == pytest.approx(4300, abs=820 if name == "late_sound.mp4" else 240)


def test_a_picture_between_two_milliseconds_is_shown_from_the_second_on(clip, tmp_path):
    path = tmp_path / "thirty_a_second.mp4"
    with av.open(str(path), "w") as container:
        track = container.add_stream("libx264", rate=30)
        track.width, track.height = 64, 48
        for _ in range(7):
            container.mux(track.encode(av.VideoFrame(64, 48, "yuv420p")))
        container.mux(track.encode(None))

    table = probe(path).frames

    assert table.times_ms == (0, 34, 67, 100, 134, 167, 200)
    assert [table.index_at(time_ms) for time_ms in (33, 34, 66, 67, 100)] == [0, 1, 1, 2, 3]


def test_an_avi_file_whose_pictures_are_stored_out_of_order_is_warned_of(clip):
    found = probe(clip("b_frames.avi"))

    assert "Picture and sound may be 200 ms apart" in found.warnings[0]
    assert list(found.frames.times_ms) == list(range(200, 4500, 100))
    assert tuple(picture.from_ms for picture in decode_pictures(clip("b_frames.avi"), found)) == found.frames.times_ms
    assert probe(clip("plain.mp4")).warnings == probe(clip("plain.mkv")).warnings == ()


def test_what_an_edit_list_hides_is_in_no_table(clip):
    found = probe(clip("edit_list.mp4"))

    assert (found.n_hidden_frames, len(found.frames.times_ms), found.frames.end_ms) == (11, 32, 3200)
    assert tuple(picture.from_ms for picture in decode_pictures(clip("edit_list.mp4"), found)) == found.frames.times_ms
    assert "11 frames were cut away" in found.remarks[0]


@pytest.mark.parametrize(("name", "codec"), SOUNDS)
def test_sound_alone_is_a_recording_without_picture(clip, name, codec):
    found = probe(clip(name))

    assert (found.picture, found.frames.times_ms) == (None, ())
    assert found.duration_ms == pytest.approx(4300, abs=20)
    assert found.audio[0].codec == codec
    assert [remark.split(".")[0] for remark in found.remarks] == ["The recording has no picture, only sound"]
    with pytest.raises(MediaRefused, match="no picture"):
        _ = found.video


def test_channels_and_their_layout_are_told(clip):
    (track,) = probe(clip("surround.mkv")).audio

    assert (track.codec, track.channels, track.layout) == ("ac3", 6, "5.1(side)")


def test_an_interlaced_recording_is_known_as_one(clip):
    assert probe(clip("interlaced.mpg")).video.is_interlaced
    assert not probe(clip("plain.mp4")).video.is_interlaced


@pytest.mark.parametrize(
    ("name", "remark"),
    [
        ("silent.mp4", "no sound track"),
        ("begun_after_10_h.mkv", "own clock begins at 36000.00 s"),
        ("two_pictures.mp4", "2 tracks of pictures; the first is used"),
        ("late_picture.mp4", "picture begins 0.80 s after"),
        ("surround.mkv", "Few browsers play AC3 sound"),
        ("interlaced.mpg", "Few browsers play MPEG2VIDEO video"),
    ],
)
def test_what_a_person_should_know_is_remarked(clip, name, remark):
    assert any(remark in said for said in probe(clip(name), name=name).remarks)


def test_a_sound_that_nothing_decodes_is_said_to_be_there(clip, tmp_path):
    path = tmp_path / "odd_sound.mp4"
    path.write_bytes(clip("plain.mp4").read_bytes().replace(b"mp4a", b"zzzz").replace(b"esds", b"zsds"))

    found = probe(path)

    assert (found.audio, len(found.frames.times_ms)) == ((), 43)
    assert found.remarks == ("The recording has a sound track of a kind that can't be read here; it is left out.",)


def test_a_wrong_extension_is_remarked_and_the_content_decides(clip):
    found = probe(clip("plain.mp4"), name="session.avi")

    assert found.container == "mov"
    assert found.remarks == ("The file is named .avi but is mov inside; it was read as that.",)


@pytest.mark.parametrize(
    ("name", "code", "message"),
    [
        ("cut_off.mp4", "truncated", "says it lasts 4.3 s but ends at"),
        ("cut_off.mkv", "truncated", "says it lasts 4.3 s but ends at"),
        ("cut_off_without_index.mp4", "truncated", "index at its end is missing"),
        ("less_plain.mp4", "truncated", "last 2000 bytes"),
        ("less_silent.mp4", "truncated", "index at its end is missing"),
        ("less_plain.mkv", "truncated", "last 2000 bytes"),
        ("less_plain.avi", "truncated", "last 2000 bytes"),
        ("less_mpeg4.avi", "truncated", "last 2000 bytes"),
        ("less_sound.wav", "truncated", "last 2000 bytes"),
        ("encrypted.mp4", "encrypted", "encrypted against copying"),
    ],
)
def test_a_recording_that_is_not_whole_is_refused(clip, name, code, message):
    with pytest.raises(MediaRefused, match=message) as refusal:
        probe(clip(name))

    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("content", "code", "message"),
    [
        (b"", "empty", "empty"),
        (b"PK\x03\x04" + bytes(200), "not_video", "ZIP archive"),
        (b"Dear all, this is a letter.", "not_video", "no video in a format"),
        (b"WEBVTT\n\n00:01.000 --> 00:02.000\nHi.\n", "not_video", "a transcript"),
        (bytes(range(256)) * 8, "not_video", "nor sound, as WAV"),
        (b"GIF89a" + bytes(200), "not_video", "a picture"),
    ],
)
def test_what_is_no_video_is_refused_by_its_content(tmp_path, content, code, message):
    path = tmp_path / "session.mp4"
    path.write_bytes(content)

    with pytest.raises(MediaRefused, match=message) as refusal:
        probe(path, name="session.mp4")

    assert refusal.value.code == code


@pytest.mark.parametrize(
    "playlist",
    [
        "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:4,\nfile://{other}\n#EXT-X-ENDLIST\n",
        "ffconcat version 1.0\nfile '{other}'\n",
    ],
)
def test_a_playlist_named_mp4_reads_no_other_file(clip, tmp_path, playlist):
    path = tmp_path / "session.mp4"
    path.write_text(playlist.format(other=clip("plain.mp4")))

    with pytest.raises(MediaRefused, match="playlist of other files"):
        probe(path)


def test_a_picture_larger_than_any_copy_could_be_is_refused(clip, monkeypatch):
    monkeypatch.setattr("annotator.corpus.media.probe._LONGEST_SIDE", 351)

    with pytest.raises(MediaRefused, match="352 x 264 pixels"):
        probe(clip("plain.mp4"))


def test_progress_may_stop_the_probe(clip):
    class StoppedError(Exception):
        pass

    def stop(_share: float) -> None:
        raise StoppedError

    with pytest.raises(StoppedError):
        probe(clip("plain.mp4"), on_progress=stop)


def test_of_two_frames_that_share_a_border_the_later_is_shown():
    table = FrameTable((100, 200, 300), frozenset({0}), end_ms=400)

    assert [table.index_at(time_ms) for time_ms in (0, 99, 100, 199, 200, 399, 400)] == [None, None, 0, 0, 1, 2, None]


def test_an_hour_s_table_is_some_kilobytes_and_comes_back_as_it_was(clip):
    times = tuple(round(number * 1001 / 30) for number in range(30 * 3600))
    hour = FrameTable(times, frozenset(range(0, len(times), 60)), end_ms=times[-1] + 33)

    packed = hour.packed()
    table = json.loads(frame_table_json(packed))

    assert len(packed) < 20_000
    assert FrameTable.unpacked(packed) == hour
    assert FrameTable.unpacked(FrameTable((), frozenset(), 0).packed()) == FrameTable((), frozenset(), 0)
    assert tuple(accumulate(table["gaps_ms"], initial=table["first_ms"])) == times
    assert frozenset(accumulate(table["key_gaps"])) == hour.key_frames
    assert table["end_ms"] == hour.end_ms
