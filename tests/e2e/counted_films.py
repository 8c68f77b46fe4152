"""Films of which each picture says which one it is, and transcripts whose turns begin at awkward moments of them."""

import random
import subprocess
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from pathlib import Path

import av
import cv2
import imageio_ffmpeg
import numpy as np
import numpy.typing as npt

WIDTH, HEIGHT = 160, 120
CELLS = 4
"""Each way; each cell is a bit of the picture's number."""
LATE_S = 0.8
STREAM_LATE_S = 1024 / 44_100  # The sound of a stream begins a packet before what was recorded does.
TICKS = 90_000

Picture = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class CountedFilm:
    """A recording, its transcript, and when each picture of it is shown, in seconds."""

    name: str
    video: Path
    transcript: Path
    times_s: tuple[float, ...]
    starts_ms: tuple[int, ...]
    """Of the client's turns."""

    def number_at(self, time_ms: int) -> int:
        """Which picture is on screen then."""
        return bisect_right(self.times_s, time_ms / 1000) - 1

    def may_show_the_one_before(self, time_ms: int) -> bool:
        """Whether Chromium, paused, may stay at the picture before: it takes pictures to be shown for equally long.

        It drops those that are over by their mean length, so where they come thicker than that, one too few.
        """
        shown = self.number_at(time_ms)
        mean_s = (self.times_s[-1] - self.times_s[0]) / (len(self.times_s) - 1)
        gap_s = self.times_s[shown] - self.times_s[shown - 1]
        return gap_s < 0.99 * mean_s and time_ms / 1000 < self.times_s[shown - 1] + 1.3 * mean_s


def make_films(folder: Path, *, turns: int, fewer: int) -> list[CountedFilm]:
    """One film at an even rate with that many client turns, and those that are uneven, late or turned with fewer."""
    rng = random.Random(3)
    even = [number / 30 for number in range(30 * (turns + 2))]
    gaps = [rng.choice((17, 33, 40, 67, 90)) / 1000 + rng.random() / 5000 for _ in range(24 * (fewer + 2))]
    uneven = [round(sum(gaps[:number]) * TICKS) / TICKS for number in range(len(gaps))]
    short = even[: 30 * (fewer + 2)]
    late, streamed = ([time_s + by for time_s in short] for by in (LATE_S, STREAM_LATE_S))
    return [
        _film(folder, "even.mp4", even, even, turns=turns, rng=rng),
        _film(folder, "uneven.mp4", uneven, uneven, turns=fewer, rng=rng),
        _film(folder, "late.mp4", short, late, turns=fewer, rng=rng),
        _film(folder, "turned.mp4", short, short, turns=fewer, rng=rng),
        _film(folder, "stream.ts", short, streamed, turns=fewer, rng=rng),
    ]


def number_in(picture: Picture) -> int:
    """What a picture says it is; blue, green, red or any other order."""
    cells = cv2.resize(picture, (CELLS, CELLS), interpolation=cv2.INTER_AREA).mean(axis=2).ravel()
    return sum(1 << bit for bit, cell in enumerate(cells) if cell > 128)


def _film(
    folder: Path, name: str, drawn_s: Sequence[float], shown_s: Sequence[float], *, turns: int, rng: random.Random
) -> CountedFilm:
    video, silent = folder / name, folder / f"silent-{name}.mp4"
    _draw(silent, drawn_s, quarter_turns=1 if name == "turned.mp4" else 0)
    before = {"late.mp4": ["-itsoffset", str(LATE_S)], "turned.mp4": ["-display_rotation:v:0", "90"]}.get(name, [])
    sound = ["-f", "lavfi", "-i", f"sine=frequency=220:duration={shown_s[-1]}"]
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-loglevel", "error", "-nostdin", *before, "-i", str(silent), *sound]
    subprocess.run([*command, "-c:v", "copy", "-c:a", "aac", str(video)], check=True)
    starts_ms = _awkward_starts(shown_s, turns, rng)
    transcript = folder / f"{name}.vtt"
    transcript.write_text("WEBVTT\n\n" + "".join(_cues(starts_ms)))
    return CountedFilm(name, video, transcript, tuple(round(time_s, 9) for time_s in shown_s), tuple(starts_ms))


def _awkward_starts(times_s: Sequence[float], turns: int, rng: random.Random) -> list[int]:
    """About one a second: on the last millisecond before a picture comes, on the first after, or anywhere."""
    starts = []
    for second in range(turns):
        earliest = times_s[0] + second + 0.1
        inside = [time_s for time_s in times_s if earliest < time_s < earliest + 0.3]
        moment = 1000 * rng.choice(inside)
        starts.append(rng.choice([floor(moment), ceil(moment), round(moment) + rng.randint(2, 12)]))
    return starts


def _cues(starts_ms: Sequence[int]) -> list[str]:
    spoken = [(start, start + 400, "Ana") for start in starts_ms]
    spoken += [(start + 450, start + 550, "Kim") for start in starts_ms]
    return [f"{_clock(start)} --> {_clock(end)}\n<v {who}>From {start} on.\n\n" for start, end, who in sorted(spoken)]


def _clock(ms: int) -> str:
    return f"{ms // 60_000:02}:{ms // 1000 % 60:02}.{ms % 1000:03}"


def _draw(path: Path, times_s: Sequence[float], *, quarter_turns: int) -> None:
    with av.open(str(path), "w") as container:
        track = container.add_stream("libx264", rate=30, options={"preset": "ultrafast", "bf": "2", "crf": "18"})
        track.width, track.height = (WIDTH, HEIGHT) if quarter_turns % 2 == 0 else (HEIGHT, WIDTH)
        track.pix_fmt = "yuv420p"
        track.codec_context.time_base = Fraction(1, TICKS)
        for number, time_s in enumerate(times_s):
            picture = np.ascontiguousarray(np.rot90(_picture(number), -quarter_turns))
            frame = av.VideoFrame.from_ndarray(picture, format="rgb24")
            frame.pts, frame.time_base = round(time_s * TICKS), Fraction(1, TICKS)
            container.mux(track.encode(frame))
        container.mux(track.encode(None))


def _picture(number: int) -> Picture:
    """Its number in cells, bright for 1; the colour of the dark ones goes round with it."""
    dark = cv2.cvtColor(np.array([[[number * 7 % 180, 160, 90]]], np.uint8), cv2.COLOR_HSV2RGB)[0, 0]
    picture = np.empty((HEIGHT, WIDTH, 3), np.uint8)
    height, width = HEIGHT // CELLS, WIDTH // CELLS
    for bit in range(CELLS * CELLS):
        top, left = bit // CELLS * height, bit % CELLS * width
        picture[top : top + height, left : left + width] = (235, 225, 215) if number >> bit & 1 else dark
    return picture
