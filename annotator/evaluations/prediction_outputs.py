"""What a run says of each held-out turn, as the API gives it."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotator.adjudication.outputs import SessionNameOutput, SpokenTurnOutput
from annotator.corpus.api.clips import ClipOutput
from annotator.runs.models import Prediction

Json = dict[str, Any]


class PredictionOutput(serializers.ModelSerializer[Prediction]):
    """A held-out turn: what the model says, what people say, and both replies.

    `context["scores"]` are those of the replies by turn, `context["clips"]` where the turns play, `context["withheld"]`
    says of which sessions the words stay behind, and why.
    """

    turn = SpokenTurnOutput()
    clip = serializers.SerializerMethodField()
    session = SessionNameOutput(source="turn.session")
    probabilities = serializers.DictField(child=serializers.FloatField())
    scores = serializers.SerializerMethodField()
    why_withheld = serializers.SerializerMethodField()

    class Meta:
        model = Prediction
        fields = [
            "turn",
            "clip",
            "session",
            "probabilities",
            "predicted",
            "gold",
            "reply",
            "reference",
            "scores",
            "why_withheld",
        ]

    def to_representation(self, prediction: Prediction) -> Json:
        """The prediction; without the client's words, the counsellor's and the model's where they are withheld."""
        shown: Json = super().to_representation(prediction)
        if shown["why_withheld"]:
            shown |= {"turn": {**shown["turn"], "text": ""}, "reply": "", "reference": ""}
        return shown

    @extend_schema_field(ClipOutput)
    def get_clip(self, prediction: Prediction) -> Json:
        """Where the turn plays."""
        return dict(ClipOutput(self.context["clips"][prediction.turn_id]).data)

    def get_why_withheld(self, prediction: Prediction) -> str:
        """Why the person reads no words of it; empty where they do."""
        reason: str = self.context["withheld"].get(prediction.turn.session_id, "")
        return reason

    def get_scores(self, prediction: Prediction) -> dict[str, float | None]:
        scores: dict[str, float | None] = self.context["scores"].get(prediction.turn_id, {})
        return scores
