"""What demo counsellors say: they answer the words and the face, and name it gently when the two part."""

from typing import Literal

import numpy as np

Tone = Literal["heavy", "even", "light"]

_OPENINGS = (
    "Hello, it's good to see you. Where would you like to begin today?",
    "Welcome back. What has been on your mind this week?",
    "Good to have you here. What would you like to talk about?",
    "Come in, take your time. How have you been since we last met?",
)
_CLOSINGS = (
    "We're near the end for today. Thank you for what you shared.",
    "Let's pause here. I'd like to come back to this next week.",
    "Our time is nearly over. What will you take with you from today?",
)
_PROMPTS = ("I'm listening.", "Take your time.", "Tell me a little more.", "Mm, go on.", "Stay with that for a moment.")

_SHARED: dict[Tone, tuple[str, ...]] = {
    "heavy": (
        "That sounds really hard, and I can see it in your face.",
        "You feel low about this, and it shows. That makes sense.",
        "It hurts to speak of it. I'm here with you.",
        "What I hear is how much this weighs on you.",
        "You're experiencing something painful, and you let me see it.",
        "That's a lot to carry. Where do you feel it most?",
        "It's understandable that this troubles you.",
    ),
    "even": (
        "It sounds as if this is neither here nor there for you.",
        "You seem quite settled as you tell me this.",
        "So things are much as they were. What would you want to be different?",
        "You say it plainly, and you look at ease.",
        "There's not much stirring there, it seems. I'm wondering what matters more.",
        "Okay. What else comes to mind?",
    ),
    "light": (
        "You feel good about this, and your whole face says so.",
        "I can hear the warmth in it, and I see you smile.",
        "That sounds like a real joy.",
        "It's good to see you light up as you say that.",
        "Something has eased for you. What made the difference?",
        "You're pleased, and it shows. What's that like?",
        "I'm glad with you. What would you like to keep of it?",
    ),
}
_SAID: dict[Tone, tuple[str, ...]] = {
    "heavy": ("You tell me it hurts", "Your words are heavy", "You say how hard it is"),
    "even": ("You say it's nothing much", "Your words sound even", "You tell me it's all much the same"),
    "light": ("You say it's going well", "Your words sound bright", "You tell me it was good"),
}
_SHOWN: dict[Tone, tuple[str, ...]] = {
    "heavy": ("your face looks sad", "I notice sadness around your eyes", "your face seems to carry something heavy"),
    "even": ("your face stays still", "you look quite calm", "I see little of it in your face"),
    "light": ("you are smiling", "I notice a smile", "your face looks bright"),
}
_QUESTIONS = (
    "What's that like for you?",
    "I'm wondering what it's like to hold both.",
    "What might your face know that the words leave out?",
    "Can both be true?",
    "What happens as you hear me say that?",
)


def counsellor_reply(*, words_valence: float, face_valence: float, rng: np.random.Generator) -> str:
    """A reply to a client turn whose words and face have these valences (-1 to 1).

    Where the two are about 0.5 or more apart it names both; else it reflects what they share or simply invites more.
    """
    if abs(words_valence - face_valence) < 0.45:
        if rng.random() < 0.15:
            return str(rng.choice(_PROMPTS))
        return str(rng.choice(_SHARED[_tone((words_valence + face_valence) / 2)]))
    said, shown = _tone(words_valence), _tone(face_valence)
    if said == shown:  # Both on one side of zero: the face has less of it, or more.
        deeper = "more sadness" if face_valence < words_valence else "less of it"
        return f"{rng.choice(_SAID[said])}, and I see {deeper} in your face. {rng.choice(_QUESTIONS)}"
    return f"{rng.choice(_SAID[said])}, and {rng.choice(_SHOWN[shown])}. {rng.choice(_QUESTIONS)}"


def opening(rng: np.random.Generator) -> str:
    """The counsellor's first words of a session."""
    return str(rng.choice(_OPENINGS))


def closing(rng: np.random.Generator) -> str:
    """The counsellor's last words of a session."""
    return str(rng.choice(_CLOSINGS))


def _tone(valence: float) -> Tone:
    if valence < -0.2:
        return "heavy"
    return "light" if valence > 0.2 else "even"
