"""Which of a recording's sound tracks is heard: all together, or one alone. What is said of its sound goes by that."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from annotator.corpus.media.remarks import LATE_MS, begins_late
from annotator.corpus.media.sound_tracks import heard_of
from annotator.errors import DomainError

Json = dict[str, Any]
Camera = Literal["client", "counsellor"]
Choices = Mapping[Camera, int | None]
"""A sound track, counted from 0, or None for all together; of each camera about which something is said."""

NO_CHOICES: Choices = {}

Sounds = tuple[int | None, int | None]
"""The sound tracks that are heard of the client's recording and of the counsellor's; None is all of them."""

FIELDS: dict[Camera, str] = {"client": "sound_track", "counsellor": "camera_sound_track"}
"""What a choice is called where it comes in."""

_EARLY_MS = 1000  # Cameras end their tracks up to some tenths of a second apart.


class NoSuchSound(DomainError):
    code = "no_such_sound"
    status = 400


def check_sound_track(probe: Json | None, sound_track: int | None, *, camera: Camera) -> None:
    """Refuse a track that the recording does not have; None is all of them together.

    Raises:
        NoSuchSound: it does not have it; the message names those that it has.
    """
    sounds = probe.get("sounds", []) if probe else []
    if sound_track is not None and sound_track >= len(sounds):
        names = "; ".join(name_of(sound, number) for number, sound in enumerate(sounds, start=1)) or "no sound track"
        message = f"The recording has no sound track {sound_track + 1}. It has: {names}."
        raise NoSuchSound(message, fields={FIELDS[camera]: [message]})


def choices_in(told: Mapping[str, Any]) -> Choices:
    """The choices among all that came in."""
    return {camera: told[field] for camera, field in FIELDS.items() if field in told}


def describe_choice(probe: Json, sound_track: int | None) -> str:
    """What is heard, in words."""
    if sound_track is None:
        return "all sound tracks together"
    return name_of(probe["sounds"][sound_track], sound_track + 1)


def probe_heard(probe: Json, sound_track: int | None) -> Json:
    """What the probe found, as it is shown: each track by its name, and the remarks of what is heard among the rest."""
    return {
        **probe,
        "sounds": sounds_named(probe),
        "sound_track": sound_track,
        "remarks": [*probe["remarks"], *sound_remarks(probe, sound_track)],
    }


def sounds_named(probe: Json) -> list[Json]:
    """The recording's sound tracks, each with its name."""
    return [{**sound, "name": name_of(sound, number)} for number, sound in enumerate(probe.get("sounds", []), start=1)]


def name_of(sound: Json, number: int) -> str:
    """What a person calls the track, numbered from 1: `track 2, “Client”, silent`."""
    title, language = sound.get("title"), sound.get("language")
    told = f", “{title}”" if title else f" ({language})" if language else ""
    return f"track {number}{told}{', silent' if sound.get('is_silent') else ''}"


def sound_remarks(probe: Json, sound_track: int | None) -> list[Json]:
    """What a person should know of what is heard."""
    return [
        {"severity": severity, "where": "video", "message": message} for severity, message in _about(probe, sound_track)
    ]


def _about(probe: Json, sound_track: int | None) -> Iterator[tuple[str, str]]:
    sounds: list[Json] = probe.get("sounds", [])
    chosen = heard_of(sounds, sound_track)
    if not chosen:
        return
    yield from _about_silence(sounds, sound_track)
    ends_ms = [sound.get("end_ms") for sound in chosen]
    heard_ms, picture_ms = max((end for end in ends_ms if end is not None), default=None), probe.get("picture_end_ms")
    if heard_ms is not None and picture_ms is not None and picture_ms - heard_ms > _EARLY_MS:
        early = f"The sound ends at {heard_ms / 1000:.1f} s, {(picture_ms - heard_ms) / 1000:.1f} s before the picture"
        yield "warning", f"{early} does. What is said after that can't be heard."
    if len(sounds) > 1 and sound_track is None:
        yield "info", f"The recording has {len(sounds)} sound tracks; they are heard together."
    elif len(sounds) > 1 and sound_track is not None:
        name = name_of(sounds[sound_track], sound_track + 1)
        yield "info", f"The recording has {len(sounds)} sound tracks; this one alone is heard: {name}."
    if (start_ms := min(sound["start_ms"] for sound in chosen)) > LATE_MS:
        yield "info", begins_late("sound", start_ms)


def _about_silence(sounds: list[Json], sound_track: int | None) -> Iterator[tuple[str, str]]:
    silent = [number for number, sound in enumerate(sounds, start=1) if sound.get("is_silent")]
    if silent and len(silent) == len(sounds):
        yield "warning", "The recording has sound, and all of it is silence. Was the microphone on?"
    elif sound_track is not None and sound_track + 1 in silent:
        yield "warning", f"Only track {sound_track + 1} is heard, and it holds nothing but silence. Choose another one."
    elif silent:
        which = " and ".join(map(str, silent))
        who = f"track {which} holds" if len(silent) == 1 else f"tracks {which} hold"
        yield "warning", f"Of the recording's {len(sounds)} sound tracks, {who} nothing but silence."
