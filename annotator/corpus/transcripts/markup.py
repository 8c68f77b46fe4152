"""Voices, tags and entities inside a caption."""

import html
import re
from dataclasses import replace

from annotator.corpus.transcripts.decoding import INVISIBLE
from annotator.corpus.transcripts.model import Cue

_VOICE = re.compile(r"<v(?:\.[^\s<>]*)?(?:\s([^<>]*))?>|</v>")
# Only what WebVTT and SRT know as tags: "I <3 you" and "<laughs>" are speech.
_TAG = re.compile(
    r"</?(?:c|i|b|u|s|em|strong|font|span|p|div|lang|ruby|rt)(?:[.\s/][^<>]*)?>|<\d[\d:.]*>|\{\\[a-z][^{}]{0,200}\}",
    re.IGNORECASE,
)
_LINE_BREAK = re.compile(r"<br ?/?>|\[br\]", re.IGNORECASE)  # The latter is SubViewer's.


def spoken_parts(cue: Cue) -> list[Cue]:
    """The cue cut where the voice changes; tags and entities read, lines stripped. A cue without text stays one cue."""
    pieces: list[str | None] = _VOICE.split(
        _LINE_BREAK.sub("\n", "\n".join(cue.lines))
    )  # text, voice, text, voice, ... text
    parts: list[Cue] = []
    for voice, said in zip([None, *pieces[1::2]], pieces[0::2], strict=True):
        lines = tuple(clean for line in (said or "").split("\n") if (clean := _clean(line)))
        if lines:
            parts.append(replace(cue, lines=lines, speaker=" ".join(_clean(voice or "").split()) or None))
    return parts or [replace(cue, lines=())]


def _clean(text: str) -> str:
    return html.unescape(_TAG.sub("", text)).strip().strip(INVISIBLE).strip()
