"""A recording's sound tracks: what each is, and what the file calls it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from av.audio.stream import AudioStream
    from av.container import InputContainer

Track = TypeVar("Track")

_LONGEST_TITLE = 60
# Programs call a track by their own part that wrote it: SoundHandler, Core Media Audio.
_OF_PROGRAMS = ("handler", "media", "gpac", "audio", "sound", "stereo", "mono")
_NO_LANGUAGE = {"", "und", "zxx", "mis"}


@dataclass(frozen=True)
class AudioTrack:
    """One sound track."""

    stream: int
    """Index in the container."""
    codec: str
    channels: int
    layout: str
    """How the channels are arranged: mono, stereo, 5.1."""
    sample_rate: int
    start_ms: int
    title: str = ""
    """As the file calls it; empty where it doesn't, or only by the name of a program's part."""
    language: str = ""
    """As the file's tag says, `eng`."""


def sound_tracks(container: "InputContainer") -> tuple[AudioTrack, ...]:
    """All that can be decoded, in the file's order."""
    return tuple(_sound_tracks(container))


def heard_of(tracks: Sequence[Track], sound_track: int | None) -> tuple[Track, ...]:
    """All tracks where `sound_track` is None; else that one, counted from 0, or none where there is no such track."""
    return tuple(tracks if sound_track is None else tracks[sound_track : sound_track + 1])


def _sound_tracks(container: "InputContainer") -> Iterator[AudioTrack]:
    from annotator.corpus.media.clock import media_ms  # PyAV, which those who only choose a track do without.

    for stream in container.streams.audio:
        if not stream.codec_context:  # Of a kind that nothing here decodes.
            continue
        language = stream.metadata.get("language", "").lower()
        yield AudioTrack(
            stream=stream.index,
            codec=stream.codec_context.name,
            channels=stream.channels,
            layout=stream.codec_context.layout.name,
            sample_rate=stream.rate,
            start_ms=media_ms(container, stream.start_time or 0, stream.time_base or Fraction(1)),
            title=_title(stream),
            language="" if language in _NO_LANGUAGE or not language.isalpha() else language[:3],
        )


def _title(stream: "AudioStream") -> str:
    told = _printable(stream.metadata.get("title", "")) or _printable(stream.metadata.get("name", ""))
    if told:
        return told
    handler = _printable(stream.metadata.get("handler_name", ""))
    return "" if any(word in handler.lower() for word in _OF_PROGRAMS) else handler


def _printable(told: str) -> str:
    """Without what would break its line or turn what follows about."""
    return " ".join("".join(char if char.isprintable() else " " for char in told).split())[:_LONGEST_TITLE]
