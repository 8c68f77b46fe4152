"""How the figures of the agreement page leave as JSON."""

from typing import get_args

from rest_framework import serializers

from annotator.agreement.figures import Detail, Overview
from annotator.agreement.reading import Reading
from annotator.api.estimates import EstimateOutput
from annotator.codebooks.models import PassKind, Scale


class ConstructAgreementOutput(serializers.Serializer[object]):
    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # REST framework's own `label` is an argument.
    scale = serializers.ChoiceField(choices=Scale.choices)
    coefficient = serializers.CharField()
    main = EstimateOutput()
    beside = serializers.DictField(child=EstimateOutput())
    bars = serializers.ListField(child=serializers.FloatField())
    reading = serializers.ChoiceField(choices=get_args(Reading))


class BegunOutput(serializers.Serializer[object]):
    n_ratings = serializers.IntegerField(
        help_text="Turns of a rater's pass whose questions are answered in part; the figures leave them out."
    )
    raters = serializers.ListField(child=serializers.CharField())


class OverviewOutput(serializers.Serializer[Overview]):
    as_of = serializers.DateTimeField()
    n_sessions = serializers.IntegerField()
    n_turns = serializers.IntegerField()
    n_raters = serializers.IntegerField()
    raters = serializers.ListField(child=serializers.CharField())
    headline = serializers.CharField()
    text = serializers.CharField()
    seed = serializers.IntegerField()
    bootstrap = serializers.IntegerField()
    begun = BegunOutput()
    constructs = ConstructAgreementOutput(many=True)

    def get_fields(self) -> dict[str, serializers.Field[object, object, object, object]]:
        # `pass` is a word of Python, so it can't be a class attribute.
        return {**super().get_fields(), "pass": serializers.ChoiceField(choices=PassKind.choices, source="pass_kind")}


class ClassAgreementOutput(serializers.Serializer[object]):
    level = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # REST framework's own `label` is an argument.
    specific_agreement = EstimateOutput()
    share = serializers.FloatField(allow_null=True)


class ConfusionOutput(serializers.Serializer[object]):
    levels = serializers.ListField(child=serializers.CharField())
    counts = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))


class PairsOutput(serializers.Serializer[object]):
    coefficient = serializers.CharField()
    raters = serializers.ListField(child=serializers.CharField())
    matrix = serializers.ListField(child=serializers.ListField(child=serializers.FloatField(allow_null=True)))


class RaterVoteOutput(serializers.Serializer[object]):
    rater = serializers.CharField()
    value = serializers.CharField()


class DisputedTurnOutput(serializers.Serializer[object]):
    turn = serializers.UUIDField()
    session_id = serializers.IntegerField()
    session_key = serializers.CharField()
    position = serializers.IntegerField()
    start_ms = serializers.IntegerField(allow_null=True)
    end_ms = serializers.IntegerField(allow_null=True)
    text = serializers.CharField()
    votes = RaterVoteOutput(many=True)
    disagreement = serializers.FloatField()


class DetailOutput(serializers.Serializer[Detail]):
    key = serializers.CharField(source="construct.key")
    label = serializers.CharField(source="construct.label")  # type: ignore[assignment]  # As above.
    scale = serializers.ChoiceField(choices=Scale.choices, source="construct.scale")
    coefficient = serializers.CharField(source="construct.coefficient")
    main = EstimateOutput(source="construct.main")
    beside = serializers.DictField(child=EstimateOutput(), source="construct.beside")
    bars = serializers.ListField(child=serializers.FloatField(), source="construct.bars")
    reading = serializers.ChoiceField(choices=get_args(Reading), source="construct.reading")
    estimates = serializers.DictField(child=EstimateOutput())
    per_class = ClassAgreementOutput(many=True)
    confusion = ConfusionOutput(allow_null=True)
    pairs = PairsOutput(allow_null=True)
    worst = DisputedTurnOutput(many=True)
    subtype_agreement = EstimateOutput(allow_null=True)
    cannot_judge_share = serializers.FloatField(allow_null=True)
    begun = BegunOutput()


class ConsensusOutput(serializers.Serializer[dict[str, object]]):
    n_turns = serializers.IntegerField()
    n_labels = serializers.IntegerField(help_text="Answers, be they of too few raters or far apart.")
    n_ties = serializers.IntegerField()
    n_far_apart = serializers.IntegerField(help_text="Numbers of the raters lie too far apart for their mean to count.")
    n_few_raters = serializers.IntegerField(help_text="Answers of fewer raters than the design asks for.")
    raters_needed = serializers.IntegerField()
    computed_at = serializers.DateTimeField(allow_null=True, help_text="As of when it is; null before the first.")
    is_stale = serializers.BooleanField(help_text="Ratings have changed since.")
    job = serializers.UUIDField(allow_null=True, help_text="The job that computes it anew at this moment.")
