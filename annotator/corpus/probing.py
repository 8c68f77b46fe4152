"""What the probe of a recording found, from what is kept of it: an hour of video isn't read again for one picture."""

from annotator.corpus import files
from annotator.corpus.media.frame_table import FrameTable
from annotator.corpus.media.probe import VideoTrack, probe
from annotator.corpus.media.refusal import MediaRefused
from annotator.corpus.models import Recording
from annotator.corpus.reading import FileRefused


def stored_probe(recording: Recording) -> tuple[VideoTrack | None, FrameTable]:
    """The recording's picture, None where it is sound alone, and when each of its pictures is shown.

    A recording whose frame table is not there yet is read once more.

    Raises:
        FileRefused: it is not there, and the recording can't be read.
    """
    table = files.absolute(recording.frame_table_path) if recording.frame_table_path else None
    if not recording.has_picture:
        return None, FrameTable((), frozenset(), 0)
    if table and table.is_file():
        return _track(recording), FrameTable.unpacked(table.read_bytes())
    try:
        found = probe(files.absolute(recording.original_path))
    except MediaRefused as refusal:
        raise FileRefused(refusal, code="media_refused", field="video") from refusal
    return found.picture, found.frames


def _track(recording: Recording) -> VideoTrack:
    """Of its container and codec nothing is asked once it was prepared."""
    told = recording.probe
    return VideoTrack(
        stream=0,
        codec=told["video_codec"],
        pixel_format=told.get("pixel_format") or "",
        width=told["width"],
        height=told["height"],
        rotation=told["rotation"],
        start_ms=told.get("start_ms", 0),
        is_interlaced=told.get("is_interlaced", False),
    )
