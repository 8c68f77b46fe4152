"""Sessions, recordings, turns and consent, as they came in. Never a label."""

from annotator.corpus.models.arriving import Draft, RecordingUpload
from annotator.corpus.models.frames import Frame, FrameChange
from annotator.corpus.models.persons import Consent, Person
from annotator.corpus.models.recordings import BlurredView, CounsellorRecording, RecordedFile, Recording
from annotator.corpus.models.sessions import Session
from annotator.corpus.models.turns import TranscriptRevision, Turn

__all__ = [
    "BlurredView",
    "Consent",
    "CounsellorRecording",
    "Draft",
    "Frame",
    "FrameChange",
    "Person",
    "RecordedFile",
    "Recording",
    "RecordingUpload",
    "Session",
    "TranscriptRevision",
    "Turn",
]
