"""Speech by espeak-ng, where the machine has it."""

import shutil
import subprocess

import numpy as np
from numpy.typing import NDArray

from demo.script import Role

_PITCH: dict[Role, int] = {"client": 62, "counsellor": 28}  # espeak-ng's own scale, 0 to 99.
_SPEED = 175  # Words a minute, espeak-ng's usual speed; it then says about 18 letters a second.
_LETTERS_PER_SECOND = 18
_FASTEST = 450  # Above this espeak-ng drops sounds.
_HEADER_BYTES = 44
_LOUDNESS = 0.5
_FADE_MS = 20


def has_espeak() -> bool:
    return shutil.which("espeak-ng") is not None


def speak(text: str, role: Role, *, duration_ms: int, sample_rate: int) -> NDArray[np.float32]:
    """The text spoken fast enough for its turn, mono, -1 to 1; what does not fit at the fastest is faded out."""
    hurry = len(text) / _LETTERS_PER_SECOND / (duration_ms / 1000)
    speed = min(_FASTEST, max(_SPEED, round(_SPEED * hurry)))
    command = ["espeak-ng", "-v", "en", "-z", "-p", str(_PITCH[role]), "-s", str(speed), "--stdout", text]
    recording = subprocess.run(command, capture_output=True, check=True).stdout
    spoken_rate = int.from_bytes(recording[24:28], "little")
    spoken = np.frombuffer(recording[_HEADER_BYTES:], "<i2") / 32768
    times = np.arange(duration_ms * sample_rate // 1000) / sample_rate
    voiced = np.interp(times, np.arange(len(spoken)) / spoken_rate, spoken, right=0.0)
    fade = np.clip((duration_ms / 1000 - times) / (_FADE_MS / 1000), 0, 1)
    return (_LOUDNESS * voiced * fade).astype(np.float32)
