"""JSON of any shape: parsed once, then told apart by its keys."""

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

from annotator.corpus.transcripts.json_formats import (
    assemblyai,
    aws_transcribe,
    azure_speech,
    deepgram,
    doccano,
    google_speech,
    label_studio,
    podcast,
    release,
    rev_ai,
    utterances,
    whisper,
    youtube,
)
from annotator.corpus.transcripts.model import Reading, Remark, TranscriptRefused
from annotator.corpus.transcripts.options import ReadingOptions

_NAMED_KEYS = 8


@dataclass(frozen=True)
class _Shape:
    title: str
    is_shape: Callable[[object], bool]
    read: Callable[[object, ReadingOptions], Reading]


# Asked in this order: what has keys of its own first, the guess at the end.
_SHAPES = (
    _Shape("releases of Attune", release.is_release, release.read_release),
    _Shape("whisper.cpp", whisper.is_whisper_cpp, whisper.read_whisper_cpp),
    _Shape("insanely-fast-whisper", whisper.is_fast_whisper, whisper.read_fast_whisper),
    _Shape("captions of YouTube", youtube.is_youtube, youtube.read_youtube),
    _Shape("podcast transcripts", podcast.is_podcast, podcast.read_podcast),
    _Shape("Amazon Transcribe", aws_transcribe.is_aws_transcribe, aws_transcribe.read_aws_transcribe),
    _Shape("Amazon Call Analytics", aws_transcribe.is_call_analytics, aws_transcribe.read_call_analytics),
    _Shape("Deepgram", deepgram.is_deepgram, deepgram.read_deepgram),
    _Shape("Google Speech-to-Text", google_speech.is_google_speech, google_speech.read_google_speech),
    _Shape("Azure Speech", azure_speech.is_azure_speech, azure_speech.read_azure_speech),
    _Shape("AssemblyAI", assemblyai.is_assemblyai, assemblyai.read_assemblyai),
    _Shape("Rev AI", rev_ai.is_rev_ai, rev_ai.read_rev_ai),
    _Shape("Label Studio", label_studio.is_label_studio, label_studio.read_label_studio),
    _Shape("Whisper and WhisperX", whisper.is_whisper, whisper.read_whisper),
    _Shape("doccano", doccano.is_doccano, doccano.read_doccano),
    _Shape("lists of utterances with “text” and “speaker”", utterances.is_utterances, utterances.read_utterances),
)


def is_json(text: str) -> bool:
    """Whether the text begins as a JSON object or a list of some does; "[0:01] Alice: hello" doesn't."""
    return re.match(r"\s*(?:\{\s*[\"}]|\[\s*[\]{])", text) is not None


def read_json(text: str, options: ReadingOptions) -> Reading:
    """Read JSON, or JSON Lines, of any shape that is known.

    Raises:
        TranscriptRefused: no JSON, or of no known shape.
    """
    parser = _Parser()
    document = parser.parse(text)
    for shape in _SHAPES:
        if shape.is_shape(document):
            reading = shape.read(document, options)
            return replace(reading, remarks=(*parser.remarks(), *reading.remarks))
    whisper.refuse_text_alone(document)
    raise TranscriptRefused("unknown_format", _unknown(document))


class _Parser:
    """Keeps what a parse meets besides the values: keys that an object has twice."""

    def __init__(self) -> None:
        self._repeated: set[str] = set()

    def parse(self, text: str) -> object:
        """The document; that of JSON Lines is the list of their values."""
        try:
            return self._loads(text)
        except json.JSONDecodeError as error:
            if not error.msg.startswith("Extra data"):
                message = f"The file begins like JSON but breaks at line {error.lineno}: {error.msg}."
                raise TranscriptRefused("bad_json", message) from error
        return [self._line(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]

    def remarks(self) -> list[Remark]:
        """What a person should know of it."""
        message = "The key “{}” stands twice in one object; the last one counts."
        return [Remark("warning", "", message.format(key[:40])) for key in sorted(self._repeated)[:_NAMED_KEYS]]

    def _line(self, number: int, line: str) -> object:
        try:
            return self._loads(line)
        except json.JSONDecodeError as error:
            message = f"The file has one JSON object a line, but line {number} breaks: {error.msg}."
            raise TranscriptRefused("bad_json", message) from error

    def _loads(self, text: str) -> object:
        try:
            return json.loads(text, object_pairs_hook=self._object)
        except json.JSONDecodeError:
            raise
        except (RecursionError, ValueError) as error:  # Nested without end; a number of thousands of digits.
            raise TranscriptRefused("bad_json", "The file is JSON of a shape that no transcript has.") from error

    def _object(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        built = dict(pairs)
        if len(built) != len(pairs):
            counted = Counter(key for key, _ in pairs)
            self._repeated |= {key for key, n in counted.most_common(_NAMED_KEYS) if n > 1}
        return built


def _unknown(document: object) -> str:
    known = ", ".join(shape.title for shape in _SHAPES)
    keys = ", ".join(f"“{str(key)[:40]}”" for key in list(document)[:_NAMED_KEYS]) if isinstance(document, dict) else ""
    found = f" Its keys are {keys}." if keys else ""
    return f"This JSON has none of the shapes that can be read: {known}.{found}"
