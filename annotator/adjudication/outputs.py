"""How reviews, disputes and gold labels leave as JSON."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotator.adjudication.disputes import Why
from annotator.adjudication.models import GoldLabel, Verdict, VerdictLabel
from annotator.adjudication.selectors import RaterScores
from annotator.agreement.outputs import RaterNotesOutput
from annotator.api.estimates import EstimateOutput
from annotator.corpus.api.clips import ClipOutput
from annotator.corpus.models import Turn


@extend_schema_field(str | float)  # type: ignore[arg-type]  # It reads unions, which its types leave out.
class AnswerField(serializers.Field[Any, Any, Any, Any]):
    """A level's key or a number."""

    def to_internal_value(self, data: Any) -> Any:
        return data

    def to_representation(self, value: Any) -> Any:
        return value


class ContextLineOutput(serializers.Serializer[Any]):
    role = serializers.ChoiceField(choices=Turn.Role.choices)
    text = serializers.CharField()


class SpokenTurnOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    position = serializers.IntegerField()
    text = serializers.CharField()


class SessionNameOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    key = serializers.CharField()


class ExpertPairOutput(serializers.Serializer[Any]):
    experts = serializers.ListField(child=serializers.CharField())
    cohen_kappa = EstimateOutput()


class OutcomeOutput(serializers.Serializer[Any]):
    n = serializers.IntegerField(help_text="Turns that an expert labelled: the denominator of the shares.")
    agree = serializers.IntegerField()
    n_reviewed = serializers.IntegerField()
    n_turn_boundary = serializers.IntegerField(help_text="Turns cut wrongly, which nobody labelled.")
    n_cannot_judge = serializers.IntegerField(help_text="Turns that nobody could judge.")
    n_corrected_after = serializers.IntegerField(help_text="Verdicts changed after the raters' answers were seen.")
    n_not_blind = serializers.IntegerField(help_text="Verdicts given with the raters' answers in sight.")
    estimate = EstimateOutput()
    wilson = serializers.ListField(child=serializers.FloatField(), allow_null=True)
    presence_estimate = EstimateOutput()
    by_kind = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="Labels that differ: `presence` and `subtype` of incongruence, others by their construct.",
    )
    expert_pairs = ExpertPairOutput(many=True)


class ExpertProgressOutput(serializers.Serializer[Any]):
    expert = serializers.CharField()
    done = serializers.IntegerField()


class ReviewSampleOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="sample.id")
    number = serializers.IntegerField(source="sample.number")
    size = serializers.IntegerField(source="n_items")
    drawn_from = serializers.IntegerField(source="sample.drawn_from")
    seed = serializers.IntegerField(source="sample.seed")
    drawn_at = serializers.DateTimeField(source="sample.drawn_at")
    drawn_by = serializers.CharField(source="sample.drawn_by.name", default=None, allow_null=True)
    progress = ExpertProgressOutput(many=True)
    my_done = serializers.IntegerField()
    my_size = serializers.IntegerField(help_text="Turns that the person may review, having not rated them.")
    result = OutcomeOutput(allow_null=True)


class VerdictLabelOutput(serializers.ModelSerializer[VerdictLabel]):
    construct = serializers.CharField(source="construct.key")
    value = AnswerField(source="answer")

    class Meta:
        model = VerdictLabel
        fields = ["construct", "value"]


class VerdictOutput(serializers.ModelSerializer[Verdict]):
    """An expert's own verdict. Whether it agrees with the raters is not told here: that would tell their answers."""

    labels = VerdictLabelOutput(many=True)

    class Meta:
        model = Verdict
        fields = ["id", "number", "kind", "labels", "comment", "is_blind", "given_at"]


class VerdictInput(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=Verdict.Kind.choices, required=False, default=Verdict.Kind.LABELS)
    labels = serializers.DictField(
        child=AnswerField(), required=False, default=dict, help_text="Own answers by construct, incongruence at least."
    )
    comment = serializers.CharField(required=False, allow_blank=True, default="", max_length=4000)
    corrects = serializers.IntegerField(
        required=False, allow_null=True, default=None, help_text="The id of the verdict that it takes the place of."
    )


class RaterScoresOutput(serializers.Serializer[Any]):
    rater = serializers.CharField()
    scores = serializers.DictField(child=serializers.CharField())
    cannot_judge = serializers.DictField(
        child=serializers.CharField(),
        help_text="Why the rater could not judge, by construct; empty for who may not read it.",
    )
    notes = serializers.SerializerMethodField()

    @extend_schema_field(RaterNotesOutput(many=True))
    def get_notes(self, votes: RaterScores) -> Any:
        """Comments and evidence, pass by pass; passes without are left out."""
        return RaterNotesOutput(votes.notes.values(), many=True).data


class ReviewItemOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="item.pk")
    position = serializers.IntegerField(source="item.position")
    turn = SpokenTurnOutput(help_text="Without its words where the person may not read them.")
    clip = ClipOutput()
    session = SessionNameOutput(source="item.turn.session")
    context = ContextLineOutput(many=True)  # type: ignore[assignment]  # REST framework's own `context` is an argument.
    why_not_play = serializers.CharField(source="open.why_not_play")
    why_not_label = serializers.CharField(source="open.why_not_label")
    my_verdict = VerdictOutput(allow_null=True)
    is_opened = serializers.BooleanField(help_text="Whether this person has opened the raters' answers.")
    consensus = serializers.DictField(
        child=AnswerField(), allow_null=True, help_text="Null to an expert who has not opened it."
    )
    votes = RaterScoresOutput(many=True, allow_null=True)


class GoldLabelOutput(serializers.ModelSerializer[GoldLabel]):
    construct = serializers.CharField(source="construct.key")
    value = AnswerField(source="answer", allow_null=True)
    decided_by = serializers.CharField(source="decided_by_name")

    class Meta:
        model = GoldLabel
        fields = ["id", "construct", "value", "origin", "n_raters", "reason", "decided_by", "decided_at", "is_current"]


class GoldLabelInput(serializers.Serializer[Any]):
    construct = serializers.CharField()
    value = AnswerField(required=False, allow_null=True, default=None)
    reason = serializers.CharField(max_length=4000)
    based_on = serializers.IntegerField(
        required=False,
        allow_null=True,
        default=None,
        help_text="The id of the gold label that was seen; a decision that was not seen is never replaced.",
    )
    returns_to_consensus = serializers.BooleanField(
        required=False, default=False, help_text="Let what the raters say together be the label again; no `value` then."
    )


class VoteOnLabelOutput(serializers.Serializer[Any]):
    rater = serializers.CharField()
    value = serializers.CharField(allow_null=True, help_text="Null where the rater could not judge.")
    notes = RaterNotesOutput(allow_null=True, help_text="Null where there are none, and for who may not read them.")


class ExpertSaysOutput(serializers.Serializer[Any]):
    expert = serializers.CharField(source="verdict.expert_name")
    kind = serializers.ChoiceField(choices=Verdict.Kind.choices, source="verdict.kind")
    value = AnswerField(allow_null=True)
    comment = serializers.CharField(source="verdict.comment")
    is_blind = serializers.BooleanField(source="verdict.is_blind")
    given_at = serializers.DateTimeField(source="verdict.given_at")


class DisputeOutput(serializers.Serializer[Any]):
    turn = SpokenTurnOutput()
    clip = ClipOutput()
    session = SessionNameOutput(source="turn.session")
    context = ContextLineOutput(many=True)  # type: ignore[assignment]  # As above.
    construct = serializers.CharField(source="dispute.construct")
    construct_label = serializers.CharField(source="label")
    why = serializers.ListField(child=serializers.ChoiceField(choices=Why.values), source="dispute.why")
    is_open = serializers.BooleanField(source="dispute.is_open")
    why_not_play = serializers.CharField(source="open.why_not_play")
    why_not_label = serializers.CharField(source="open.why_not_label")
    votes = VoteOnLabelOutput(many=True)
    verdicts = ExpertSaysOutput(many=True)
    consensus = AnswerField(allow_null=True)
    gold = GoldLabelOutput(allow_null=True)


class FoundTurnOutput(serializers.Serializer[Any]):
    turn = SpokenTurnOutput(source="*")
    session = SessionNameOutput()


class TallyOutput(serializers.Serializer[Any]):
    n_ties = serializers.IntegerField(source="tally.n_ties", help_text="Labels on which the latest consensus is tied.")
    n_uncalled = serializers.IntegerField(
        source="tally.n_uncalled",
        help_text="Of the ties, those on a question for which the turn's other answers do not call.",
    )
    n_tied = serializers.IntegerField(source="tally.n_tied", help_text="Disagreements for a tie.")
    n_far_apart = serializers.IntegerField(
        source="tally.n_far_apart", help_text="Disagreements for numbers that lie far apart."
    )
    n_objected = serializers.IntegerField(
        source="tally.n_objected", help_text="Disagreements for an expert's objection alone."
    )
    n_overruled = serializers.IntegerField(
        source="tally.n_overruled", help_text="Decisions on labels that nobody disputes, or nobody any more."
    )
    n_open = serializers.IntegerField(source="tally.n_open")
    n_waiting = serializers.IntegerField(
        source="tally.n_waiting",
        help_text="Of the open ones, those that can be decided now; the others wait for consent to label.",
    )
    n_settled = serializers.IntegerField(source="tally.n_settled")
    n_gold = serializers.IntegerField(help_text="Labels that have their gold label, whichever way.")
    n_to_accept = serializers.IntegerField(help_text="Agreed labels of which accepting would make gold labels.")
    n_few_raters = serializers.IntegerField(
        help_text="Labels without a gold label that fewer raters answered than the design asks for."
    )
    accepting = serializers.UUIDField(allow_null=True, help_text="The job that accepts the consensus at this moment.")


class AcceptInput(serializers.Serializer[Any]):
    few_raters_reason = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=2000,
        help_text="Why answers of fewer raters than the design asks for count as well; without it they are left.",
    )
