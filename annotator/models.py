"""The domain folders' models, gathered where Django looks for them."""

from annotator.accounts.models import ApiToken, PasswordLink, User
from annotator.adjudication.models import GoldLabel, Opening, ReviewItem, ReviewSample, Verdict, VerdictLabel
from annotator.agreement.models import AgreementFigures, Consensus, ConsensusRound
from annotator.annotations.models import Annotation, AnnotationEvent, Assignment, Score
from annotator.audit.models import Entry
from annotator.codebooks.models import Codebook, CodebookVersion, Construct, Level
from annotator.corpus.changes import TurnChange
from annotator.corpus.models import (
    BlurredView,
    Consent,
    CounsellorRecording,
    Draft,
    Frame,
    FrameChange,
    Person,
    Recording,
    RecordingUpload,
    Session,
    TranscriptRevision,
    Turn,
)
from annotator.evaluations.models import Evaluation, ReplyScore
from annotator.jobs.models import Job
from annotator.releases.models import Approval, Release, ReleaseTurn
from annotator.runs.models import Adapter, Prediction, Run
from annotator.studies.models import Membership, Rater, Study

__all__ = [
    "Adapter",
    "AgreementFigures",
    "Annotation",
    "AnnotationEvent",
    "ApiToken",
    "Approval",
    "Assignment",
    "BlurredView",
    "Codebook",
    "CodebookVersion",
    "Consensus",
    "ConsensusRound",
    "Consent",
    "Construct",
    "CounsellorRecording",
    "Draft",
    "Entry",
    "Evaluation",
    "Frame",
    "FrameChange",
    "GoldLabel",
    "Job",
    "Level",
    "Membership",
    "Opening",
    "PasswordLink",
    "Person",
    "Prediction",
    "Rater",
    "Recording",
    "RecordingUpload",
    "Release",
    "ReleaseTurn",
    "ReplyScore",
    "ReviewItem",
    "ReviewSample",
    "Run",
    "Score",
    "Session",
    "Study",
    "TranscriptRevision",
    "Turn",
    "TurnChange",
    "User",
    "Verdict",
    "VerdictLabel",
]
