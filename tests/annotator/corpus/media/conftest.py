"""Recordings made on the spot, each once a session: what phones, cameras and mishaps bring."""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import imageio_ffmpeg
import pytest

Clip = Callable[[str], Path]

PICTURE = ("-f", "lavfi", "-i", "testsrc2=size=352x264:rate=10:duration=4.3")
SOUND = ("-f", "lavfi", "-i", "sine=frequency=440:duration=4.3")
SILENCE = ("-f", "lavfi", "-i", "anullsrc=sample_rate=16000:channel_layout=mono")
BEEP = ("-f", "lavfi", "-i", "sine=frequency=440:duration=0.5,adelay=1000,apad")
COVER = ("-f", "lavfi", "-i", "color=red:size=300x300:duration=0.1:rate=10", "-map", "0", "-map", "1", "-c:v", "png",
         "-disposition:v", "attached_pic")  # fmt: skip
H264 = ("-c:v", "libx264", "-pix_fmt", "yuv420p")

# How each file is made; {plain.mp4} is the path of that one.
RECIPES: dict[str, tuple[str, ...]] = {
    "plain.mp4": (*PICTURE, *SOUND, *H264, "-c:a", "aac", "-movflags", "+faststart"),
    "silent.mp4": (*PICTURE, *H264),
    "sound_only.m4a": (*SOUND, "-c:a", "aac"),
    "turned_90.mov": ("-display_rotation:v:0", "90", "-i", "{plain.mp4}", "-c", "copy"),
    "turned_180.mov": ("-display_rotation:v:0", "180", "-i", "{plain.mp4}", "-c", "copy"),
    "mirrored.mov": ("-display_hflip:v:0", "-i", "{plain.mp4}", "-c", "copy"),
    "upside_down.mov": ("-display_vflip:v:0", "-i", "{plain.mp4}", "-c", "copy"),
    "mirrored_90.mov": ("-display_rotation:v:0", "90", "-display_hflip:v:0", "-i", "{plain.mp4}", "-c", "copy"),
    "mirrored_270.mov": ("-display_rotation:v:0", "-90", "-display_hflip:v:0", "-i", "{plain.mp4}", "-c", "copy"),
    "turned_270.mov": ("-display_rotation:v:0", "-90", "-i", "{plain.mp4}", "-c", "copy"),
    "varying_rate.mov": (*PICTURE, "-vf", "select='not(mod(n,3))+gt(n,20)'", "-fps_mode", "vfr", *H264),
    "hevc_10_bit.mp4": (*PICTURE, "-c:v", "libx265", "-x265-params", "log-level=1", "-pix_fmt", "yuv420p10le"),
    "vp9.webm": (*PICTURE, "-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8"),
    "mpeg4.avi": (*PICTURE, *SOUND, "-c:v", "mpeg4", "-c:a", "libmp3lame"),
    "interlaced.mpg": (*PICTURE, *SOUND, "-r", "25", "-c:v", "mpeg2video", "-flags", "+ilme+ildct", "-c:a", "mp2"),
    "start_not_0.ts": (*PICTURE, *SOUND, *H264, "-c:a", "aac"),
    "odd_sizes.mkv": ("-f", "lavfi", "-i", "color=red:size=321x243:rate=10:d=2", "-c:v", "ffv1", "-pix_fmt", "gbrp"),
    "wide_pixels.mp4": (*PICTURE, "-vf", "setsar=2", *H264),
    "large.mp4": ("-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=5:duration=1", *H264, "-preset", "ultrafast"),
    "fragmented.mp4": (*PICTURE, *H264, "-movflags", "+frag_keyframe+empty_moov"),
    "late_picture.mp4": (
        "-i", "{plain.mp4}", "-itsoffset", "0.8", "-i", "{plain.mp4}", "-map", "1:v", "-map", "0:a", "-c", "copy",
    ),
    "late_sound.mp4": (
        "-i", "{plain.mp4}", "-itsoffset", "0.8", "-i", "{plain.mp4}", "-map", "0:v", "-map", "1:a", "-c", "copy",
    ),
    "vp8.webm": (*PICTURE, *SOUND, "-c:v", "libvpx", "-deadline", "realtime", "-c:a", "libopus"),
    "av1.webm": (*PICTURE, *SOUND, "-c:v", "libsvtav1", "-preset", "12", "-c:a", "libopus"),
    "full_colour_odd.mp4": (
        *PICTURE, "-vf", "scale=321:243", "-c:v", "libx264", "-pix_fmt", "yuv444p", "-preset", "ultrafast",
    ),
    "surround.mkv": (
        *PICTURE, "-f", "lavfi", "-i", "sine=frequency=440:duration=4.3,pan=5.1|c0=c0|c2=c0", *H264, "-c:a", "ac3",
    ),
    # Cut before a frame that needs the one at 0: the file keeps it and hides it by an edit list.
    "edit_list.mp4": ("-ss", "1.05", "-i", "{plain.mp4}", "-c", "copy"),
    "noisy.mp4": (
        "-f", "lavfi", "-i", "testsrc2=size=480x360:rate=20:duration=4.3,noise=alls=60:allf=t", *H264,
        "-preset", "ultrafast", "-crf", "10",
    ),
    "sound.wav": (*SOUND, "-c:a", "pcm_s16le"),
    "encrypted.mp4": (
        "-i", "{plain.mp4}", "-c", "copy", "-encryption_scheme", "cenc-aes-ctr",
        "-encryption_key", "76a6c65c5ea762046bd749a2e632ccbb", "-encryption_kid", "a7e61c373e219033c21091fa607bf3b8",
    ),
    "b_frames.avi": (*PICTURE, *SOUND, *H264, "-bf", "2", "-c:a", "libmp3lame"),
    "plain.mkv": ("-i", "{plain.mp4}", "-c", "copy"),
    "plain.avi": ("-i", "{plain.mp4}", "-c", "copy"),
    # A camera writes the time of day as a track of its own.
    "time_code.mov": (*PICTURE, *SOUND, *H264, "-c:a", "aac", "-timecode", "01:00:00:00"),
    "captions.mkv": (*PICTURE, *SOUND, "-i", "{captions.srt}", *H264, "-c:a", "aac", "-c:s", "srt"),
    "two_pictures.mp4": (*PICTURE, *SOUND, *PICTURE, "-map", "0", "-map", "1", "-map", "2", *H264, "-c:a", "aac"),
    "cover.m4a": (*SOUND, *COVER, "-c:a", "aac"),
    "cover.mp3": (*SOUND, *COVER, "-c:a", "libmp3lame"),
    "hevc.mkv": (*PICTURE, *SOUND, "-c:v", "libx265", "-x265-params", "log-level=1", "-c:a", "aac"),
    "turned_hevc.mkv": ("-display_rotation:v:0", "-90", "-i", "{hevc.mkv}", "-c", "copy"),
    "see_through.webm": (
        *PICTURE, "-c:v", "libvpx-vp9", "-pix_fmt", "yuva420p", "-deadline", "realtime", "-cpu-used", "8",
    ),
    "high_contrast.mp4": (
        *PICTURE, "-c:v", "libx265", "-pix_fmt", "yuv420p10le",
        "-x265-params", "log-level=1:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc",
    ),
    "one_picture.mp4": (*PICTURE, *H264, "-frames:v", "1"),
    "fast.mp4": ("-f", "lavfi", "-i", "testsrc2=size=352x264:rate=120:duration=4.3", *H264, "-preset", "ultrafast"),
    "wrong_pixels.mp4": (*PICTURE, "-vf", "setsar=200", *H264),
    "begun_after_10_h.mkv": (*PICTURE, "-vf", "setpts=N/10/TB+36000/TB", "-copyts", *H264),
    "flash.flv": (*PICTURE, *SOUND, "-c:v", "flv1", "-c:a", "libmp3lame", "-ar", "44100"),
    # Two parts behind each other, each with a beep a second after it begins.
    "large_part.ts": (*PICTURE, *BEEP, "-t", "4", *H264, "-ac", "1", "-c:a", "aac"),
    "small_part.ts": (*PICTURE, *BEEP, "-t", "4", "-vf", "scale=176:132", *H264, "-ac", "1", "-c:a", "aac"),
    "stereo_part.ts": (*PICTURE, *BEEP, "-t", "4", *H264, "-ac", "2", "-c:a", "aac"),
    "two_sizes.mkv": ("-i", "concat:{large_part.ts}|{small_part.ts}", "-c", "copy"),
    "mono_then_stereo.mkv": ("-i", "concat:{large_part.ts}|{stereo_part.ts}", "-c", "copy"),
    "late_mono_then_stereo.mkv": (
        "-i", "{mono_then_stereo.mkv}", "-itsoffset", "0.8", "-i", "{mono_then_stereo.mkv}", "-map", "0:v", "-map",
        "1:a", "-c", "copy",
    ),
    "two_sounds.mkv": (*PICTURE, *SOUND, *SOUND, "-map", "0", "-map", "1", "-map", "2", *H264, "-c:a", "aac"),
    "two_voices.mkv": (
        *PICTURE, *SOUND, "-f", "lavfi", "-i", "sine=frequency=880:duration=4.3", "-map", "0", "-map", "1", "-map", "2",
        *H264, "-c:a", "aac",
    ),
    "first_silent.mkv": (
        *PICTURE, *SILENCE, *SOUND, "-map", "0", "-map", "1", "-map", "2", "-t", "4.3", *H264, "-c:a", "aac",
    ),
    "second_ends_early.mkv": (
        *PICTURE, *SOUND, "-f", "lavfi", "-i", "sine=frequency=880:duration=2", "-map", "0", "-map", "1", "-map", "2",
        *H264, "-c:a", "aac",
    ),
    "all_silent.mp4": (*PICTURE, *SILENCE, "-t", "4.3", *H264, "-c:a", "aac"),
    "silent.wav": (*SILENCE, "-t", "4.3", "-c:a", "pcm_u8"),
    "sound_ends_early.mp4": (
        *PICTURE, "-f", "lavfi", "-i", "sine=frequency=440:duration=2", *H264, "-c:a", "aac",
    ),
}  # fmt: skip
TWO_KILOBYTES_LESS = {
    f"less_{name}": name for name in ("plain.mp4", "silent.mp4", "plain.mkv", "plain.avi", "mpeg4.avi", "sound.wav")
}
DAMAGED = {
    f"damaged_{name}": name
    for name in (
        "plain.mp4", "vp9.webm", "mpeg4.avi", "hevc_10_bit.mp4", "av1.webm", "interlaced.mpg", "sound_only.m4a",
    )
}  # fmt: skip
JOINED = {"joined.ts": "start_not_0.ts", "joined.mpg": "interlaced.mpg"}
SIX_TENTHS = {"cut_off.mp4": "plain.mp4", "cut_off_without_index.mp4": "silent.mp4", "cut_off.mkv": "two_sounds.mkv"}


@pytest.fixture(scope="session")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Clip:
    """`clip("plain.mp4")`: the path of a recording of 43 frames in 4.3 seconds, or of a variation."""
    folder = tmp_path_factory.mktemp("clips")

    def made(name: str) -> Path:
        path = folder / name
        if path.exists():
            return path
        if name in SIX_TENTHS:
            whole = made(SIX_TENTHS[name]).read_bytes()
            path.write_bytes(whole[: len(whole) * 6 // 10])
            return path
        if name in TWO_KILOBYTES_LESS:
            path.write_bytes(made(TWO_KILOBYTES_LESS[name]).read_bytes()[:-2000])
            return path
        if name in DAMAGED:
            data = bytearray(made(DAMAGED[name]).read_bytes())
            middle, length = len(data) // 2, min(4000, len(data) // 10)
            data[middle : middle + length] = bytes(0xA5 ^ (n * 31 & 0xFF) for n in range(length))
            path.write_bytes(data)
            return path
        if name in JOINED:
            path.write_bytes(2 * made(JOINED[name]).read_bytes())
            return path
        if name == "captions.srt":
            path.write_text("1\n00:00:00,000 --> 00:00:02,000\nHow was your week?\n")
            return path
        arguments = [re.sub(r"{(.+?)}", lambda part: str(made(part[1])), part) for part in RECIPES[name]]
        command = [imageio_ffmpeg.get_ffmpeg_exe(), "-loglevel", "error", "-nostdin", *arguments, path]
        subprocess.run(command, check=True)
        return path

    return made
