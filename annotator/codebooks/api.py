"""What a study asks its raters."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import access
from annotator.codebooks.models import PassKind, Scale
from annotator.codebooks.questionnaire import questionnaire_of
from annotator.codebooks.selectors import codebook_json


class LevelOutput(serializers.Serializer[Any]):
    key = serializers.CharField()
    value = serializers.IntegerField()
    label = serializers.CharField()  # type: ignore[assignment]  # A field's own `label` has another type.
    shortcut = serializers.CharField()
    definition = serializers.CharField()


class ConstructOutput(serializers.Serializer[Any]):
    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # A field's own `label` has another type.
    question = serializers.CharField()
    scale = serializers.ChoiceField(choices=Scale.choices)
    channel = serializers.ChoiceField(choices=["words", "face"], allow_blank=True)
    passes = serializers.ListField(child=serializers.ChoiceField(choices=PassKind.choices))
    is_required = serializers.BooleanField()
    asked_when = serializers.DictField(child=serializers.ListField(child=serializers.CharField()), allow_null=True)
    low_label = serializers.CharField()
    high_label = serializers.CharField()
    definition = serializers.CharField()
    examples = serializers.ListField(child=serializers.CharField())
    levels = LevelOutput(many=True)


class CodebookOutput(serializers.Serializer[Any]):
    name = serializers.CharField()
    version = serializers.IntegerField()
    constructs = ConstructOutput(many=True)


class StudyCodebook(APIView):
    @extend_schema(responses=CodebookOutput)
    def get(self, request: Request, slug: str) -> Response:
        """The study's codebook, with the passes that ask each construct in its design."""
        study = access.study_for(access.person(request), slug)
        questionnaire = questionnaire_of(study.codebook_version_id)
        questions = questionnaire.questions.values()
        return Response(codebook_json(questionnaire, questions, has_channel_passes=study.has_channel_passes))
