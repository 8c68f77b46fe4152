"""After a change of one turn little is decoded again, and the frames are those of a search of everything."""

import itertools
from dataclasses import replace
from pathlib import Path

import pytest

from annotator.corpus.media import picture_reader
from annotator.corpus.media.client_face import ClientRegion, TrackedClient
from annotator.corpus.media.face_detectors import HaarDetector
from annotator.corpus.media.frames import FrameRequest, extract_frames
from annotator.corpus.media.kept_searches import KeptSearches
from annotator.corpus.media.picture_reader import PictureReader
from annotator.corpus.media.pictures import decode_pictures, pictures_from_here
from annotator.corpus.media.probe import probe
from demo.film import FilmedSession, film
from demo.script import write_script


@pytest.fixture(scope="module")
def filmed(tmp_path_factory: pytest.TempPathFactory) -> FilmedSession:
    """A drawn session of half a minute."""
    return film(write_script(sessions=1, client_turns=9, seed=4)[0], tmp_path_factory.mktemp("film"))


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The indices of the pictures that were decoded for frames."""
    indices: list[int] = []

    def noted(*arguments):
        for picture in pictures_from_here(*arguments):
            indices.append(picture.index)
            yield picture

    monkeypatch.setattr(picture_reader, "pictures_from_here", noted)
    return indices


def client_turns(filmed: FilmedSession) -> list[FrameRequest]:
    turns = [turn for turn in filmed.script.turns if turn.role == "client"]
    return [FrameRequest(f"turn-{number}", turn.start_ms, turn.end_ms) for number, turn in enumerate(turns)]


def search(filmed: FilmedSession, folder: Path, requests: list[FrameRequest], *, keeps: bool = True, **options):
    finder = TrackedClient(HaarDetector(), ClientRegion(*filmed.client_region))
    kept = KeptSearches(folder / "searches.json", basis={"film": 1}) if keeps else None
    results = extract_frames(
        filmed.video, folder, requests, found=probe(filmed.video), finder=finder, kept=kept, **options
    )
    return [replace(result, path=result.path and result.path.name) for result in results], (finder.looks, finder.misses)


def pictures(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.png")}


@pytest.mark.parametrize("rule", ["onset_sharpest", "turn_start", "apex"])
def test_a_changed_turn_is_decoded_alone_and_ends_as_if_all_were(filmed, tmp_path, decoded, rule):
    requests = client_turns(filmed)
    search(filmed, tmp_path / "kept", requests, rule=rule)
    before = len(decoded)
    changed = replace(requests[4], start_ms=requests[4].start_ms + 130, end_ms=requests[4].end_ms - 70)
    requests[4] = changed
    again = search(filmed, tmp_path / "kept", requests, rule=rule)
    decoded_again = len(decoded) - before
    whole = search(filmed, tmp_path / "whole", requests, keeps=False, rule=rule)

    assert again == whole
    assert pictures(tmp_path / "kept") == pictures(tmp_path / "whole")
    assert 0 < decoded_again < before / 2


def test_nothing_is_decoded_where_nothing_changed(filmed, tmp_path, decoded):
    requests = client_turns(filmed)
    first = search(filmed, tmp_path, requests)
    before = len(decoded)

    assert search(filmed, tmp_path, requests) == first
    assert len(decoded) == before


def test_a_picture_that_is_gone_is_made_again(filmed, tmp_path, decoded):
    requests = client_turns(filmed)
    first = search(filmed, tmp_path, requests)
    (tmp_path / "turn-3-0.png").unlink()

    assert search(filmed, tmp_path, requests) == first
    assert (tmp_path / "turn-3-0.png").is_file()


def test_what_was_found_on_another_basis_is_not_used(filmed, tmp_path, decoded):
    requests = client_turns(filmed)
    search(filmed, tmp_path, requests)
    before = len(decoded)
    everywhere = TrackedClient(HaarDetector(), None)
    kept = KeptSearches(tmp_path / "searches.json", basis={"film": 2})
    extract_frames(filmed.video, tmp_path, requests, found=probe(filmed.video), finder=everywhere, kept=kept)

    assert len(decoded) - before > before / 2


def test_no_picture_is_decoded_twice(filmed, tmp_path, decoded):
    search(filmed, tmp_path, client_turns(filmed), rule="turn_start")

    assert len(decoded) == len(set(decoded)) <= len(probe(filmed.video).frames.times_ms)


@pytest.mark.parametrize(
    "name",
    ["plain.mp4", "varying_rate.mov", "start_not_0.ts", "edit_list.mp4", "hevc_10_bit.mp4", "vp9.webm", "mpeg4.avi",
     "interlaced.mpg", "late_picture.mp4"],
)  # fmt: skip
def test_pictures_read_from_a_moment_on_are_those_of_a_decode_of_all(clip, monkeypatch, name):
    monkeypatch.setattr(picture_reader, "_WORTH_SKIPPING", 0)
    found = probe(clip(name))
    every = [(picture.index, picture.grey.tobytes()) for picture in decode_pictures(clip(name), found)]
    for from_ms, later_ms in itertools.combinations(range(0, found.frames.end_ms, 700), 2):
        with PictureReader(clip(name), found) as reader:
            for moment in (from_ms, later_ms):
                picture = next(reader.pictures(moment))
                index = found.frames.index_at(moment) or 0
                assert (picture.index, picture.grey.tobytes()) == every[index]
