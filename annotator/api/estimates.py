"""An estimate as the API gives it: with its n, its interval, and the reason where either is missing."""

from rest_framework import serializers

from metrics.estimate import Estimate


class EstimateOutput(serializers.Serializer[Estimate]):
    value = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    n_units = serializers.IntegerField()
    n_raters = serializers.IntegerField(allow_null=True)
    resampled = serializers.CharField(allow_null=True)
    n_clusters = serializers.IntegerField(allow_null=True)
    bootstrap = serializers.IntegerField(allow_null=True)
    undefined_resamples = serializers.IntegerField()
    seed = serializers.IntegerField(allow_null=True)
    why_undefined = serializers.CharField(allow_null=True)
    why_no_interval = serializers.CharField(allow_null=True)
