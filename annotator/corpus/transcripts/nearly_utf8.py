"""UTF-8 with a few odd bytes in it, as where files were joined or a line was pasted from an older one."""

import re

from annotator.corpus.transcripts.model import Remark

_ODD = re.compile("[\udc80-\udcff]")  # How Python spells a byte that is no UTF-8.
_NON_ASCII = re.compile("[^\x00-\x7f]")
_FEWEST_GOOD_TO_ODD = 4  # Texts in other encodings hold hardly any sequence that would be UTF-8.
_NAMED_LINES = 10


def decode_nearly_utf8(data: bytes) -> tuple[str, list[Remark]] | None:
    """The text, its odd bytes read as CP1252, and a remark on their lines; None unless nearly all of it is UTF-8."""
    text = data.decode("utf-8", errors="surrogateescape").replace("\r\n", "\n").replace("\r", "\n")
    n_odd = len(_ODD.findall(text))
    n_good = len(_NON_ASCII.findall(text)) - n_odd
    if n_good < _FEWEST_GOOD_TO_ODD * n_odd:
        return None
    lines = [number for number, line in enumerate(text.split("\n"), start=1) if _ODD.search(line)]
    named = ", ".join(map(str, lines[:_NAMED_LINES]))
    more = f" and {len(lines) - _NAMED_LINES} more" if len(lines) > _NAMED_LINES else ""
    message = (
        f"The file is UTF-8 but for {n_odd} byte(s), which were read as CP1252 (“\ufffd” where that has no "
        "sign). Check accents and signs in "
        f"{'line' if len(lines) == 1 else 'lines'} {named}{more}."
    )
    return _ODD.sub(_as_cp1252, text), [Remark("warning", f"line {lines[0]}", message)]


def _as_cp1252(odd: re.Match[str]) -> str:
    return bytes([ord(odd[0]) - 0xDC00]).decode("cp1252", errors="replace")
