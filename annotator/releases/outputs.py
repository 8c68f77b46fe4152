"""How releases and plans of releases leave as JSON."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotator.releases.approvals import Approver, WayToApproval
from annotator.releases.copies import Copy, why_no_words
from annotator.releases.manifests import CountsField, ManifestField
from annotator.releases.models import Approval, Release
from annotator.releases.plan import Plan
from annotator.releases.withdrawn import WITHOUT_THEM, WithdrawnPart


class ExclusionOutput(serializers.Serializer[Any]):
    reason = serializers.CharField()
    n = serializers.IntegerField()


class ClassesOutput(serializers.Serializer[Any]):
    """Turns of each level of incongruence."""

    train = serializers.DictField(child=serializers.IntegerField())
    holdout = serializers.DictField(child=serializers.IntegerField())


class PlanOutput(serializers.Serializer[Plan]):
    """A plan with what `context["approval"]` says of its approval."""

    n_turns = serializers.SerializerMethodField()
    n_train = serializers.IntegerField()
    n_holdout = serializers.IntegerField()
    train_sessions = serializers.ListField(child=serializers.CharField(), source="train")
    holdout_sessions = serializers.ListField(child=serializers.CharField(), source="holdout")
    excluded = serializers.SerializerMethodField()
    classes = ClassesOutput()
    raters = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="Labels of incongruence by how many raters they rest on; `unknown` where nobody counted.",
    )
    disagreements_open = serializers.IntegerField()
    faults = serializers.ListField(child=serializers.CharField())
    warnings = serializers.SerializerMethodField()
    who_approves = serializers.SerializerMethodField()

    def get_n_turns(self, plan: Plan) -> int:
        return len(plan.eligible.turns)

    def get_warnings(self, plan: Plan) -> list[str]:
        """What a lead weighs first: that nobody could approve the release is among it."""
        ahead: WayToApproval = self.context["approval"]
        return [*plan.warnings, *([] if ahead.is_possible else [ahead.text])]

    def get_who_approves(self, plan: Plan) -> str:
        """Who could approve it once it is frozen; empty where nobody could."""
        ahead: WayToApproval = self.context["approval"]
        return ahead.text if ahead.is_possible else ""

    @extend_schema_field(ExclusionOutput(many=True))
    def get_excluded(self, plan: Plan) -> list[dict[str, str | int]]:
        return [{"reason": reason, "n": n} for reason, n in plan.eligible.excluded.items()]


class ApprovalOutput(serializers.ModelSerializer[Approval]):
    by = serializers.CharField(source="approved_by_name")
    at = serializers.DateTimeField(source="approved_at")

    class Meta:
        model = Approval
        fields = ["by", "role", "is_alone", "at"]


class CopyOutput(serializers.Serializer[Copy]):
    """What stands against a copy of it; empty where nothing does."""

    why_not_within = serializers.CharField(help_text="Why the person may not take one for use within the study.")
    why_not_external = serializers.CharField(help_text="Why it may not be given to others.")


class ReleaseRowOutput(serializers.ModelSerializer[Release]):
    """A release in a list; `context["withdrawn"]` is what of each nobody may train on any more."""

    state = serializers.ChoiceField(choices=Release.State.choices, source="state_now")
    frozen_by = serializers.CharField(source="frozen_by.name", default=None, allow_null=True)
    job = serializers.UUIDField(source="job.uuid", default=None, allow_null=True)
    counts = CountsField(allow_null=True)
    withdrawn = serializers.SerializerMethodField()
    withdrawn_people = serializers.SerializerMethodField()
    withdrawn_text = serializers.SerializerMethodField()
    runs = serializers.IntegerField(source="n_runs")

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
            "job",
            "counts",
            "withdrawn",
            "withdrawn_people",
            "withdrawn_text",
            "runs",
        ]

    def get_withdrawn(self, release: Release) -> int:
        """How many of its turns are of people who no longer consent to training."""
        return self._part(release).turns

    def get_withdrawn_people(self, release: Release) -> list[str]:
        return list(self._part(release).people)

    def get_withdrawn_text(self, release: Release) -> str:
        """How many turns of whom, as a part of a sentence; empty where nobody has withdrawn."""
        return str(self._part(release))

    def _part(self, release: Release) -> WithdrawnPart:
        part: WithdrawnPart = self.context["withdrawn"][release.pk]
        return part


class ReleaseOutput(ReleaseRowOutput):
    """One release as `context["user"]` sees it at `context["now"]`."""

    manifest = ManifestField(allow_null=True)
    approval = ApprovalOutput(default=None, allow_null=True)
    may_approve = serializers.SerializerMethodField()
    why_not_approve = serializers.SerializerMethodField()
    who_approves = serializers.SerializerMethodField()
    copy = serializers.SerializerMethodField()

    class Meta(ReleaseRowOutput.Meta):
        fields = [
            *ReleaseRowOutput.Meta.fields,
            "manifest",
            "approval",
            "may_approve",
            "why_not_approve",
            "who_approves",
            "copy",
        ]

    def get_may_approve(self, release: Release) -> bool:
        return not self.get_why_not_approve(release)

    def get_why_not_approve(self, release: Release) -> str:
        if release.state != Release.State.FROZEN:
            return f"The release is {release.state_now}."
        if (part := self._part(release)).turns:
            return f"It holds {part}. {WITHOUT_THEM}"
        return Approver.of(self.context["user"], release).why_not

    def get_who_approves(self, release: Release) -> str:
        """Who else can approve it, or what has to be done first; empty unless it waits for somebody else's approval."""
        if release.state != Release.State.FROZEN or self._part(release).turns:
            return ""
        approver = Approver.of(self.context["user"], release)
        if approver.is_alone or not approver.why_not:  # They can, or are told what to do as its maker.
            return ""
        return WayToApproval.ahead_of(release).text

    @extend_schema_field(CopyOutput)
    def get_copy(self, release: Release) -> dict[str, str]:
        copy = Copy.of(release, at=self.context["now"])
        why_not_within = why_no_words(self.context["user"], release, copy)
        return {"why_not_within": why_not_within, "why_not_external": why_not_within or copy.why_not_external}
