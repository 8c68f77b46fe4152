"""A script made into a film: the client large, the counsellor in a corner, a voice, and a transcript beside it."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import NamedTuple, cast

import cv2
import imageio_ffmpeg

from demo.acting import Performance, perform
from demo.brush import Brush, Picture, blank
from demo.faces import paint
from demo.people import Identity, shade
from demo.script import Script
from demo.transcript import transcript_vtt
from demo.voice import SAMPLE_RATE, voice_track

_CENTRE = (0.42, 0.465)  # The middle of the client's face, as shares of the picture's width and height.
_FACE_SIDE = 0.68  # The side of the square the client's face fills, as a share of the height.
_INSET = 0.3  # The counsellor's picture, as a share of the film's.


class Region(NamedTuple):
    """A box in a picture: its top left corner and size as shares of the picture's width and height."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class FilmedSession:
    """The files of one session; `client_region` is the square that the client's face fills."""

    script: Script
    video: Path
    transcript_vtt: Path
    client_region: Region


def film(script: Script, folder: Path, *, fps: int = 10, size: tuple[int, int] = (320, 240)) -> FilmedSession:
    """Write `<name>.mp4` (H.264, AAC) and `<name>.vtt` into `folder`, which must exist.

    Args:
        size: width and height in pixels, both even.

    Raises:
        RuntimeError: the encoder failed; its words are the message.
    """
    video, transcript = folder / f"{script.name}.mp4", folder / f"{script.name}.vtt"
    transcript.write_text(transcript_vtt(script), encoding="utf-8")
    with NamedTemporaryFile(dir=folder, suffix=".pcm") as sound:
        voice_track(script).tofile(sound)
        sound.flush()
        _encode(_frames(script, fps, size), Path(sound.name), video, fps=fps, size=size)
    return FilmedSession(script, video, transcript, _client_region(size))


def _client_region(size: tuple[int, int]) -> Region:
    width = _FACE_SIDE * size[1] / size[0]
    return Region(_CENTRE[0] - width / 2, _CENTRE[1] - _FACE_SIDE / 2, width, _FACE_SIDE)


def _frames(script: Script, fps: int, size: tuple[int, int]) -> Iterator[Picture]:
    """The film's frames as the encoder takes them; moments that come back are not drawn twice."""
    frame = lru_cache(maxsize=64)(partial(_frame, script, size))
    for client, counsellor in perform(script, fps):
        yield frame(client, counsellor)


def _frame(script: Script, size: tuple[int, int], client: Performance, counsellor: Performance) -> Picture:
    width, height = size
    picture = _portrait(script.client.identity, client, size, _CENTRE)
    inset_size = round(width * _INSET), round(height * _INSET)
    _place_inset(picture, _portrait(script.counsellor.identity, counsellor, inset_size, (0.5, 0.48)))
    return cast(Picture, cv2.cvtColor(picture, cv2.COLOR_RGB2YUV_I420))


def _portrait(identity: Identity, moment: Performance, size: tuple[int, int], centre: tuple[float, float]) -> Picture:
    """Someone at a table in a room of their colours."""
    width, height = size
    picture = blank(width, height, identity.ground)
    table = round(height * 0.82)
    picture[table:] = blank(width, height - table, shade(identity.ground, 0.88))
    unit = _FACE_SIDE * height
    place = (centre[0] * width + moment.sway[0] * unit, centre[1] * height + moment.sway[1] * unit)
    paint(Brush(picture, place, unit, tilt=moment.tilt), identity, moment.expression)
    return picture


def _place_inset(picture: Picture, inset: Picture) -> None:
    """Set `inset` into the bottom right corner, in a white frame."""
    height, width, _ = inset.shape
    bottom, right = picture.shape[0] - 8, picture.shape[1] - 8
    picture[bottom - height - 2 : bottom + 2, right - width - 2 : right + 2] = 255
    picture[bottom - height : bottom, right - width : right] = inset


def _encode(frames: Iterator[Picture], sound: Path, video: Path, *, fps: int, size: tuple[int, int]) -> None:
    program = shutil.which("ffmpeg") or imageio_ffmpeg.get_ffmpeg_exe()
    width, height = size
    command = [
        *(program, "-v", "error", "-y"),
        *("-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", f"{width}x{height}", "-r", str(fps), "-i", "pipe:0"),
        *("-f", "s16le", "-ar", str(SAMPLE_RATE), "-ac", "1", "-i", str(sound)),
        *("-c:v", "libx264", "-preset", "superfast", "-crf", "24", "-g", str(2 * fps), "-threads", "1"),
        *("-c:a", "aac", "-aac_coder", "fast", "-b:a", "24k", "-movflags", "+faststart", str(video)),
    ]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as encoder:
        assert encoder.stdin is not None
        with suppress(BrokenPipeError):  # The encoder has ended early; its own words say why.
            for frame in frames:
                encoder.stdin.write(frame.data)
        _, errors = encoder.communicate()
    if encoder.returncode:
        raise RuntimeError(f"{program} could not write {video}: {errors.decode(errors='replace').strip()}")
