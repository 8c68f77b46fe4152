"""How runs leave as JSON, without their figures, which the evaluations add."""

from typing import Any

from rest_framework import serializers

from annotator.releases.manifests import ReleaseCountsOutput
from annotator.runs.models import Run
from annotator.runs.preflight import Preflight


class PreflightOutput(serializers.Serializer[Preflight]):
    faults = serializers.ListField(child=serializers.CharField())
    warnings = serializers.ListField(child=serializers.CharField())
    counts = ReleaseCountsOutput(allow_null=True)
    weightings = serializers.DictField(child=serializers.CharField(allow_null=True))
    device = serializers.CharField()
    estimate_s = serializers.FloatField(allow_null=True)


class RunOutput(serializers.ModelSerializer[Run]):
    release = serializers.IntegerField(source="release.number")
    release_id = serializers.IntegerField()
    state = serializers.ChoiceField(choices=Run.State.choices, source="state_now")
    progress = serializers.FloatField(source="job.progress", default=0.0)
    step = serializers.CharField(source="job.step", default="")
    job = serializers.UUIDField(source="job.uuid", default=None, allow_null=True)

    class Meta:
        model = Run
        fields = [
            "id",
            "number",
            "name",
            "group",
            "release",
            "release_id",
            "state",
            "progress",
            "step",
            "job",
            "error",
            "created_at",
            "finished_at",
        ]


class LossPointOutput(serializers.Serializer[Any]):
    step = serializers.IntegerField()
    loss = serializers.FloatField()
