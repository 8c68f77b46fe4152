"""How runs leave as JSON, without their figures, which the evaluations add."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from rest_framework import serializers

from annotator.releases.manifests import ReleaseCountsOutput
from annotator.releases.withdrawn import WithdrawnPart, withdrawn_parts
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
    """A run; `context["withdrawn"]` is what of each release nobody may train on any more."""

    release = serializers.IntegerField(source="release.number")
    release_id = serializers.IntegerField()
    state = serializers.ChoiceField(choices=Run.State.choices, source="state_now")
    progress = serializers.FloatField(source="job.progress", default=0.0)
    step = serializers.CharField(source="job.step", default="")
    job = serializers.UUIDField(source="job.uuid", default=None, allow_null=True)
    withdrawn = serializers.SerializerMethodField()
    withdrawn_people = serializers.SerializerMethodField()
    withdrawn_text = serializers.SerializerMethodField()
    model_name = serializers.CharField()
    is_demonstration = serializers.BooleanField(help_text="Of a model whose figures are no research result.")

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
            "model_name",
            "is_demonstration",
            "error",
            "created_at",
            "finished_at",
            "withdrawn",
            "withdrawn_people",
            "withdrawn_text",
        ]

    def get_withdrawn(self, run: Run) -> int:
        """How many turns it was trained on or scored with are of people who no longer consent to training."""
        return self._part(run).turns

    def get_withdrawn_people(self, run: Run) -> list[str]:
        return list(self._part(run).people)

    def get_withdrawn_text(self, run: Run) -> str:
        """How many turns of whom, as a part of a sentence; empty where nobody has withdrawn."""
        return str(self._part(run))

    def _part(self, run: Run) -> WithdrawnPart:
        part: WithdrawnPart = self.context["withdrawn"][run.release_id]
        return part


def run_context(runs: Collection[Run], *, at: datetime) -> dict[str, Any]:
    """What `RunOutput` needs to know of these runs."""
    return {"withdrawn": withdrawn_parts({run.release for run in runs}, at=at), "now": at}


class LossPointOutput(serializers.Serializer[Any]):
    step = serializers.IntegerField()
    loss = serializers.FloatField()
