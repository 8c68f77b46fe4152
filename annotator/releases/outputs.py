"""How releases and plans of releases leave as JSON."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotator.releases.approvals import Approver
from annotator.releases.manifests import ManifestField, ReleaseCountsOutput
from annotator.releases.models import Approval, Release
from annotator.releases.plan import Plan


class ExclusionOutput(serializers.Serializer[Any]):
    reason = serializers.CharField()
    n = serializers.IntegerField()


class ClassesOutput(serializers.Serializer[Any]):
    """Turns of each level of incongruence."""

    train = serializers.DictField(child=serializers.IntegerField())
    holdout = serializers.DictField(child=serializers.IntegerField())


class PlanOutput(serializers.Serializer[Plan]):
    n_turns = serializers.SerializerMethodField()
    n_train = serializers.IntegerField()
    n_holdout = serializers.IntegerField()
    train_sessions = serializers.ListField(child=serializers.CharField(), source="train")
    holdout_sessions = serializers.ListField(child=serializers.CharField(), source="holdout")
    excluded = serializers.SerializerMethodField()
    classes = ClassesOutput()
    disagreements_open = serializers.IntegerField()
    faults = serializers.ListField(child=serializers.CharField())
    warnings = serializers.ListField(child=serializers.CharField())

    def get_n_turns(self, plan: Plan) -> int:
        return len(plan.eligible.turns)

    @extend_schema_field(ExclusionOutput(many=True))
    def get_excluded(self, plan: Plan) -> list[dict[str, str | int]]:
        return [{"reason": reason, "n": n} for reason, n in plan.eligible.excluded.items()]


class ApprovalOutput(serializers.ModelSerializer[Approval]):
    by = serializers.CharField(source="approved_by_name")
    at = serializers.DateTimeField(source="approved_at")

    class Meta:
        model = Approval
        fields = ["by", "role", "is_alone", "at"]


class ReleaseOutput(serializers.ModelSerializer[Release]):
    """A release as `context["user"]` sees it; `context["withdrawn"]` counts turns without consent by release."""

    state = serializers.ChoiceField(choices=Release.State.choices, source="state_now")
    frozen_by = serializers.CharField(source="frozen_by.name", default=None, allow_null=True)
    manifest = ManifestField(allow_null=True)
    approval = ApprovalOutput(default=None, allow_null=True)
    may_approve = serializers.SerializerMethodField()
    why_not_approve = serializers.SerializerMethodField()
    job = serializers.UUIDField(source="job.uuid", default=None, allow_null=True)
    counts = serializers.SerializerMethodField()
    withdrawn = serializers.SerializerMethodField()
    runs = serializers.SerializerMethodField()

    class Meta:
        model = Release
        fields = [
            "id",
            "number",
            "state",
            "note",
            "seed",
            "holdout_share",
            "frozen_by",
            "frozen_at",
            "content_hash",
            "manifest",
            "approval",
            "may_approve",
            "why_not_approve",
            "job",
            "counts",
            "withdrawn",
            "runs",
        ]

    def get_may_approve(self, release: Release) -> bool:
        return not self.get_why_not_approve(release)

    def get_why_not_approve(self, release: Release) -> str:
        if release.state != Release.State.FROZEN:
            return f"The release is {release.state_now}."
        return Approver.of(self.context["user"], release).why_not

    @extend_schema_field(ReleaseCountsOutput(allow_null=True))
    def get_counts(self, release: Release) -> dict[str, Any] | None:
        return release.manifest["counts"] if release.manifest else None

    def get_withdrawn(self, release: Release) -> int:
        return int(self.context["withdrawn"][release.pk])

    def get_runs(self, release: Release) -> int:
        return release.runs.count()
