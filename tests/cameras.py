"""Two cameras in one room: sound like speech, and what each camera makes of it."""

import subprocess
import wave
from pathlib import Path

import imageio_ffmpeg
import numpy as np
from numpy.typing import NDArray

RATE = 8000
Floats = NDArray[np.float64]


def speech(rng: np.random.Generator, seconds: float) -> Floats:
    """Syllables of voice and hiss with pauses between them."""
    heard = np.zeros(round(seconds * RATE))
    at = 0
    while at < len(heard):
        length = min(round(rng.uniform(0.08, 0.3) * RATE), len(heard) - at)
        pitch, k = rng.uniform(90, 220), np.arange(length) / RATE
        voice = sum(np.sin(2 * np.pi * pitch * tone * k + rng.uniform(0, 6)) / tone for tone in range(1, 12))
        syllable = voice * rng.uniform(0.3, 1) + rng.normal(0, 0.3, length)
        heard[at : at + length] = syllable * np.hanning(length)
        at += length + round(rng.exponential(0.15) * RATE)
        if rng.random() < 0.08:
            at += round(rng.uniform(0.5, 3) * RATE)
    return heard


def heard_from(world: Floats, start_s: float, length_s: float, *, slow_ppm: float = 0) -> Floats:
    """What a camera hears that is switched on at `start_s` and whose clock is slow by so many in a million."""
    moments = start_s + np.arange(round(length_s * RATE)) / RATE * (1 + slow_ppm / 1e6)
    return np.interp(moments * RATE, np.arange(len(world)), world, left=0, right=0)


def pcm(heard: Floats, *, loudness: float = 3000) -> NDArray[np.int16]:
    """Samples of 16 bits."""
    return np.clip(heard * loudness, -32768, 32767).astype(np.int16)


def camera_file(
    path: Path, heard: Floats | None, *, seconds: float, colour: str = "", options: tuple[str, ...] = ()
) -> Path:
    """Film a running test picture, or one of one colour, with that sound or none."""
    shown = f"color={colour}:size=320x240:rate=25" if colour else "testsrc2=size=320x240:rate=25"
    inputs = ["-f", "lavfi", "-i", f"{shown}:duration={seconds}"]
    if heard is not None:
        sound = path.with_suffix(".sound.wav")
        with wave.open(str(sound), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(pcm(heard).tobytes())
        inputs += ["-i", str(sound), "-c:a", "aac", "-ar", "44100"]
    picture = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "25"]
    run(*inputs, *picture, *options, str(path))
    return path


def run(*arguments: str) -> None:
    """ffmpeg, which must succeed."""
    subprocess.run([imageio_ffmpeg.get_ffmpeg_exe(), "-loglevel", "error", "-nostdin", "-y", *arguments], check=True)
