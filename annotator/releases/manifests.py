"""A manifest as the API gives it: whole as it was frozen, with its shape told to the schema."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotator.corpus.models import Consent


class SplitCountsOutput(serializers.Serializer[Any]):
    train = serializers.IntegerField()
    holdout = serializers.IntegerField()


class ReleaseCountsOutput(serializers.Serializer[Any]):
    turns = serializers.IntegerField()
    train = serializers.IntegerField()
    holdout = serializers.IntegerField()
    sessions = serializers.IntegerField()
    persons = serializers.IntegerField()
    with_frame = serializers.IntegerField()
    without_frame = serializers.IntegerField()
    with_backchannels = serializers.IntegerField(
        required=False, help_text="Client turns into which the counsellor put short words, kept apart."
    )
    backchannels = serializers.IntegerField(required=False)
    backchannels_left_out = serializers.IntegerField(
        required=False, help_text="Of people who are neither client nor counsellor."
    )
    incongruence = serializers.DictField(child=SplitCountsOutput())
    excluded = serializers.DictField(child=serializers.IntegerField())


class LabelsByRatersOutput(serializers.Serializer[Any]):
    """Counts of labels, by construct."""

    raters_per_turn = serializers.IntegerField(help_text="As many as the study's design asked for.")
    raters = serializers.DictField(
        child=serializers.DictField(child=serializers.IntegerField()), help_text="By how many raters answered."
    )
    origins = serializers.DictField(
        child=serializers.DictField(child=serializers.IntegerField()), help_text="By where they come from."
    )


@extend_schema_field(ReleaseCountsOutput)
class CountsField(serializers.JSONField):
    """What a frozen release holds, counted."""


class ManifestCodebookOutput(serializers.Serializer[Any]):
    name = serializers.CharField()
    version = serializers.IntegerField()


class FrameRuleOutput(serializers.Serializer[Any]):
    name = serializers.CharField()
    version = serializers.IntegerField()


class SplitsOutput(serializers.Serializer[Any]):
    """The keys of the sessions on each side."""

    train = serializers.ListField(child=serializers.CharField())
    holdout = serializers.ListField(child=serializers.CharField())


class ManifestConsentOutput(serializers.Serializer[Any]):
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=Consent.Scope.choices))
    persons = serializers.IntegerField()


class ManifestFileOutput(serializers.Serializer[Any]):
    path = serializers.CharField()
    sha256 = serializers.CharField()
    bytes = serializers.IntegerField()


class CountedFrameRuleOutput(FrameRuleOutput):
    frames = serializers.IntegerField()


class ManifestOutput(serializers.Serializer[Any]):
    format = serializers.CharField()
    study = serializers.CharField()
    number = serializers.IntegerField()
    frozen_at = serializers.DateTimeField()
    frozen_by = serializers.CharField(allow_null=True)
    codebook = ManifestCodebookOutput()
    frame_rule = FrameRuleOutput(allow_null=True)
    frame_rules = CountedFrameRuleOutput(many=True, required=False)
    splits = SplitsOutput()
    split_by = serializers.ChoiceField(choices=["person", "client"], help_text="Who is never on both sides.")
    counsellors_on_both_sides = serializers.ListField(child=serializers.CharField())
    seed = serializers.IntegerField()
    holdout_share = serializers.FloatField()
    is_one_persons = serializers.BooleanField(
        required=False, help_text="The study was declared one person's: who froze the release may approve it."
    )
    counts = ReleaseCountsOutput()
    labels = LabelsByRatersOutput(required=False)
    consent = ManifestConsentOutput()
    files = ManifestFileOutput(many=True)
    content_hash = serializers.CharField()


@extend_schema_field(ManifestOutput)
class ManifestField(serializers.JSONField):
    """The manifest of a frozen release."""
