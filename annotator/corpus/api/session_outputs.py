"""What sessions, their recordings and turns look like in the API."""

from typing import Any, get_args

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotator.corpus.api.clips import ClipOutput
from annotator.corpus.media.waveform import PEAKS_PER_S
from annotator.corpus.models import CounsellorRecording, RecordedFile, Recording, Session, Turn
from annotator.corpus.selectors import recording_of, state_of, thumbnails_json
from annotator.corpus.sounds import sounds_named
from annotator.corpus.transcripts import Severity

_MOST_TRACKS = 64


class ClientRegion(serializers.Serializer[Any]):
    """Where the client is, as fractions of the picture."""

    x = serializers.FloatField(min_value=0, max_value=1)
    y = serializers.FloatField(min_value=0, max_value=1)
    w = serializers.FloatField(min_value=0.01, max_value=1)
    h = serializers.FloatField(min_value=0.01, max_value=1)

    def validate(self, attrs: dict[str, float]) -> dict[str, float]:
        """The region lies inside the picture."""
        if attrs["x"] + attrs["w"] > 1.001 or attrs["y"] + attrs["h"] > 1.001:
            raise serializers.ValidationError("The region reaches over the edge of the picture.")
        return attrs


class SoundTrack(serializers.IntegerField):
    """Which of several sound tracks is heard."""

    def __init__(self) -> None:
        help_text = "Of several, the one that is heard, counted from 0; null for all of them together."
        super().__init__(required=False, allow_null=True, min_value=0, max_value=_MOST_TRACKS, help_text=help_text)


class SoundNameOutput(serializers.Serializer[Any]):
    name = serializers.CharField(help_text="As people know it, and whether it is silent.")


class ConsentFlags(serializers.Serializer[Any]):
    view = serializers.BooleanField(source="consents_to_view")
    annotate = serializers.BooleanField(source="consents_to_annotate")
    train = serializers.BooleanField(source="consents_to_train")


class SessionOutput(serializers.ModelSerializer[Session]):
    state = serializers.SerializerMethodField()
    client = serializers.CharField(source="client.pseudonym")
    counsellor = serializers.SerializerMethodField()
    duration_ms = serializers.SerializerMethodField()
    n_turns = serializers.IntegerField()
    n_client_turns = serializers.IntegerField()
    n_frames_missing = serializers.IntegerField()
    has_video = serializers.SerializerMethodField()
    has_picture = serializers.BooleanField(help_text="False without a recording, and where it is sound alone.")
    consent = ConsentFlags(source="*")
    job = serializers.SerializerMethodField()

    class Meta:
        model = Session
        fields = [
            "id",
            "number",
            "key",
            "title",
            "state",
            "client",
            "counsellor",
            "duration_ms",
            "n_turns",
            "n_client_turns",
            "n_frames_missing",
            "has_video",
            "has_picture",
            "consent",
            "job",
            "created_at",
        ]

    def get_state(self, session: Session) -> Session.State:
        return state_of(session)

    def get_counsellor(self, session: Session) -> str | None:
        return session.counsellor.pseudonym if session.counsellor else None

    def get_duration_ms(self, session: Session) -> int | None:
        recording = recording_of(session)
        return recording.duration_ms if recording else None

    def get_has_video(self, session: Session) -> bool:
        return recording_of(session) is not None

    def get_job(self, session: Session) -> str | None:
        """The job that prepares the video, or prepared it."""
        recording = recording_of(session)
        return str(recording.prepared_by.uuid) if recording and recording.prepared_by else None


class ThumbnailsOutput(serializers.Serializer[Any]):
    tile_w = serializers.IntegerField()
    tile_h = serializers.IntegerField()
    columns = serializers.IntegerField()
    every_ms = serializers.IntegerField()
    count = serializers.IntegerField()
    times_ms = serializers.ListField(child=serializers.IntegerField())


class FaceSearchOutput(serializers.Serializer[Any]):
    """How often the client's face was looked for in the latest preparation, and not found."""

    detector = serializers.CharField()
    looks = serializers.IntegerField()
    misses = serializers.IntegerField()
    several = serializers.IntegerField(
        default=None, allow_null=True, help_text="Looks that saw more than one face; null where they were not counted."
    )


class RecordingOutput(serializers.ModelSerializer[Recording]):
    width = serializers.IntegerField(source="probe.width", allow_null=True, help_text="Null where there is no picture.")
    height = serializers.IntegerField(source="probe.height", allow_null=True)
    has_sound = serializers.BooleanField()
    has_picture = serializers.BooleanField()
    has_small = serializers.SerializerMethodField()
    original_name = serializers.SerializerMethodField()
    peaks_per_s = serializers.SerializerMethodField()
    client_region = ClientRegion(allow_null=True)
    face_search = FaceSearchOutput(allow_null=True)
    thumbnails = serializers.SerializerMethodField()
    is_blurred = serializers.SerializerMethodField()
    sounds = serializers.SerializerMethodField()
    sound_track = serializers.IntegerField(
        allow_null=True, help_text="Which of `sounds` is heard, counted from 0; null for all of them together."
    )

    class Meta:
        model = Recording
        fields = [
            "sounds",
            "sound_track",
            "duration_ms",
            "width",
            "height",
            "has_sound",
            "has_picture",
            "has_small",
            "peaks_per_s",
            "client_region",
            "face_search",
            "original_name",
            "thumbnails",
            "is_blurred",
        ]

    def get_has_small(self, _recording: Recording) -> bool:
        """Whether there is a copy for slow lines."""
        return bool(self.context["shown"].small_path)

    def get_original_name(self, recording: Recording) -> str:
        """The file's name at upload, for leads and stewards; empty for others."""
        return recording.original_name if self.context["sees_names"] else ""

    @extend_schema_field(SoundNameOutput(many=True))
    def get_sounds(self, recording: Recording) -> list[Any]:
        """The recording's sound tracks, whose names come with the file: for leads and stewards; empty for others."""
        return _sounds_of(recording) if self.context["sees_names"] and self.context["channels"].sound else []

    def get_peaks_per_s(self, recording: Recording) -> int | None:
        """How many pairs of bytes of the waveform stand for a second; null where there is none to be seen."""
        return PEAKS_PER_S if recording.waveform_path and self.context["channels"].sound else None

    @extend_schema_field(ThumbnailsOutput(allow_null=True))
    def get_thumbnails(self, recording: Recording) -> dict[str, Any] | None:
        return thumbnails_json(self.context["shown"].thumbnails, duration_ms=recording.duration_ms)

    def get_is_blurred(self, _recording: Recording) -> bool:
        """Whether the person who asks is shown blurred faces."""
        return bool(self.context["shown"].is_blurred)


def _sounds_of(recording: RecordedFile) -> list[Any]:
    """Each sound track by its name."""
    return list(SoundNameOutput(sounds_named(recording.probe), many=True).data)


class CounsellorRecordingOutput(serializers.ModelSerializer[CounsellorRecording]):
    """A second camera's recording. Its `t` is `offset_ms + t * (1 + drift_ppm / 1e6)` on the session's clock."""

    original_name = serializers.SerializerMethodField()
    is_ready = serializers.SerializerMethodField()
    sounds = serializers.SerializerMethodField()
    sound_track = serializers.IntegerField(allow_null=True, help_text="As of a recording.")

    class Meta:
        model = CounsellorRecording
        fields = [
            "duration_ms",
            "offset_ms",
            "drift_ppm",
            "has_sound",
            "sounds",
            "sound_track",
            "original_name",
            "is_ready",
        ]

    @extend_schema_field(SoundNameOutput(many=True))
    def get_sounds(self, recording: CounsellorRecording) -> list[Any]:
        """As of a recording."""
        return _sounds_of(recording) if self.context["sees_names"] else []

    def get_original_name(self, recording: CounsellorRecording) -> str:
        """As of a recording."""
        return recording.original_name if self.context["sees_names"] else ""

    def get_is_ready(self, _recording: CounsellorRecording) -> bool:
        """Whether it can be shown to the person who asks."""
        shown = self.context["shown"]
        return bool(shown.video_path and shown.picture_only_path)


class BackchannelOutput(serializers.Serializer[Any]):
    """What a listener put in while the turn's speaker went on."""

    speaker = serializers.CharField()
    role = serializers.ChoiceField(choices=Turn.Role.choices)
    start_ms = serializers.IntegerField(allow_null=True)
    end_ms = serializers.IntegerField(allow_null=True)
    text = serializers.CharField()


class TurnOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    position = serializers.IntegerField()
    speaker = serializers.CharField()
    role = serializers.ChoiceField(choices=Turn.Role.choices)
    start_ms = serializers.IntegerField(allow_null=True)
    end_ms = serializers.IntegerField(allow_null=True)
    clip = ClipOutput()
    text = serializers.CharField(allow_null=True)
    backchannels = BackchannelOutput(many=True)
    has_frame = serializers.BooleanField()
    frame_missing = serializers.CharField(allow_null=True)


class RemarkOutput(serializers.Serializer[Any]):
    severity = serializers.ChoiceField(choices=get_args(Severity))
    where = serializers.CharField()
    message = serializers.CharField()


class SessionDetailOutput(SessionOutput):
    turns = TurnOutput(many=True)
    recording = RecordingOutput(allow_null=True)
    counsellor_recording = CounsellorRecordingOutput(allow_null=True)
    remarks = RemarkOutput(many=True, allow_null=True)
    transcript_version = serializers.IntegerField(help_text="Rises by one with each change of the turns.")
    may_play = serializers.BooleanField()
    why_not_play = serializers.CharField()

    class Meta(SessionOutput.Meta):
        fields = [
            *SessionOutput.Meta.fields,
            "turns",
            "recording",
            "counsellor_recording",
            "remarks",
            "transcript_version",
            "may_play",
            "why_not_play",
        ]
