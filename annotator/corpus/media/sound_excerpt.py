"""Some seconds of a recording's sound, quickly: for a person to hear what is on a track before choosing it."""

import io
import wave
from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray

from annotator.corpus.media.clock import media_ms
from annotator.corpus.media.opening import open_media
from annotator.corpus.media.sound_tracks import heard_of, sound_tracks

LENGTH_S = 12
_RATE = 16_000
_LOUDEST = 32_767


def sound_excerpt(path: Path, *, sound_track: int | None, at_ms: int) -> bytes | None:
    """A WAV of what is heard from that media time on; None where there is no such track.

    Args:
        sound_track: the one that is heard, counted from 0; None for all of them together.

    Raises:
        MediaRefused: the file is no recording.
    """
    with open_media(path) as container:
        tracks = heard_of(sound_tracks(container), sound_track)
    if not tracks:
        return None
    # Each by itself: entering a file in its middle, the tracks are found at moments of their own.
    heard = sum((_heard(path, track.stream, at_ms) for track in tracks), np.zeros(LENGTH_S * _RATE))
    written = io.BytesIO()
    with wave.open(written, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(_RATE)
        file.writeframes(np.clip(heard, -_LOUDEST, _LOUDEST).astype("<i2").tobytes())
    return written.getvalue()


def _heard(path: Path, stream: int, at_ms: int) -> NDArray[np.float64]:
    try:
        return _decoded(path, stream, at_ms, enters=at_ms > 0)
    except av.FFmpegError:  # Not every recording can be entered in its middle.
        return _decoded(path, stream, at_ms, enters=False)


def _decoded(path: Path, index: int, at_ms: int, *, enters: bool) -> NDArray[np.float64]:
    """The track's samples from that moment on, with silence where there is none."""
    heard = np.zeros(LENGTH_S * _RATE)
    resampler = av.AudioResampler(format="s16", layout="mono", rate=_RATE)
    with open_media(path) as container:
        if enters:
            container.seek((container.start_time or 0) + at_ms * 1000)
        for frame in container.decode(container.streams[index]):
            if not isinstance(frame, av.AudioFrame) or frame.pts is None or frame.time_base is None:
                continue
            begins_ms = media_ms(container, frame.pts, frame.time_base)
            if begins_ms >= at_ms + LENGTH_S * 1000:
                break
            samples = np.concatenate([each.to_ndarray()[0] for each in resampler.resample(frame)] or [heard[:0]])
            at = round((begins_ms - at_ms) * _RATE / 1000)
            part = samples[max(0, -at) : max(0, len(heard) - at)]
            heard[max(0, at) : max(0, at) + len(part)] = part
    return heard
