"""What goes in and out of the annotation API."""

from typing import Any, TypedDict

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotator.annotations.models import Assignment
from annotator.codebooks.api import CodebookOutput
from annotator.codebooks.models import PassKind
from annotator.corpus.api.clips import ClipOutput
from annotator.corpus.models import Session, Turn


class WordSpan(TypedDict):
    """A passage of a turn's text in code points, `end` exclusive."""

    start: int
    end: int


class LostWords(TypedDict):
    """Words that were marked and no longer stand in the turn, or not in one place alone."""

    quote: str


class Moment(TypedDict):
    at_ms: int


class Stretch(TypedDict):
    start_ms: int
    end_ms: int


ScoreValue = str | float | list[WordSpan | LostWords | Moment | Stretch]


@extend_schema_field(ScoreValue)  # type: ignore[arg-type]  # It reads unions, which its types leave out.
class ScoreField(serializers.JSONField):
    """A level's key (nominal), a number (ordinal, interval), text, or spans. Null clears it."""


class AssignedSession(serializers.ModelSerializer[Session]):
    duration_ms = serializers.SerializerMethodField()
    has_video = serializers.SerializerMethodField()

    class Meta:
        model = Session
        fields = ["id", "key", "title", "duration_ms", "has_video"]

    def get_duration_ms(self, session: Session) -> int | None:
        return session.recording.duration_ms if self.get_has_video(session) else None

    def get_has_video(self, session: Session) -> bool:
        return hasattr(session, "recording")


class AssignmentOutput(serializers.ModelSerializer[Assignment]):
    rater = serializers.CharField(source="rater.pseudonym")
    session = AssignedSession()
    n_turns = serializers.IntegerField()
    n_complete = serializers.IntegerField()
    n_to_confirm = serializers.IntegerField(help_text="Answers whose turn was changed after they were given.")
    may_label = serializers.BooleanField(help_text="Whether everyone recorded agrees to be labelled.")
    updated_at = serializers.DateTimeField(allow_null=True)
    waits_for = serializers.SerializerMethodField()

    class Meta:
        model = Assignment
        fields = [
            "id",
            "rater",
            "session",
            "pass_kind",
            "n_turns",
            "n_complete",
            "n_to_confirm",
            "may_label",
            "done_at",
            "created_at",
            "updated_at",
            "waits_for",
        ]

    @extend_schema_field(serializers.ChoiceField(choices=PassKind.choices, allow_null=True))
    def get_waits_for(self, assignment: Any) -> str | None:
        """The pass through one channel that its rater finishes first: until then this one stays closed to them."""
        return None if assignment.open_channel_pass == assignment.pass_kind else assignment.open_channel_pass


class AssignmentInput(serializers.Serializer[Any]):
    session_ids = serializers.ListField(child=serializers.IntegerField(), allow_empty=False)
    raters = serializers.ListField(child=serializers.CharField(), allow_empty=False)
    pass_kind = serializers.ChoiceField(choices=PassKind.choices)


class DistributionInput(serializers.Serializer[Any]):
    pass_kinds = serializers.ListField(child=serializers.ChoiceField(choices=PassKind.choices), required=False)


class DistributionOutput(serializers.Serializer[Any]):
    created = serializers.IntegerField()
    left_out = serializers.ListField(child=serializers.CharField(), help_text="Sessions without consent to label.")
    without_picture = serializers.ListField(
        child=serializers.CharField(), help_text="Sessions that nobody was given a pass through the face of."
    )


class RaterExclusionOutput(serializers.Serializer[Any]):
    """A rater who has opened a session's words and face together, to rate or to review them."""

    rater = serializers.CharField(help_text="By pseudonym.")
    session = serializers.IntegerField()
    pass_kinds = serializers.ListField(
        child=serializers.ChoiceField(choices=PassKind.choices), help_text="What they can't be given any more."
    )


class ChangeInput(serializers.Serializer[Any]):
    client_key = serializers.UUIDField()
    construct = serializers.CharField(max_length=40)
    value = ScoreField(allow_null=True)


class AnnotationInput(serializers.Serializer[Any]):
    version = serializers.IntegerField(min_value=0)
    turn_revision = serializers.IntegerField(
        min_value=1,
        max_value=2**31 - 1,
        default=None,
        allow_null=True,
        help_text="The turn's `revision` that was seen.",
    )
    changes = serializers.ListSerializer[Any](child=ChangeInput(), allow_empty=False, max_length=50)


class ConfirmationOfTurnInput(serializers.Serializer[Any]):
    client_key = serializers.UUIDField()
    turn_revision = serializers.IntegerField(
        min_value=1, max_value=2**31 - 1, help_text="The turn's `revision` that was seen."
    )


class AnnotationOutput(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    scores = serializers.DictField(child=ScoreField())
    cannot_judge = serializers.CharField(allow_null=True)
    is_complete = serializers.BooleanField()
    updated_at = serializers.DateTimeField(allow_null=True)
    turn_revision = serializers.IntegerField(
        allow_null=True, help_text="The turn's `revision` that the answers are of; null before there are any."
    )


class SavedOutput(AnnotationOutput):
    transcript_revision = serializers.IntegerField(
        help_text="What the session's transcript is at. Whoever shows an older one shows other turns than there are."
    )


class EventOutput(serializers.Serializer[Any]):
    construct = serializers.CharField(source="construct_key")
    old = ScoreField(allow_null=True)
    new = ScoreField(allow_null=True)
    version = serializers.IntegerField()
    moved_by = serializers.IntegerField(
        source="moved_by.number",
        default=None,
        allow_null=True,
        help_text="The transcript's revision with whose words it moved; null where the rater changed it.",
    )
    at = serializers.DateTimeField()


class WorkspaceStudy(serializers.Serializer[Any]):
    slug = serializers.CharField()
    name = serializers.CharField()


class WorkspaceSession(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    key = serializers.CharField()
    title = serializers.CharField()
    client = serializers.CharField()


class MakingOutput(serializers.Serializer[Any]):
    """How far the work is that somebody waits for."""

    progress = serializers.FloatField(help_text="0 to 1.")
    step = serializers.CharField()


class CounsellorMediaOutput(serializers.Serializer[Any]):
    """A second camera's picture. Its `t` is `offset_ms + t * (1 + drift_ppm / 1e6)` on the session's clock."""

    video_url = serializers.CharField(allow_null=True)
    why_not = serializers.CharField()
    offset_ms = serializers.IntegerField()
    drift_ppm = serializers.IntegerField()
    duration_ms = serializers.IntegerField()
    is_heard = serializers.BooleanField(help_text="Whether the sound is this one's, since the client's has none.")
    making = MakingOutput(allow_null=True, help_text="Where nothing but time is lacking: ask again.")


class WorkspaceMedia(serializers.Serializer[Any]):
    video_url = serializers.CharField(allow_null=True)
    small_video_url = serializers.CharField(allow_null=True, help_text="For slow lines, where there is one.")
    waveform_url = serializers.CharField(allow_null=True)
    peaks_per_s = serializers.IntegerField()
    has_picture = serializers.BooleanField(help_text="False where the recording is sound alone.")
    has_sound = serializers.BooleanField()
    is_blurred = serializers.BooleanField(help_text="Whether faces are blurred for whoever asks.")
    duration_ms = serializers.IntegerField(allow_null=True)
    why_not = serializers.CharField()
    making = MakingOutput(allow_null=True, help_text="Where nothing but time is lacking: ask again.")
    counsellor = CounsellorMediaOutput(
        allow_null=True, help_text="Beside a recording that plays, in passes that show both people."
    )


class TurnBefore(serializers.Serializer[Any]):
    role = serializers.ChoiceField(choices=Turn.Role.choices)
    start_ms = serializers.IntegerField(allow_null=True)
    end_ms = serializers.IntegerField(allow_null=True)
    text = serializers.CharField(allow_null=True)


class SecondLookOutput(serializers.Serializer[Any]):
    what = serializers.ListField(child=serializers.ChoiceField(choices=["text", "time", "role", "place", "new"]))
    since = serializers.IntegerField(help_text="The first revision of the transcript that changed it.")
    was = TurnBefore(allow_null=True)
    lost = serializers.ListField(
        child=serializers.CharField(), help_text="Words marked as evidence that no longer stand in the turn."
    )


class WorkspaceBackchannel(serializers.Serializer[Any]):
    """What the listener put in while the speaker went on."""

    role = serializers.ChoiceField(choices=Turn.Role.choices)
    start_ms = serializers.IntegerField(allow_null=True)
    end_ms = serializers.IntegerField(allow_null=True)
    text = serializers.CharField()


class WorkspaceTurn(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    revision = serializers.IntegerField(help_text="Rises when the turn is changed; send it along with answers.")
    position = serializers.IntegerField()
    role = serializers.ChoiceField(choices=Turn.Role.choices)
    start_ms = serializers.IntegerField(allow_null=True)
    end_ms = serializers.IntegerField(allow_null=True)
    clip = ClipOutput()
    text = serializers.CharField(allow_null=True)
    backchannels = WorkspaceBackchannel(many=True)


class WorkspaceOutput(serializers.Serializer[Any]):
    assignment = AssignmentOutput()
    may_answer = serializers.BooleanField(help_text="Whether the pass is the asker's own; others may only look.")
    study = WorkspaceStudy()
    codebook = CodebookOutput()
    session = WorkspaceSession()
    media = WorkspaceMedia()
    transcript_revision = serializers.IntegerField(help_text="What the session's transcript is at.")
    turns = WorkspaceTurn(many=True)
    annotations = serializers.DictField(child=AnnotationOutput())
    second_looks = serializers.DictField(
        child=SecondLookOutput(), help_text="By turn: it was changed after the rater labelled it, or came in later."
    )
