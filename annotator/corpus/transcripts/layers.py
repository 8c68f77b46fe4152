"""Layers of one recording, as ELAN and Praat keep them: which of them are speech, and whose."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from annotator.corpus.transcripts.choosing import chosen
from annotator.corpus.transcripts.model import Cue, Remark, Tier
from annotator.corpus.transcripts.options import ReadingOptions
from annotator.corpus.transcripts.ordering import in_order_of_time

# Words of a layer's name by which it is not what was said but something about it.
_ABOUT_SPEECH = {
    "break", "breaks", "code", "codes", "coding", "comment", "comments", "emotion", "f0", "gaze", "gest", "gesture",
    "gestures", "gloss", "glosses", "intensity", "ipa", "lemma", "lemmas", "misc", "mor", "morph", "morphemes", "note",
    "notes", "phon", "phone", "phoneme", "phonemes", "phones", "pitch", "pos", "prosody", "sampa", "segment",
    "segments", "syll", "syllable", "syllables", "tobi", "tone", "tones", "translation", "translations",
}  # fmt: skip
# WebMAUS keeps the words of a text as "ORT-MAU", and in other layers their sounds and syllables.
_WORDS_OF_WEBMAUS = "ort"
_SOUNDS_OF_WEBMAUS = {"kan", "kas", "mas", "mau"}
# Names that say what the layer is and nobody's name.
_NOBODY = {
    "default", "mau", "ort", "orth", "ortho", "orthography", "phrase", "phrases", "sentence", "sentences", "speech",
    "text", "tier", "transcript", "transcription", "transcriptions", "utt", "utterance", "utterances", "word", "words",
}  # fmt: skip
# The aligners of the Montreal family name layers "Anna - words", and those of WebMAUS are called "Anna-ORT".
_OF_A_PERSON = re.compile(
    r"(?P<name>.+?)\s*[-–_:/]\s*(?:words?|phones?|utterances?|utts?|transcript(?:ion)?s?|speech|text|ort(?:-mau)?|kan(?:-mau)?|mau)",
    re.I,
)


@dataclass(frozen=True)
class Layer:
    """One layer of a file, as far as choosing needs it."""

    name: str
    cues: tuple[Cue, ...]
    """Those with text, their speaker told."""
    may_be_speech: bool = True
    """False where the file itself says that it is something else: points, codes of a list, parts of another layer."""


def speaker_of_layer(name: str) -> str | None:
    """Whose layer it is by its name: "Anna" and "Anna - words" are Anna's, "text" and "words" nobody's."""
    plain = " ".join(name.replace('"', " ").split())
    match = _OF_A_PERSON.fullmatch(plain)
    told = match["name"] if match else plain
    return None if _words(told) <= _NOBODY | _ABOUT_SPEECH else told or None


def read_layers(
    layers: Sequence[Layer], options: ReadingOptions, remarks: list[Remark]
) -> tuple[list[Cue], list[Tier]]:
    """The cues of the layers that were chosen, or else of those that are speech by a guess, which is stated.

    Raises:
        TranscriptRefused: none of the chosen layers is in the file.
    """
    names = chosen([layer.name for layer in layers], options, remarks)
    if names is None:
        names = _guessed([layer for layer in layers if layer.cues])
        read, unread = _quoted(names), _quoted([layer.name for layer in layers if layer.name not in names])
        if unread:
            message = f"Tiers read as speech: {read}; not read: {unread}. Choose others if that is wrong."
            remarks.append(Remark("warning", "", message))
        elif len(layers) > 1:
            remarks.append(Remark("info", "", f"All tiers were read as speech: {read}."))
    cues = in_order_of_time(*(layer.cues for layer in layers if layer.name in names))
    return cues, [_tier(layer, names) for layer in layers]


def _guessed(layers: list[Layer]) -> list[str]:
    """Layers that aren't about speech; of those that say the same, the one in the longest stretches."""
    speech = [layer for layer in layers if layer.may_be_speech and not _is_about_speech(layer, layers)]
    speech = speech or [layer for layer in layers if layer.may_be_speech] or layers
    speech = [layer for layer in speech if not _is_of_letters(layer)] or speech
    kept: list[Layer] = []
    for layer in sorted(speech, key=lambda layer: len(layer.cues)):
        if not any(_says_the_same(layer, other) for other in kept):
            kept.append(layer)
    return [layer.name for layer in layers if layer in kept]


def _is_about_speech(layer: Layer, layers: Sequence[Layer]) -> bool:
    words = _words(layer.name)
    is_webmaus = any(_WORDS_OF_WEBMAUS in _words(each.name) for each in layers)
    are_sounds = is_webmaus and _WORDS_OF_WEBMAUS not in words and bool(words & _SOUNDS_OF_WEBMAUS)
    return are_sounds or bool(words & _ABOUT_SPEECH)


def _is_of_letters(layer: Layer) -> bool:
    """Sounds rather than words: labels of one or two signs."""
    return sum(len(cue.text) <= 2 for cue in layer.cues) * 2 > len(layer.cues)


def _says_the_same(parts: Layer, whole: Layer) -> bool:
    """Whether most words of the finer layer are words of the coarser one, so that one is the other in pieces."""
    if not _may_be_one_person(parts.cues[0].speaker, whole.cues[0].speaker):
        return False  # The counsellor who repeats the client's words is not the client in pieces.
    whole_words = {word for cue in whole.cues for word in _words(cue.text)}
    words = [word for cue in parts.cues for word in _words(cue.text)]
    # A layer called "words" may hold more than those, such as the kind of each.
    share = 0.4 if _words(parts.name) & {"word", "words"} else 0.8
    is_within = bool(words) and sum(word in whole_words for word in words) >= share * len(words)
    return is_within and len(parts.cues) >= len(whole.cues) and _lies_inside(parts, whole)


def _may_be_one_person(one: str | None, other: str | None) -> bool:
    """Whether the names are alike, as "Anna" and "Anna_w", or one is missing."""
    return one is None or other is None or one.startswith(other) or other.startswith(one)


def _lies_inside(parts: Layer, whole: Layer) -> bool:
    """Whether the finer layer's stretches lie inside the coarser one's: two speakers don't speak within each other."""
    spans = sorted(
        (cue.start_ms, cue.end_ms) for cue in whole.cues if cue.start_ms is not None and cue.end_ms is not None
    )
    timed = [cue for cue in parts.cues if cue.start_ms is not None and cue.end_ms is not None]
    n_inside, index = 0, 0
    for cue in sorted(timed, key=lambda cue: cue.start_ms or 0):
        middle = ((cue.start_ms or 0) + (cue.end_ms or 0)) // 2
        while index < len(spans) and spans[index][1] < middle:
            index += 1
        n_inside += index < len(spans) and spans[index][0] <= middle
    return n_inside >= 0.8 * len(timed)


def _tier(layer: Layer, names: list[str]) -> Tier:
    first = layer.cues[0] if layer.cues else None
    return Tier(
        name=layer.name,
        n_cues=len(layer.cues),
        sample=first.text[:80] if first else "",
        is_read=layer.name in names,
        speaker=first.speaker if first else None,
    )


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W_]+", text.casefold()))


def _quoted(names: Sequence[str]) -> str:
    shown = ", ".join(f"“{name[:60]}”" for name in names[:12])
    return shown if len(names) <= 12 else f"{shown} and {len(names) - 12} more"
