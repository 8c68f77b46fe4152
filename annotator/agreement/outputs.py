"""How the figures of the agreement page are kept and leave as JSON."""

from typing import get_args

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotator.agreement.figures import Detail, Overview
from annotator.agreement.reading import Reading
from annotator.api.estimates import EstimateOutput
from annotator.codebooks.models import PassKind, Scale
from annotator.corpus.api.clips import ClipOutput
from annotator.jobs.api import JobOutput

SHAPE = 3
"""Of the figures that are kept; it rises with their fields, or those kept by an older version would lack the new."""
OVERVIEW = ""
"""The page that a pass has, beside those of its constructs."""


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


class OverviewFigures(serializers.Serializer[Overview]):
    as_of = serializers.DateTimeField()
    n_sessions = serializers.IntegerField()
    n_turns = serializers.IntegerField()
    n_raters = serializers.IntegerField()
    raters = serializers.ListField(child=serializers.CharField())
    ratings_per_turn = serializers.FloatField(
        allow_null=True, help_text="Harmonic mean over the turns that somebody rated: the k of an ICC(A,k)."
    )
    resampled = serializers.ChoiceField(choices=["session", "client"])
    n_clusters = serializers.IntegerField(help_text="How many of them stand behind the intervals.")
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


class PairAgreementOutput(serializers.Serializer[object]):
    first = serializers.CharField()
    second = serializers.CharField()
    estimate = EstimateOutput()


class PairsOutput(serializers.Serializer[object]):
    coefficient = serializers.CharField()
    raters = serializers.ListField(child=serializers.CharField())
    pairs = PairAgreementOutput(many=True, help_text="Each pair of raters once.")


class RaterVoteOutput(serializers.Serializer[object]):
    rater = serializers.CharField()
    value = serializers.CharField()


class EvidenceOutput(serializers.Serializer[object]):
    quote = serializers.CharField(help_text="The words that were marked; empty for a moment of the recording.")
    is_gone = serializers.BooleanField(help_text="They are no longer in the turn, since its transcript was changed.")
    start_ms = serializers.IntegerField(allow_null=True)
    end_ms = serializers.IntegerField(allow_null=True, help_text="Null where a single moment was marked.")


class RaterNotesOutput(serializers.Serializer[object]):
    """What a rater wrote and marked on a turn in one pass."""

    rater = serializers.CharField()
    pass_kind = serializers.ChoiceField(choices=PassKind.choices)
    cannot_judge = serializers.CharField(help_text="Why the rater could not judge the turn; empty where they could.")
    comment = serializers.CharField()
    evidence = EvidenceOutput(many=True)


class DisputedTurnFigures(serializers.Serializer[object]):
    turn = serializers.UUIDField()
    votes = RaterVoteOutput(many=True)
    disagreement = serializers.FloatField()


class DisputedTurnOutput(DisputedTurnFigures):
    """With where the turn is and what it says, which is looked up when somebody asks."""

    session_id = serializers.IntegerField()
    session_key = serializers.CharField()
    position = serializers.IntegerField()
    clip = ClipOutput()
    text = serializers.CharField()
    notes = RaterNotesOutput(many=True, help_text="What its raters noted in this pass; empty for who may not read it.")


class DetailFigures(serializers.Serializer[Detail]):
    as_of = serializers.DateTimeField()
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
    worst = DisputedTurnFigures(many=True)
    subtype_agreement = EstimateOutput(allow_null=True)
    cannot_judge_share = serializers.FloatField(allow_null=True)
    begun = BegunOutput()


class DetailOutput(DetailFigures):
    worst = DisputedTurnOutput(many=True)


class KeptOutput(serializers.Serializer[object]):
    """Figures as they were last computed, whether labels changed since, and the job that goes on about it."""

    is_stale = serializers.BooleanField(help_text="Labels, turns or the design changed since the figures' `as_of`.")
    job = JobOutput(allow_null=True, help_text="The one under way, or that failed since.")


@extend_schema_field(OverviewFigures(allow_null=True))
class _KeptOverview(serializers.JSONField):
    """They are kept as the serializer gave them."""


@extend_schema_field(DetailOutput(allow_null=True))
class _KeptDetail(serializers.JSONField):
    """Likewise."""


class AgreementOutput(KeptOutput):
    figures = _KeptOverview(allow_null=True, help_text="None before they are computed for the first time.")
    n_unseen = serializers.IntegerField(
        help_text="Turns of raters' passes with answers about a face that nobody can see. The figures leave these out."
    )


class ConstructDetailOutput(KeptOutput):
    figures = _KeptDetail(allow_null=True)


class ConsensusOutput(serializers.Serializer[dict[str, object]]):
    n_turns = serializers.IntegerField()
    n_labels = serializers.IntegerField(help_text="Answers, be they of too few raters or far apart.")
    n_ties = serializers.IntegerField()
    n_far_apart = serializers.IntegerField(help_text="Numbers of the raters lie too far apart for their mean to count.")
    n_few_raters = serializers.IntegerField(help_text="Answers of fewer raters than the design asks for.")
    raters_needed = serializers.IntegerField()
    computed_at = serializers.DateTimeField(allow_null=True, help_text="As of when it is; null before the first.")
    is_stale = serializers.BooleanField(help_text="Ratings, or how they are combined, have changed since.")
    job = serializers.UUIDField(allow_null=True, help_text="The job that computes it anew at this moment.")
