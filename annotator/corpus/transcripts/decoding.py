"""Bytes to text: by byte-order mark, then UTF-8, even with a few odd bytes in it, then a guess that is stated."""

import codecs
import re

from charset_normalizer import CharsetMatch, from_bytes

from annotator.corpus.transcripts.model import Remark, TranscriptRefused
from annotator.corpus.transcripts.nearly_utf8 import decode_nearly_utf8

# Marks of byte order and of direction that some programs leave before the first character, or around each line.
INVISIBLE = "\ufeff\u061c\u200b\u200e\u200f\u2060\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"

# UTF-32 before UTF-16, whose little-endian mark it begins with.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# The most used first.
_IN_USE = (
    "cp1252", "cp1250", "cp1251", "gb18030", "cp932", "cp949", "big5", "euc_jp", "cp1254", "cp1253", "cp1255", "cp1256",
    "cp1257", "cp1258", "cp874", "iso8859_2", "koi8_r", "mac_roman",
)  # fmt: skip
_FEW_ACCENTS = 32
_UNTOLD_COHERENCE = 0.15  # Measured: a name or two in CP1252 among English words falls behind others by up to 0.13.
_XML_ENCODING = re.compile(rb"\s{0,20}<\?xml[^>]{0,100}?encoding=[\"']([\w.-]{1,40})[\"']")
_KINDS_BY_SIGNATURE = (
    (4, b"ftyp", "an MP4 or QuickTime recording"),
    (0, b"PK\x03\x04", "a ZIP archive or an office document other than a Word or OpenDocument text"),
    (0, b"%PDF", "a PDF"),
    (0, b"{\\rtf", "an RTF document; save it as Word (DOCX)"),
    (0, b"\xd0\xcf\x11\xe0", "an old office document"),
    (0, b"\x1aE\xdf\xa3", "a Matroska or WebM video"),
    (0, b"RIFF", "a sound or video file"),
    (0, b"ID3", "a sound file"),
    (0, b"\x1f\x8b", "a compressed file"),
)


def decode(data: bytes) -> tuple[str, list[Remark]]:
    """Return the text with "\\n" line ends and no invisible marks before it.

    Raises:
        TranscriptRefused: empty, not text, or in an encoding that can't be told.
    """
    if not data.strip():
        raise TranscriptRefused("empty_file", "The file is empty.")
    for place, signature, kind in _KINDS_BY_SIGNATURE:
        if data.startswith(signature, place):
            is_excel = kind.startswith("a ZIP") and b"xl/workbook.xml" in data
            found = "an Excel workbook; save its sheet as CSV" if is_excel else kind
            raise TranscriptRefused("not_text", f"This is no transcript in a format that can be read but {found}.")
    text, remarks = (
        _decode_by_mark(data)
        or _decode_unmarked_utf16(data)
        or _decode_utf8(data)
        or _decode_by_declaration(data)
        or decode_nearly_utf8(data)
        or _decode_by_guess(data)
    )
    text = text.replace("\r\n", "\n").replace("\r", "\n").lstrip(INVISIBLE)
    if "\x00" in text:
        raise TranscriptRefused("not_text", "The file holds NUL characters, as no text does.")
    if not text.strip():
        raise TranscriptRefused("empty_file", "The file holds nothing but blanks.")
    return text, remarks


def visible_lines(text: str) -> list[str]:
    """The text's lines, each without the invisible marks before and behind it."""
    return [line.strip(INVISIBLE) for line in text.split("\n")]


def _decode_by_mark(data: bytes) -> tuple[str, list[Remark]] | None:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                return data[len(mark) :].decode(encoding), []
            except UnicodeDecodeError as error:
                nearly = decode_nearly_utf8(data[len(mark) :]) if encoding == "utf-8" else None
                if nearly is not None:
                    return nearly
                raise TranscriptRefused(
                    "bad_encoding", f"The file says it is {encoding.upper()}, but byte {error.start} is not."
                ) from error
    return None


def _decode_unmarked_utf16(data: bytes) -> tuple[str, list[Remark]] | None:
    """Latin text in UTF-16 has a NUL in every other byte."""
    for encoding, high_bytes in (("utf-16-le", data[1::2]), ("utf-16-be", data[::2])):
        if high_bytes.count(0) * 2 > len(high_bytes):
            try:
                return data.decode(encoding), [_guess_remark(encoding)]
            except UnicodeDecodeError:
                return None
    return None


def _decode_utf8(data: bytes) -> tuple[str, list[Remark]] | None:
    try:
        return data.decode("utf-8"), []
    except UnicodeDecodeError:
        return None


def _decode_by_declaration(data: bytes) -> tuple[str, list[Remark]] | None:
    """XML may name its encoding in its first line."""
    declared = _XML_ENCODING.match(data)
    try:
        encoding = codecs.lookup(declared[1].decode()) if declared else None
        # Python knows "encodings" that are none, as rot13; a text encoding is marked so.
        if encoding is None or not encoding._is_text_encoding:
            return None
        return data.decode(encoding.name), []
    except (LookupError, UnicodeError):
        return None


def _decode_by_guess(data: bytes) -> tuple[str, list[Remark]]:
    matches = [] if b"\x00" in data else list(from_bytes(data, cp_isolation=[*_IN_USE]))
    if not matches:
        raise TranscriptRefused(
            "bad_encoding", "The file is neither UTF-8 nor in an encoding that could be told. Save it as UTF-8."
        )
    # Western texts often fit two encodings equally; the one most in use is taken.
    most_used = data.decode(_IN_USE[0], errors="replace") if _has_few_accents(data) else None
    equal = [match for match in matches if _fits_as_well(match, matches[0], is_favoured=str(match) == most_used)]
    guess = min(equal, key=lambda match: _IN_USE.index(match.encoding))
    others = [match.encoding for match in equal if str(match) != str(guess)]
    return str(guess), [_guess_remark(guess.encoding, *others[:1])]


def _has_few_accents(data: bytes) -> bool:
    return len(data.translate(None, delete=bytes(range(0x80)))) < _FEW_ACCENTS


def _fits_as_well(match: CharsetMatch, best: CharsetMatch, *, is_favoured: bool) -> bool:
    """Whether nothing tells the two apart; a few accents say too little of a language to tell."""
    margin = _UNTOLD_COHERENCE if is_favoured else 0
    return match.chaos <= best.chaos and match.coherence >= best.coherence - margin


def _guess_remark(encoding: str, *others: str) -> Remark:
    name, *other_names = (each.upper().replace("_", "-") for each in (encoding, *others))
    message = f"The file is not UTF-8; it was read as {name}, which is a guess. Check accents and signs below."
    if other_names:
        message += f" {other_names[0]} would fit as well: if it is that, save the file as UTF-8."
    return Remark("warning", "", message)
