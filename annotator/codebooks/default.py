"""The default codebook: verbal-visual incongruence after E-THER (arXiv 2509.02100), as data.

Its direction is asked for, because the literature disagrees on what minimizing means.
"""

from dataclasses import dataclass

from annotator.codebooks.models import PassKind, Scale

NAME = "Verbal-visual incongruence"

_TOGETHER = (PassKind.TOGETHER,)


@dataclass(frozen=True)
class LevelSpec:
    """One answer. `key` names it in files, `value` orders it, `shortcut` picks it in the workspace."""

    value: int
    key: str
    label: str
    shortcut: str
    definition: str = ""


@dataclass(frozen=True)
class ConstructSpec:
    """One question, with the passes that ask it where a study has channel passes and where it has none."""

    key: str
    label: str
    question: str
    scale: Scale
    levels: tuple[LevelSpec, ...] = ()
    channel: str = ""
    passes: tuple[PassKind, ...] = _TOGETHER
    passes_without_channels: tuple[PassKind, ...] = _TOGETHER
    is_required: bool = True
    asked_when: dict[str, list[str]] | None = None
    low_label: str = ""
    high_label: str = ""
    definition: str = ""
    examples: tuple[str, ...] = ()


def _numbered(highest: int) -> tuple[LevelSpec, ...]:
    return tuple(LevelSpec(value, str(value), str(value), str(value)) for value in range(1, highest + 1))


def _vad(dimension: str, channel: str, low: str, high: str, definition: str) -> ConstructSpec:
    of, pass_kind = ("words", PassKind.WORDS) if channel == "words" else ("the face", PassKind.FACE)
    return ConstructSpec(
        key=f"{dimension}_{channel}",
        label=f"{dimension.capitalize()} of {of}",
        question=f"{definition} Go by {of} alone.",
        scale=Scale.INTERVAL,
        levels=_numbered(9),
        channel=channel,
        passes=(pass_kind,),
        low_label=low,
        high_label=high,
        definition=f"Self-assessment manikin, 1 ({low.lower()}) to 9 ({high.lower()}), 5 in the middle.",
    )


def _vad_of(channel: str) -> tuple[ConstructSpec, ...]:
    return (
        _vad("valence", channel, "Unpleasant", "Pleasant", "How pleasant is what shows?"),
        _vad("arousal", channel, "Calm", "Stirred", "How stirred is the client?"),
        _vad("dominance", channel, "Powerless", "In control", "How much in control is the client?"),
    )


CONSTRUCTS: tuple[ConstructSpec, ...] = (
    ConstructSpec(
        key="incongruence",
        label="Incongruence",
        question="Do words and face agree?",
        scale=Scale.NOMINAL,
        levels=(
            LevelSpec(0, "none", "Agree", "1", "Words and face carry the same feeling, at about the same strength."),
            LevelSpec(
                1,
                "minimizing",
                "Minimizing",
                "2",
                "One channel shows the feeling weaker than the other, not its opposite.",
            ),
            LevelSpec(2, "contradiction", "Contradict", "3", "Words and face carry opposite feelings."),
        ),
        definition="Judge the turn as a whole, by what is said and what the face shows while it is said.",
        examples=(
            "“I'm fine, really”, in tears: contradiction.",
            "“It was a bit hard”, with a face of great distress: minimizing.",
        ),
    ),
    ConstructSpec(
        key="direction",
        label="Direction",
        question="Which carries more distress?",
        scale=Scale.NOMINAL,
        levels=(
            LevelSpec(0, "face_gt_words", "Face more than words", "Q"),
            LevelSpec(1, "words_gt_face", "Words more than face", "W"),
            LevelSpec(2, "opposed", "Opposed feelings", "R"),
        ),
        asked_when={"incongruence": ["minimizing", "contradiction"]},
        definition="The channel that shows more distress, or feelings that can't be ranked.",
    ),
    ConstructSpec(
        key="engagement",
        label="Engagement",
        question="How engaged is the client?",
        scale=Scale.ORDINAL,
        levels=_numbered(5),
        low_label="Withdrawn",
        high_label="Fully engaged",
        definition="Turned to the counsellor and to the matter at hand, in words, voice and face.",
    ),
    *_vad_of("words"),
    *_vad_of("face"),
    ConstructSpec(
        key="confidence",
        label="Confidence",
        question="How sure are you?",
        scale=Scale.ORDINAL,
        levels=_numbered(5),
        is_required=False,
        low_label="Guessing",
        high_label="Certain",
    ),
    ConstructSpec(
        key="evidence",
        label="Evidence",
        question="What shows it?",
        scale=Scale.SPANS,
        is_required=False,
        definition="The words, or the moments of the video, on which the answers rest.",
    ),
    ConstructSpec(key="comment", label="Comment", question="Anything to add?", scale=Scale.TEXT, is_required=False),
)
