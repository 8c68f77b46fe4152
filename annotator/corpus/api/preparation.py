"""A study's settings about pictures: what a change would have made anew, and how far that has come."""

from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import access
from annotator.corpus import preparing
from annotator.corpus.old_frames import choose_old_frames_again, sessions_with_old_frames
from annotator.corpus.turn_frames import NO_FACE_MODEL
from annotator.studies.models import BLURRABLE_ROLES, FaceFinder, FrameRule, Study

READERS = [access.LEAD, access.STEWARD]


class ViewSettings(serializers.Serializer[Any]):
    """Who is shown what of a recording: leads and stewards decide it."""

    blurred_roles = serializers.ListField(child=serializers.ChoiceField(choices=BLURRABLE_ROLES), required=False)
    is_pitch_shifted = serializers.BooleanField(required=False)

    def validate_blurred_roles(self, roles: list[str]) -> list[str]:
        """In one order, so that the same roles are no change."""
        return sorted(set(roles))


class PictureSettings(ViewSettings):
    """And which pictures stand for a turn: leads decide that."""

    frame_rule = serializers.ChoiceField(choices=FrameRule.choices, required=False)
    frames_per_turn = serializers.IntegerField(required=False, min_value=1, max_value=16)
    face_finder = serializers.ChoiceField(choices=FaceFinder.choices, required=False)

    def validate_face_finder(self, finder: str) -> str:
        """YuNet needs a model file."""
        if finder == FaceFinder.YUNET and not settings.FACE_MODEL:
            raise serializers.ValidationError(NO_FACE_MODEL)
        return finder


class PreparationOutput(serializers.Serializer[Any]):
    """How far the preparation of the study's recordings is."""

    sessions = serializers.IntegerField(help_text="With a recording.")
    preparing = serializers.IntegerField()
    failed = serializers.IntegerField()
    progress = serializers.FloatField(allow_null=True, help_text="0 to 1, of those being prepared; null without any.")
    without_region = serializers.IntegerField(help_text="Sessions in which nobody has said which face is the client's.")
    with_old_frames = serializers.IntegerField(
        help_text="Sessions whose turns without an end have frames by an earlier version of the rule."
    )
    has_face_model = serializers.BooleanField(help_text="Whether a YuNet model is configured.")


class RemadeOutput(serializers.Serializer[Any]):
    """What a change would have made anew, in sessions; and what becomes of frames that a person chose."""

    frames = serializers.IntegerField()
    views = serializers.IntegerField()
    by_hand = serializers.IntegerField()
    by_hand_ended = serializers.IntegerField()


class Preparation(APIView):
    @extend_schema(responses=PreparationOutput)
    def get(self, request: Request, slug: str) -> Response:
        """How far the study's recordings are prepared."""
        return _state_of(_study(request, slug))

    @extend_schema(request=None, responses={202: PreparationOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Have frames chosen again that an earlier version of the rule chose otherwise. Where there are none, nothing.

        What a person chose stays.
        """
        person = access.person(request)
        study = access.study_for(person, slug, roles=[access.LEAD])
        choose_old_frames_again(study=study, actor=person, now=timezone.now())
        return _state_of(study, code=status.HTTP_202_ACCEPTED)


class PreparationPreview(APIView):
    @extend_schema(request=PictureSettings, responses=RemadeOutput)
    def post(self, request: Request, slug: str) -> Response:
        """What these settings would have made anew; nothing is changed."""
        study = _study(request, slug)
        form = PictureSettings(data=request.data)
        form.is_valid(raise_exception=True)
        return Response(asdict(preparing.what_is_remade(study, form.validated_data)))


def _state_of(study: Study, *, code: int = status.HTTP_200_OK) -> Response:
    state = asdict(preparing.state_of_preparation(study))
    old = {"with_old_frames": sessions_with_old_frames(study).count()}
    return Response({**state, **old, "has_face_model": bool(settings.FACE_MODEL)}, status=code)


def _study(request: Request, slug: str) -> Study:
    return access.study_for(access.person(request), slug, roles=READERS)
