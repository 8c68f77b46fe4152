"""What a session's recording is, without reading all of it again."""

from annotator.corpus import files
from annotator.corpus.media.files import write_whole
from annotator.corpus.media.frame_table import FrameTable
from annotator.corpus.media.probe import Probe, probe, probe_known
from annotator.corpus.media.progress import Progress, unwatched
from annotator.corpus.models import RecordedFile

FRAME_TABLE = "frame-table.z"


def probe_of(recording: RecordedFile, *, on_progress: Progress = unwatched) -> Probe:
    """Probe the original; once its frame table is stored, only the beginning of it is read.

    Raises:
        MediaRefused: it can't be read to its end.
    """
    source = files.absolute(recording.original_path)
    table = files.absolute(recording.frame_table_path) if recording.frame_table_path else None
    if table is not None and table.is_file():
        return probe_known(source, FrameTable.unpacked(table.read_bytes()), duration_ms=recording.duration_ms)
    found = probe(source, name=recording.original_name, on_progress=on_progress)
    if found.picture:
        path = f"{files.folder_of(recording.original_path)}/{FRAME_TABLE}"
        write_whole(files.absolute(path), found.frames.packed())
        recording.frame_table_path = path
        recording.save(update_fields=["frame_table_path"])
    return found
