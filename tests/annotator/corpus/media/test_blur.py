"""The blurred view: no face is left in it, and all else is where it was."""

import subprocess

import av
import cv2
import imageio_ffmpeg
import numpy as np
import pytest

from annotator.corpus.media.blur import lower_pitch, make_blurred
from annotator.corpus.media.client_face import ClientRegion
from annotator.corpus.media.copies import PROXY, make_copies
from annotator.corpus.media.face_detectors import HaarDetector, YuNetDetector
from annotator.corpus.media.faces import Box
from annotator.corpus.media.files import sha256_of
from annotator.corpus.media.hiding import hide
from annotator.corpus.media.pictures import decode_pictures
from annotator.corpus.media.probe import probe
from demo.film import film
from demo.script import write_script

SIZE = (640, 360)


class Blind:
    """Finds nothing."""

    name = "blind"

    def find_all(self, _picture):
        return []


@pytest.fixture(scope="module")
def filmed(tmp_path_factory):
    """Twelve seconds of two drawn faces, the client's large and the counsellor's in a corner."""
    script = write_script(sessions=1, client_turns=3, seed=4)[0]
    return film(script, tmp_path_factory.mktemp("film"), size=SIZE)


@pytest.fixture(scope="module")
def proxy(filmed, tmp_path_factory):
    folder = tmp_path_factory.mktemp("proxy")
    make_copies(filmed.video, folder, found=probe(filmed.video))
    return folder / PROXY


@pytest.fixture(scope="module", params=["haar", "yunet"])
def blurred(request, filmed, proxy, yunet_model, tmp_path_factory):
    path = tmp_path_factory.mktemp("blurred") / "blurred.mp4"
    region = ClientRegion(*filmed.client_region)
    detector = HaarDetector() if request.param == "haar" else YuNetDetector(yunet_model)
    make_blurred(proxy, path, duration_ms=probe(proxy).duration_ms, detector=detector, region=region)
    return path


def pictures(path):
    return list(decode_pictures(path, probe(path)))


def detail(grey: np.ndarray, box: tuple[float, float, float, float]) -> float:
    """How much a part of the picture, told as fractions, shows: the spread of its small edges."""
    height, width = grey.shape
    x, y, w, h = box
    part = grey[round(y * height) : round((y + h) * height), round(x * width) : round((x + w) * width)]
    return float(cv2.Laplacian(part, cv2.CV_64F).var())


COUNSELLOR = (0.805, 0.76, 0.065, 0.12)


def test_no_picture_shows_either_face(filmed, proxy, blurred):
    x, y, w, h = filmed.client_region
    client = (x + 0.15 * w, y + 0.15 * h, 0.7 * w, 0.7 * h)

    for clear, hidden in zip(pictures(proxy), pictures(blurred), strict=True):
        for face in (client, COUNSELLOR):
            assert detail(hidden.grey, face) < 0.05 * detail(clear.grey, face)
    hard_look = HaarDetector("frontalface_default", "profileface")
    assert not any(hard_look.find_all(picture) for picture in pictures(blurred)[::10])


class Late(HaarDetector):
    """Finds the large face from its fifth look on, as one that turned to the camera only then."""

    def __init__(self) -> None:
        super().__init__()
        self.n_looks = 0

    def find_all(self, picture):
        self.n_looks += 1
        faces = super().find_all(picture)
        return faces if self.n_looks >= 5 else [face for face in faces if face.box.width < 80]


def test_a_face_that_is_found_late_is_hidden_from_its_first_picture(filmed, proxy, tmp_path, monkeypatch):
    monkeypatch.setattr("annotator.corpus.media.blur.HaarDetector", lambda *_cascades: Blind())
    x, y, w, h = filmed.client_region
    client = (x + 0.15 * w, y + 0.15 * h, 0.7 * w, 0.7 * h)

    result = make_blurred(proxy, tmp_path / "b.mp4", duration_ms=12_000, detector=Late())

    assert result.frames_hidden_whole == 0
    for clear, hidden in zip(pictures(proxy), pictures(tmp_path / "b.mp4"), strict=True):
        assert detail(hidden.grey, client) < 0.05 * detail(clear.grey, client)


def test_what_is_no_face_is_still_seen(proxy, blurred):
    # Between the faces: the wall, and the edge of the counsellor's picture.
    between = np.s_[round(0.6 * SIZE[1]) : round(0.95 * SIZE[1]), round(0.72 * SIZE[0]) : round(0.75 * SIZE[0])]

    clear, hidden = pictures(proxy)[20].grey[between], pictures(blurred)[20].grey[between]

    assert np.abs(clear.astype(int) - hidden).mean() < 3
    assert hidden.std() > 0.9 * clear.std() > 5


def test_every_frame_keeps_its_time_and_the_sound_its_place(proxy, blurred):
    before, after = probe(proxy), probe(blurred)

    assert after.frames.times_ms == before.frames.times_ms
    assert after.audio == before.audio
    assert (after.video.codec, after.video.pixel_format) == ("h264", "yuv420p")
    assert sorted(after.frames.times_ms[index] for index in after.frames.key_frames) == [
        *range(0, before.frames.end_ms, 1000)
    ]
    assert np.allclose(sound(proxy), sound(blurred))


@pytest.mark.parametrize("name", ["varying_rate.mov", "late_picture.mp4", "turned_90.mov"])
def test_odd_recordings_keep_their_times_too(clip, tmp_path, name):
    made_proxy, path = tmp_path / PROXY, tmp_path / "blurred.mp4"
    make_copies(clip(name), tmp_path, found=probe(clip(name)))

    result = make_blurred(made_proxy, path, duration_ms=4300, detector=HaarDetector())

    before, after = probe(made_proxy), probe(path)
    assert after.frames.times_ms == before.frames.times_ms
    assert (after.video.start_ms, after.video.width) == (before.video.start_ms, before.video.width)
    assert result.frames == result.frames_hidden_whole == len(before.frames.times_ms)


def test_where_no_face_is_found_the_region_and_later_everything_is_hidden(filmed, proxy, tmp_path, monkeypatch):
    monkeypatch.setattr("annotator.corpus.media.blur.HaarDetector", lambda *_cascades: Blind())
    region = ClientRegion(*filmed.client_region)

    result = make_blurred(proxy, tmp_path / "b.mp4", duration_ms=12_000, detector=Blind(), region=region)

    assert result.frames_hidden_whole == result.frames
    assert all(detail(picture.grey, filmed.client_region) < 5 for picture in pictures(tmp_path / "b.mp4")[::10])


@pytest.mark.parametrize("name", ["plain.mp4", "noisy.mp4"])
def test_the_same_proxy_gives_the_same_bytes(clip, tmp_path, name):
    found = probe(clip(name))
    make_copies(clip(name), tmp_path, found=found)
    hashes = set()
    for number in range(3):
        target = tmp_path / f"{number}.mp4"
        make_blurred(
            tmp_path / PROXY, target, duration_ms=found.duration_ms, detector=HaarDetector(), shifts_pitch=True
        )
        hashes.add(sha256_of(target))

    assert len(hashes) == 1


def test_the_voice_is_four_semitones_lower_and_as_long(clip, tmp_path):
    lower_pitch(clip("plain.mp4"), tmp_path / "low.m4a", duration_ms=4300)

    before, after = sound(clip("plain.mp4")), sound(tmp_path / "low.m4a")
    assert pitch(before) == pytest.approx(440, abs=2)
    assert pitch(after) == pytest.approx(440 * 2 ** (-4 / 12), abs=3)
    assert len(after) == pytest.approx(len(before), rel=0.02)


def test_a_cancelled_blurring_leaves_no_file(proxy, tmp_path):
    class StoppedError(Exception):
        pass

    def stop(share: float) -> None:
        if share > 0.3:
            raise StoppedError

    with pytest.raises(StoppedError):
        make_blurred(
            proxy, tmp_path / "b.mp4", duration_ms=12_000, detector=Blind(), shifts_pitch=True, on_progress=stop
        )
    assert list(tmp_path.iterdir()) == []


def test_a_hidden_box_keeps_a_few_patches_in_brightness_and_colour():
    noise = np.random.default_rng(0).integers(0, 255, (90, 80), np.uint8)
    planes = noise.copy()

    hide(planes, Box(11, 9, 30, 30))

    inside = np.s_[8:40, 10:42]
    assert planes[inside].std() < 0.2 * noise[inside].std()
    blue = planes[60:75].reshape(30, 40), noise[60:75].reshape(30, 40)
    assert blue[0][4:20, 5:21].std() < 0.3 * blue[1][4:20, 5:21].std()
    assert np.array_equal(planes[:60][40:], noise[:60][40:])
    assert np.array_equal(blue[0][20:], blue[1][20:])


def sound(path) -> np.ndarray:
    """The sound at 8 kHz, mono."""
    command = [
        imageio_ffmpeg.get_ffmpeg_exe(),
        "-v",
        "error",
        "-i",
        path,
        "-ac",
        "1",
        "-ar",
        "8000",
        "-f",
        "s16le",
        "-",
    ]
    return np.frombuffer(subprocess.run(command, check=True, capture_output=True).stdout, np.int16).astype(float)


def pitch(samples: np.ndarray) -> float:
    """The strongest frequency of the second second, in Hz."""
    return float(np.argmax(np.abs(np.fft.rfft(samples[8000:16000]))))


def test_the_sound_of_a_copy_needs_no_new_coding(proxy, blurred):
    def packets(path):
        with av.open(str(path)) as container:
            return [bytes(packet) for packet in container.demux(audio=0) if packet.size]

    assert packets(blurred) == packets(proxy)
