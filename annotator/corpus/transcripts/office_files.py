"""Office documents are ZIP archives of XML; a part of one is taken out within limits."""

import io
import zipfile
import zlib
from xml.etree.ElementTree import Element

from annotator.corpus.transcripts.model import TranscriptRefused
from annotator.corpus.transcripts.xml_text import parse_xml

# A day of speech in Word takes about 16 MB; as a tree in memory ten times as much.
_LARGEST_PART = 16 * 1024 * 1024
_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}  # The others may ask for gigabytes of memory.


def part_names(data: bytes) -> frozenset[str]:
    """What the archive holds; empty where the bytes are no archive that can be opened."""
    if not data.startswith(b"PK\x03\x04"):
        return frozenset()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return frozenset(archive.namelist())
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        return frozenset()


def read_part(data: bytes, name: str) -> Element:
    """The root of one part, by the name it has in the archive; nothing is written to a disk.

    Raises:
        TranscriptRefused: damaged, encrypted, larger than any transcript once unpacked, or no XML.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            info = archive.getinfo(name)
            if info.flag_bits & 1:
                raise TranscriptRefused("encrypted", "The document has a password; save it without one.")
            if info.compress_type not in _METHODS or info.file_size > _LARGEST_PART:
                message = f"The document's text unpacks to more than {_LARGEST_PART // 2**20} MB or in an unusual way."
                raise TranscriptRefused("too_large", message)
            with archive.open(info) as part:
                content = part.read(_LARGEST_PART + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, KeyError, OSError, ValueError, NotImplementedError) as error:
        raise TranscriptRefused("bad_document", "The document is damaged and can't be unpacked.") from error
    if len(content) > _LARGEST_PART:
        raise TranscriptRefused("too_large", "The document's text is larger than it says.")
    return parse_xml(content)
