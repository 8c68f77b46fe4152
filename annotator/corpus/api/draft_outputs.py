"""What imports that are not confirmed yet look like in the API."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotator.corpus.api.reading import OptionsField, ReadingOutput
from annotator.corpus.api.session_outputs import RemarkOutput
from annotator.corpus.api.uploads import UploadOutput
from annotator.corpus.models import Draft
from annotator.corpus.previewing import fit_of
from annotator.corpus.reading import options_json, options_of
from annotator.corpus.sounds import probe_heard


class SoundOutput(serializers.Serializer[Any]):
    name = serializers.CharField(help_text="As people know it, and whether it is silent.")
    codec = serializers.CharField()
    channels = serializers.IntegerField()
    layout = serializers.CharField()
    sample_rate = serializers.IntegerField()
    start_ms = serializers.IntegerField()
    end_ms = serializers.IntegerField(allow_null=True, default=None)
    is_silent = serializers.BooleanField(default=False)


class ProbeOutput(serializers.Serializer[Any]):
    container = serializers.CharField(default="")
    duration_ms = serializers.IntegerField()
    width = serializers.IntegerField(allow_null=True, help_text="Null where there is no picture.")
    height = serializers.IntegerField(allow_null=True)
    video_codec = serializers.CharField(allow_null=True)
    pixel_format = serializers.CharField(allow_null=True, default=None)
    audio_codec = serializers.CharField(allow_null=True)
    sounds = SoundOutput(many=True)
    sound_track = serializers.IntegerField(
        allow_null=True, help_text="Which of `sounds` is heard, counted from 0; null for all of them together."
    )
    rate_mode = serializers.ChoiceField(choices=["constant", "variable"])
    rotation = serializers.IntegerField()
    is_interlaced = serializers.BooleanField(default=False)
    start_ms = serializers.IntegerField()
    n_frames = serializers.IntegerField()
    n_hidden_frames = serializers.IntegerField(default=0, help_text="Cut away in the file by an edit, and never shown.")
    remarks = RemarkOutput(many=True)


class SoundOffsetOutput(serializers.Serializer[Any]):
    """What the sound of both cameras told."""

    reason = serializers.ChoiceField(
        choices=["", "silent", "unrelated"], help_text="Why it told nothing; empty where it did."
    )
    offset_ms = serializers.IntegerField(allow_null=True, default=None)
    drift_ms = serializers.IntegerField(default=0, help_text="How far the clocks run apart from beginning to end.")
    confidence = serializers.ChoiceField(choices=["sure", "unsure"], allow_null=True, default=None)
    agreeing = serializers.IntegerField(default=0, help_text="Places whose sound agrees, of `places`.")
    places = serializers.IntegerField(default=0)


class CounsellorVideoOutput(serializers.Serializer[Any]):
    """A second camera's recording."""

    name = serializers.CharField(source="counsellor_video.name")
    probe = serializers.SerializerMethodField()
    offset_ms = serializers.IntegerField(
        source="camera_offset_ms", allow_null=True, help_text="When it began on the first one's clock, as far as known."
    )
    drift_ppm = serializers.SerializerMethodField(help_text="By how many in a million its own clock is slow.")
    sound_offset = SoundOffsetOutput(allow_null=True, help_text="Null while it is listened to.")
    job = serializers.UUIDField(source="listened_by.uuid", allow_null=True, default=None)

    @extend_schema_field(ProbeOutput)
    def get_probe(self, draft: Draft) -> dict[str, Any]:
        kept = draft.counsellor_video or {}
        return dict(ProbeOutput(probe_heard(kept["probe"], kept.get("sound_track"))).data)

    def get_drift_ppm(self, draft: Draft) -> int:
        return int((draft.sound_offset or {}).get("drift_ppm", 0))


class DraftOutput(serializers.ModelSerializer[Draft]):
    counsellor_video = serializers.SerializerMethodField()
    options = serializers.SerializerMethodField()
    reading = serializers.SerializerMethodField()
    probe = serializers.SerializerMethodField()
    upload = UploadOutput(allow_null=True)

    class Meta:
        model = Draft
        fields = [
            "id",
            "session",
            "transcript_name",
            "video_name",
            "upload",
            "created_at",
            "options",
            "offset_ms",
            "reading",
            "probe",
            "counsellor_video",
        ]

    @extend_schema_field(ProbeOutput(allow_null=True))
    def get_probe(self, draft: Draft) -> dict[str, Any] | None:
        return dict(ProbeOutput(probe_heard(draft.probe, draft.sound_track)).data) if draft.probe else None

    @extend_schema_field(CounsellorVideoOutput(allow_null=True))
    def get_counsellor_video(self, draft: Draft) -> dict[str, Any] | None:
        return None if draft.counsellor_video is None else dict(CounsellorVideoOutput(draft).data)

    @extend_schema_field(OptionsField)
    def get_options(self, draft: Draft) -> dict[str, Any]:
        return options_json(options_of(draft.options))

    @extend_schema_field(ReadingOutput)
    def get_reading(self, draft: Draft) -> dict[str, Any]:
        """What was found in the transcript, and how it fits the video."""
        return {"table": None, "tiers": [], "parts": [], "implausible": [], **draft.reading, **fit_of(draft)}


class DraftRowOutput(serializers.ModelSerializer[Draft]):
    """One of several imports: without its transcript, which may be an hour long."""

    upload = UploadOutput(allow_null=True)
    n_turns = serializers.IntegerField()

    class Meta:
        model = Draft
        fields = ["id", "session", "transcript_name", "video_name", "upload", "created_at", "n_turns"]
