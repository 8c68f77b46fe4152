"""The shapes of `evaluation.json`, `run.json` and a config, told to the schema. The files themselves leave whole."""

from typing import Any, get_args

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from annotator.api.estimates import EstimateOutput
from annotator.runs.presets import ABLATION_NAMES
from training.config import Weighting


class Estimates(serializers.DictField):
    """Estimates by name."""

    child = EstimateOutput()


class UndefinedOutput(serializers.Serializer[Any]):
    """Why figures are not there."""

    why_undefined = serializers.CharField()


def or_undefined(figures: type[serializers.Serializer[Any]]) -> PolymorphicProxySerializer:
    """The figures, or the reason why there are none."""
    name = figures.__name__.removesuffix("Output")
    return PolymorphicProxySerializer(f"{name}OrUndefined", [figures, UndefinedOutput], resource_type_field_name=None)


class HoldoutOutput(serializers.Serializer[Any]):
    """`clients` is null of runs from before they were counted."""

    sessions = serializers.ListField(child=serializers.CharField())
    clients = serializers.IntegerField(allow_null=True)
    turns = serializers.IntegerField()
    without_label = serializers.IntegerField()
    without_frame = serializers.IntegerField()


class ReliabilityBinOutput(serializers.Serializer[Any]):
    """Turns of neighbouring scores; of a calibrated score, mean and share are equal."""

    low = serializers.FloatField()
    high = serializers.FloatField()
    n_units = serializers.IntegerField()
    mean_score = serializers.FloatField()
    share_positive = serializers.FloatField()
    share_low = serializers.FloatField(allow_null=True)
    share_high = serializers.FloatField(allow_null=True)
    why_no_interval = serializers.CharField(allow_null=True)


class TypeFiguresOutput(serializers.Serializer[Any]):
    levels = serializers.ListField(child=serializers.CharField())
    estimates = Estimates()
    confusion = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))


class MajorityClassOutput(serializers.Serializer[Any]):
    level = serializers.CharField()
    estimates = Estimates()


class DevelopmentOutput(serializers.Serializer[Any]):
    """The clients of the training part that the adapter was not fitted on, or why there are none."""

    sessions = serializers.ListField(child=serializers.CharField())
    clients = serializers.IntegerField()
    turns = serializers.IntegerField()
    why_none = serializers.CharField(allow_null=True)


class DetectionFiguresOutput(serializers.Serializer[Any]):
    """`development` is null of runs from before any client was set aside."""

    scored = serializers.CharField()
    threshold = serializers.FloatField(allow_null=True)
    threshold_chosen_on = serializers.CharField()
    why_no_threshold = serializers.CharField(allow_null=True)
    development = DevelopmentOutput(allow_null=True)
    estimates = Estimates()
    reliability = ReliabilityBinOutput(many=True)
    types = TypeFiguresOutput()
    majority_class = MajorityClassOutput()


@extend_schema_field(or_undefined(DetectionFiguresOutput))
class DetectionField(serializers.JSONField):
    """Figures of detection, or why there are none."""


class GuardsOutput(serializers.Serializer[Any]):
    real_beats = serializers.DictField(
        child=Estimates(), help_text="By alteration, then score: the share of pairs in which the real reply wins."
    )
    mimicry_ceiling = Estimates(help_text="Mean scores of random real replies.")
    training_overlap = EstimateOutput()
    appraisals = EstimateOutput()


class ReplyFiguresOutput(serializers.Serializer[Any]):
    n_replies = serializers.IntegerField()
    n_empty = serializers.IntegerField()
    n_other_language = serializers.IntegerField(allow_null=True, help_text="Null where languages were not looked at.")
    languages = serializers.DictField(child=serializers.IntegerField(), help_text="Replies by language.")
    means = Estimates()
    guards = GuardsOutput()


@extend_schema_field(or_undefined(ReplyFiguresOutput))
class RepliesField(serializers.JSONField):
    """Scores of replies, or why there are none."""


class RepliesOutput(serializers.Serializer[Any]):
    model = RepliesField()
    reference = RepliesField()


class EvaluationOutput(serializers.Serializer[Any]):
    holdout = HoldoutOutput()
    ablation = serializers.ChoiceField(choices=list(ABLATION_NAMES))
    detection = DetectionField()
    vad = serializers.DictField(child=Estimates(), help_text="By scale, as `valence_face`: `ccc`, `pearson`, `rmse`.")
    replies = RepliesOutput()


class ConfigOutput(serializers.Serializer[Any]):
    """The settings that pages show, of all that `training.config` knows."""

    family = serializers.CharField()
    ablation = serializers.ChoiceField(choices=list(ABLATION_NAMES))
    seed = serializers.IntegerField()
    epochs = serializers.IntegerField()
    weighting = serializers.ChoiceField(choices=get_args(Weighting))


@extend_schema_field(ConfigOutput)
class ConfigField(serializers.JSONField):
    """A run's config, whole."""


class RecordedReleaseOutput(serializers.Serializer[Any]):
    content_hash = serializers.CharField()


class CodeStateOutput(serializers.Serializer[Any]):
    commit = serializers.CharField(allow_null=True)
    clean = serializers.BooleanField(allow_null=True)


class TrainingRecordOutput(serializers.Serializer[Any]):
    samples = serializers.IntegerField()
    tokens = serializers.IntegerField()
    wall_time_s = serializers.FloatField()
    peak_memory_mb = serializers.FloatField()
    trainable_weights = serializers.IntegerField()
    adapter_sha256 = serializers.CharField()


class RecordOutput(serializers.Serializer[Any]):
    seed = serializers.IntegerField()
    release = RecordedReleaseOutput()
    code = CodeStateOutput()
    packages = serializers.DictField(child=serializers.CharField())
    python = serializers.CharField()
    device = serializers.CharField()
    training = TrainingRecordOutput()


@extend_schema_field(RecordOutput)
class RecordField(serializers.JSONField):
    """`run.json`, whole."""
