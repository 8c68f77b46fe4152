"""Praat's text files, token by token.

Praat reads any of them as a row of free-standing numbers, texts in quotes and flags in angle brackets, and overlooks
what else stands there: that is why its long and its short form are one. Source: Praat's manual.
"""

import re
from collections.abc import Iterator

from annotator.corpus.transcripts.model import TranscriptRefused

_TOKEN = re.compile(r'"(?P<text>[^"]*(?:""[^"]*)*)"|(?P<note>![^\n]*)|(?P<other>[^\s"=]+)|(?P<quote>")')
_NUMBER = re.compile(r"[+-]?(?:\d{1,20}(?:\.\d{0,40})?|\.\d{1,40})(?:[eE][+-]?\d{1,3})?", re.ASCII)


class PraatText:
    """The numbers, texts and flags of a text file of Praat, taken one after the other."""

    def __init__(self, text: str) -> None:
        self._source = text
        self._place = 0
        self._tokens = self._found()

    def text(self, expected: str) -> str:
        """The next token, a text; doubled quotes are one."""
        kind, value = self._next(expected)
        if kind != "text":
            raise self.refusal(expected, value)
        return value

    def number(self, expected: str) -> float:
        """The next token, a number."""
        kind, value = self._next(expected)
        if kind != "number":
            raise self.refusal(expected, value)
        return float(value)

    def count(self, expected: str) -> int:
        """The next token, a number of things; each takes characters of the file, so there can't be more of them."""
        value = self.number(expected)
        if not (0 <= value <= len(self._source) and value.is_integer()):
            raise self.refusal(expected, f"{value:g}")
        return int(value)

    def flag(self) -> bool:
        """The next token: whether tiers follow, "<exists>"."""
        kind, value = self._next("“<exists>”")
        if kind != "flag":
            raise self.refusal("“<exists>”", value)
        return value == "<exists>"

    def goes_on(self) -> bool:
        """Whether anything follows."""
        return next(self._tokens, None) is not None

    def line(self) -> int:
        """The line of the latest token."""
        return self._source.count("\n", 0, self._place) + 1

    def refusal(self, expected: str, found: str) -> TranscriptRefused:
        """Say where the file is not as a TextGrid is built."""
        message = f"The TextGrid breaks at line {self.line()}: expected {expected}, found “{found[:40]}”."
        return TranscriptRefused("bad_textgrid", message)

    def _next(self, expected: str) -> tuple[str, str]:
        token = next(self._tokens, None)
        if token is None:
            raise TranscriptRefused("bad_textgrid", f"The TextGrid ends before it is complete: expected {expected}.")
        return token

    def _found(self) -> Iterator[tuple[str, str]]:
        for match in _TOKEN.finditer(self._source):
            self._place = match.start()
            if match["text"] is not None:
                yield "text", match["text"].replace('""', '"')
            elif match["quote"]:
                message = f"The TextGrid breaks at line {self.line()}: a quotation mark that is never closed."
                raise TranscriptRefused("bad_textgrid", message)
            elif other := match["other"]:
                if _NUMBER.fullmatch(other):
                    yield "number", other
                elif other.startswith("<") and other.endswith(">"):
                    yield "flag", other
