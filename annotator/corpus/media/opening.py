"""Opening a recording: local files of a listed set of formats only, for PyAV and ffmpeg alike."""

from pathlib import Path
from typing import TYPE_CHECKING

import av

from annotator.corpus.media.refusal import MediaRefused

if TYPE_CHECKING:
    from av.container import InputContainer

FORMATS = ("mov", "matroska", "avi", "mpegts", "mpeg", "ogg", "wav", "mp3", "flac", "aac", "asf", "flv")
INPUT_OPTIONS = {
    # A playlist named session.mp4 must not make us read another file or an address.
    "format_whitelist": ",".join(FORMATS),
    "protocol_whitelist": "file",
}
_MOST_STREAMS = 64
_KINDS_BY_SIGNATURE = (
    (b"PK\x03\x04", "a ZIP archive or an office document"),
    (b"%PDF", "a PDF"),
    (b"#EXTM3U", "a playlist of other files"),
    (b"ffconcat", "a playlist of other files"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"\x1f\x8b", "a compressed file"),
    (b"Rar!", "an archive"),
    (b"7z\xbc\xaf", "an archive"),
    (b"WEBVTT", "a transcript"),
)


def open_media(path: Path) -> "InputContainer":
    """Open for reading; the caller closes it.

    Raises:
        MediaRefused: empty, cut off before its index, or none of the formats listed here.
    """
    if path.stat().st_size == 0:
        raise MediaRefused("empty", "The file is empty.")
    try:
        return av.open(str(path.resolve()), options={**INPUT_OPTIONS, "max_streams": str(_MOST_STREAMS)})
    except (av.FFmpegError, ValueError) as error:
        raise _refusal(path) from error


def _refusal(path: Path) -> MediaRefused:
    with path.open("rb") as file:
        head = file.read(64)
    for signature, kind in _KINDS_BY_SIGNATURE:
        if head.startswith(signature):
            return MediaRefused("not_video", f"This is {kind}, not a video.")
    if head[4:8] == b"ftyp":
        return MediaRefused("truncated", "The video is cut off: the index at its end is missing. Copy it again.")
    message = (
        "This is no video in a format that can be read, as MP4, MOV, MKV, WebM, AVI and MPEG, nor sound, as WAV, MP3, "
        "M4A, FLAC and OGG."
    )
    return MediaRefused("not_video", message)
