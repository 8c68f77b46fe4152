"""How runs leave as JSON with their figures."""

from datetime import datetime
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotator.api.estimates import EstimateOutput
from annotator.evaluations import figures
from annotator.evaluations.chart import ChartLine, main_figures
from annotator.evaluations.comparisons import Comparison, Place, comparison_of, place_of
from annotator.evaluations.conclusion import Conclusion, conclusion_of, range_sentence, threshold_sentence
from annotator.evaluations.models import Evaluation
from annotator.evaluations.reasons import in_words
from annotator.evaluations.shapes import ConfigField, Estimates, EvaluationOutput, RecordField
from annotator.releases.copies import Copy
from annotator.releases.outputs import CopyOutput
from annotator.runs.models import Run
from annotator.runs.outputs import LossPointOutput, RunOutput, run_context
from annotator.runs.resuming import RESUMABLE, why_not_resumed
from annotator.runs.selectors import LossPoint, loss_curve

Json = dict[str, Any]


def detail_context(run: Run, *, at: datetime) -> Json:
    """What `RunDetailOutput` needs besides the run: each of its parts asks for the same, which is read once."""
    comparison = comparison_of(run)
    return {
        **run_context([run], at=at),
        "places": {run.pk: place_of(run, comparison)},
        "comparison": comparison,
        "figures": {each.pk: _figures_of(each) for each in (*comparison.runs, run)},
    }


def _figures_of(run: Run) -> Json | None:
    """The run's figures; None until it has succeeded."""
    evaluation: Evaluation | None = getattr(run, "evaluation", None)
    return in_words(evaluation.figures) if evaluation else None


class HeadlineOutput(serializers.Serializer[Any]):
    """The figures of `figures.HEADLINE`; null until the run has succeeded."""

    auroc = EstimateOutput(allow_null=True)
    macro_f1 = EstimateOutput(allow_null=True)
    pct_composite = EstimateOutput(allow_null=True)


class RunRowOutput(RunOutput):
    """`context["places"]` says where each run is among those it is compared with."""

    headline = serializers.SerializerMethodField()
    compared_with = serializers.SerializerMethodField()
    repeated_by = serializers.SerializerMethodField()

    class Meta(RunOutput.Meta):
        fields = [*RunOutput.Meta.fields, "headline", "compared_with", "repeated_by"]

    @extend_schema_field(HeadlineOutput)
    def get_headline(self, run: Run) -> dict[str, Json | None]:
        evaluation: Evaluation | None = getattr(run, "evaluation", None)
        return {**dict.fromkeys(figures.HEADLINE), **(evaluation.headline if evaluation else {})}

    def get_compared_with(self, run: Run) -> list[int]:
        """The numbers of the runs that differ from it in nothing but what the model was given."""
        place: Place = self.context["places"][run.pk]
        return list(place.compared_with)

    def get_repeated_by(self, run: Run) -> int | None:
        """The number of the later run that counts in its stead."""
        place: Place = self.context["places"][run.pk]
        return place.repeated_by


class GroupRunOutput(RunOutput):
    """A run among those it is compared with, in the context of `detail_context`."""

    arm = serializers.SerializerMethodField()
    detection = serializers.SerializerMethodField()

    class Meta(RunOutput.Meta):
        fields = ["id", "number", "name", "arm", "state", "detection"]

    def get_arm(self, run: Run) -> str:
        """What the model was given, in words; with the run's number where another run's figures count for the arm."""
        name: str = self.context["comparison"].names[run.pk]
        return name

    @extend_schema_field(Estimates)
    def get_detection(self, run: Run) -> dict[str, Json]:
        found = self.context["figures"][run.pk]
        return figures.detection(found) if found else {}


class ChartLineOutput(serializers.Serializer[ChartLine]):
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=["arm", "people"])
    estimate = EstimateOutput()


class ChartGroupOutput(serializers.Serializer[Any]):
    """One of the main figures on an axis from 0 to 1, with what it takes no model to reach."""

    name = serializers.CharField()
    mark = serializers.FloatField(allow_null=True)
    mark_name = serializers.CharField()
    lines = ChartLineOutput(many=True)


class EmpathyOutput(serializers.Serializer[figures.Empathy]):
    name = serializers.CharField()
    available = serializers.BooleanField()
    why_not = serializers.CharField()
    estimate = EstimateOutput(allow_null=True)
    cross_validated_spearman = EstimateOutput(allow_null=True)
    proxy_of = serializers.CharField(allow_null=True)


class RangeCheckOutput(serializers.Serializer[Any]):
    """How far the judged sessions lie outside what the judge was fitted on."""

    n_judged = serializers.IntegerField(help_text="Sessions that were judged.")
    n_outside = serializers.IntegerField(help_text="Of these, sessions with a feature outside the fitted range.")
    n_features = serializers.IntegerField()
    mean_outside = serializers.FloatField(allow_null=True, help_text="Features outside, a session.")
    features = serializers.DictField(child=serializers.IntegerField(), help_text="Sessions outside, by feature.")


class Sense7Output(serializers.Serializer[Any]):
    dimensions = EmpathyOutput(many=True)
    range_check = RangeCheckOutput(allow_null=True)
    range_note = serializers.CharField(help_text="The same in a sentence, for people.")


class RunConclusionOutput(serializers.Serializer[Conclusion]):
    """What the run came to, in sentences."""

    tone = serializers.ChoiceField(choices=["calm", "warn"])
    headline = serializers.CharField()
    sentences = serializers.ListField(child=serializers.CharField())


class RunDetailOutput(RunRowOutput):
    """A run with its figures, in the context of `detail_context`."""

    config = ConfigField()
    log_tail = serializers.CharField(source="job.log_tail", default="")
    loss = serializers.SerializerMethodField()
    device = serializers.CharField(source="record.device", default=None, allow_null=True)
    record = RecordField(allow_null=True)
    evaluation = serializers.SerializerMethodField()
    conclusion = serializers.SerializerMethodField()
    threshold_note = serializers.SerializerMethodField()
    group_runs = serializers.SerializerMethodField()
    group_note = serializers.SerializerMethodField()
    chart = serializers.SerializerMethodField()
    reply_means = serializers.SerializerMethodField()
    human_ceiling = serializers.SerializerMethodField()
    sense7 = serializers.SerializerMethodField()
    has_adapter = serializers.SerializerMethodField()
    copy = serializers.SerializerMethodField()
    why_not_resume = serializers.SerializerMethodField()

    class Meta(RunRowOutput.Meta):
        fields = [
            *RunRowOutput.Meta.fields,
            "config",
            "log_tail",
            "loss",
            "device",
            "record",
            "evaluation",
            "conclusion",
            "threshold_note",
            "group_runs",
            "group_note",
            "chart",
            "reply_means",
            "human_ceiling",
            "sense7",
            "has_adapter",
            "copy",
            "why_not_resume",
        ]

    @property
    def _comparison(self) -> Comparison:
        comparison: Comparison = self.context["comparison"]
        return comparison

    def _figures(self, run: Run) -> Json | None:
        found: Json | None = self.context["figures"][run.pk]
        return found

    @extend_schema_field(LossPointOutput(many=True))
    def get_loss(self, run: Run) -> list[Json]:
        points: list[LossPoint] = loss_curve(run)
        return list(LossPointOutput(points, many=True).data)

    @extend_schema_field(EvaluationOutput(allow_null=True))
    def get_evaluation(self, run: Run) -> Json | None:
        """The figures without the scores of each reply, which the predictions show."""
        found = self._figures(run)
        return figures.without_lines(found) if found else None

    @extend_schema_field(RunConclusionOutput(allow_null=True))
    def get_conclusion(self, run: Run) -> Json | None:
        found = self._figures(run)
        return dict(RunConclusionOutput(conclusion_of(run, found)).data) if found else None

    def get_threshold_note(self, run: Run) -> str:
        """Where the threshold of F1 and MCC comes from, in a sentence."""
        found = self._figures(run)
        return threshold_sentence(found) if found else ""

    def get_why_not_resume(self, run: Run) -> str:
        """Why a run that stopped can't go on; empty where it can, and before it stops."""
        return why_not_resumed(run) if run.state_now in RESUMABLE else ""

    @extend_schema_field(GroupRunOutput(many=True))
    def get_group_runs(self, run: Run) -> list[Json]:
        """The run with those it is compared with."""
        return list(GroupRunOutput(self._comparison.runs, many=True, context=self.context).data)

    def get_group_note(self, run: Run) -> str:
        """Which of the runs compared were repeated, in sentences."""
        return self._comparison.note

    @extend_schema_field(ChartGroupOutput(many=True))
    def get_chart(self, run: Run) -> list[Json]:
        """The main figures of the run and those it is compared with; none until it has succeeded."""
        found = self._figures(run)
        if found is None:
            return []
        comparison = self._comparison
        scored = {comparison.names[each.pk]: shown for each in comparison.runs if (shown := self._figures(each))}
        return list(ChartGroupOutput(main_figures(scored, beside=found), many=True).data)

    @extend_schema_field(Estimates)
    def get_reply_means(self, run: Run) -> dict[str, Json]:
        found = self._figures(run)
        return figures.reply_means(found) if found else {}

    @extend_schema_field(Estimates)
    def get_human_ceiling(self, run: Run) -> dict[str, Json]:
        found = self._figures(run)
        return figures.human_ceiling(found) if found else {}

    @extend_schema_field(Sense7Output)
    def get_sense7(self, run: Run) -> Json:
        found = self._figures(run)
        if found is None:
            return dict(Sense7Output({"dimensions": [], "range_check": None, "range_note": ""}).data)
        judged = {
            "dimensions": figures.empathy(found),
            "range_check": figures.range_check(found),
            "range_note": range_sentence(found),
        }
        return dict(Sense7Output(judged).data)

    def get_has_adapter(self, run: Run) -> bool:
        return hasattr(run, "adapter")

    @extend_schema_field(CopyOutput)
    def get_copy(self, run: Run) -> Json:
        """What stands against a copy of its adapter."""
        name = f"The adapter of run {run.number}"
        copy = Copy.made_of(run.release, name=name, at=self.context["now"])
        return {"why_not_within": "", "why_not_external": copy.why_not_external}
