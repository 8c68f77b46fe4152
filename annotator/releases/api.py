"""Releases: what one would hold, freezing, approving, taking one away."""

from typing import Any

from django.apps import apps
from django.db.models import OuterRef, QuerySet
from django.http import StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import access
from annotator.annotations.viewing import note_votes
from annotator.api.archives import zip_response
from annotator.api.paging import Cursor
from annotator.api.seeds import SeedField
from annotator.audit.services import record
from annotator.corpus.counting import count_of
from annotator.corpus.models import Session
from annotator.corpus.playback import note_reading
from annotator.releases import selectors, services
from annotator.releases.approvals import WayToApproval
from annotator.releases.copies import Copy, Use, why_no_words, why_not_perceived
from annotator.releases.copy_note import copy_note
from annotator.releases.holdout import LARGEST_PERCENT
from annotator.releases.models import Release
from annotator.releases.outputs import PlanOutput, ReleaseOutput, ReleaseRowOutput
from annotator.releases.plan import plan_release
from annotator.releases.withdrawn import withdrawn_parts

COPY_PARAMETERS = [
    OpenApiParameter("use", enum=Use.values, required=True, description="What the copy is for."),
    OpenApiParameter(
        "include_withdrawn", bool, description="Also where it holds turns of people who no longer consent to training."
    ),
]


def copy_asked_for(request: Request) -> dict[str, Any]:
    """What `Copy.require` asks of whoever takes a copy, as the request says it."""
    told = request.query_params
    return {"use": told.get("use", ""), "include_withdrawn": told.get("include_withdrawn") == "true"}


class ReleaseInput(serializers.Serializer[Any]):
    holdout_share = serializers.FloatField(default=0.2, help_text="Of the sessions, 0.01 to 0.9.")
    seed = SeedField()
    note = serializers.CharField(max_length=4000, required=False, allow_blank=True, default="")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Some sessions are held out, and some are left to train on."""
        if not 0.01 <= attrs["holdout_share"] <= LARGEST_PERCENT / 100:
            raise serializers.ValidationError("Hold out between 1 % and 90 % of the sessions.")
        return attrs


class ReleasePreview(APIView):
    @extend_schema(
        parameters=[OpenApiParameter("holdout_share", float), OpenApiParameter("seed", int)], responses=PlanOutput
    )
    def get(self, request: Request, slug: str) -> Response:
        """What a release frozen now would hold, and what speaks against it."""
        person = access.person(request)
        study = access.study_for(person, slug, roles=access.PLAN_ROLES)
        form = ReleaseInput(data=request.query_params)
        form.is_valid(raise_exception=True)
        choice = form.validated_data
        plan = plan_release(study, holdout_share=choice["holdout_share"], seed=choice["seed"], at=timezone.now())
        maker = person if access.LEAD in access.roles_in(person, study) else None
        planned = Release(study=study, frozen_by=maker, manifest={"is_one_persons": study.is_one_persons})
        return Response(PlanOutput(plan, context={"approval": WayToApproval.ahead_of(planned)}).data)


class Releases(APIView):
    pagination_class = Cursor

    @extend_schema(responses=ReleaseRowOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The study's releases, newest first."""
        study = access.study_for(access.person(request), slug, roles=access.RELEASE_ROLES)
        pages = self.pagination_class()
        listed = _releases().filter(study=study).defer("manifest", "job__log_tail", "job__result", "job__arguments")
        rows = pages.paginate_queryset(listed, request, view=self) or []
        context = {"withdrawn": withdrawn_parts(rows, at=timezone.now())}
        return pages.get_paginated_response(ReleaseRowOutput(rows, many=True, context=context).data)

    @extend_schema(request=ReleaseInput, responses={201: ReleaseOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Freeze the next release of the study; a job writes it."""
        person = access.person(request)
        study = access.study_for(person, slug, roles=[access.LEAD])
        form = ReleaseInput(data=request.data)
        form.is_valid(raise_exception=True)
        release = services.freeze_release(study=study, actor=person, now=timezone.now(), **form.validated_data)
        return Response(_shown(request, release.pk), status=status.HTTP_201_CREATED)


class ReleaseDetail(APIView):
    @extend_schema(responses=ReleaseOutput)
    def get(self, request: Request, release_id: int) -> Response:
        """One release with its manifest."""
        return Response(_shown(request, release_id))


class ApproveRelease(APIView):
    @extend_schema(request=None, responses=ReleaseOutput)
    def post(self, request: Request, release_id: int) -> Response:
        """Approve a release that another person froze; alone only where the study has nobody else."""
        person = access.person(request)
        release = _release(request, release_id)
        access.require_role(person, release.study, [access.LEAD, access.STEWARD])
        services.approve_release(release=release, actor=person, now=timezone.now())
        return Response(_shown(request, release_id))


class DownloadRelease(APIView):
    @extend_schema(parameters=COPY_PARAMETERS, responses={(200, "application/zip"): bytes})
    def get(self, request: Request, release_id: int) -> StreamingHttpResponse:
        """The release as a zip, without frames for those whom the study does not let see faces. The log keeps who.

        Refused where it is to be given to others and somebody in it does not agree to that, and where it holds turns
        of people who no longer consent, unless these are asked for; an engineer gets none that does.
        """
        person = access.person(request)
        release = _release(request, release_id)
        services.refuse_unfrozen(release)
        now = timezone.now()
        copy = Copy.of(release, at=now)
        if why_not := why_no_words(person, release, copy) or why_not_perceived(person, release):
            raise PermissionDenied(why_not)
        told = copy.require(**copy_asked_for(request))
        with_frames = access.sees_release_frames(person, release.study)
        frames = "" if with_frames else " without frames"
        record(
            actor=person,
            action=selectors.DOWNLOADED,
            text=f"Release {release.number} was downloaded{frames}{told}",
            study=release.study,
            target=release,
            at=now,
        )
        held = Session.objects.filter(pk__in=release.turns.values("session"))
        note_reading(person, held, study_id=release.study_id, now=now)
        note_votes(person, release.study, now=now)
        name = f"{release.study.slug}-release-{release.number}.zip"
        note = copy_note(copy, release, use=request.query_params["use"], written_at=release.frozen_at, at=now)
        return zip_response([note, *selectors.files_for(release, with_frames=with_frames)], name=name)


def _releases() -> QuerySet[Release]:
    """Releases with what pages show of them."""
    runs = apps.get_model("annotator", "Run").objects.filter(release=OuterRef("pk"))
    rows = Release.objects.select_related("study", "job", "frozen_by", "approval")
    return rows.annotate(n_runs=count_of(runs, by="release"))


def _release(request: Request, release_id: int) -> Release:
    return access.one_of(access.narrow(access.person(request), _releases(), roles=access.RELEASE_ROLES), pk=release_id)


def _shown(request: Request, release_id: int) -> Any:
    """The release as the person sees it now."""
    release, now = _release(request, release_id), timezone.now()
    context = {"user": access.person(request), "withdrawn": withdrawn_parts([release], at=now), "now": now}
    return ReleaseOutput(release, context=context).data
