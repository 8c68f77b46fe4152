"""Starting, cancelling and resuming runs, and taking their adapters. Their figures are in evaluations."""

from typing import Any

from django.db.models import QuerySet
from django.http import StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import access
from annotator.api.archives import zip_response
from annotator.api.seeds import SeedField
from annotator.audit.services import record
from annotator.releases.api import COPY_PARAMETERS, copy_asked_for
from annotator.releases.copies import Copy
from annotator.releases.copy_note import copy_note
from annotator.releases.models import Release
from annotator.runs import services
from annotator.runs.adapters import files_of
from annotator.runs.models import Run
from annotator.runs.outputs import PreflightOutput, RunOutput, run_context
from annotator.runs.preflight import check
from annotator.runs.presets import ABLATION_NAMES, preset_config
from annotator.runs.selectors import DOWNLOADED

RUNNERS = [access.LEAD, access.ENGINEER]


class RunInput(serializers.Serializer[Any]):
    preset = serializers.CharField(default="tiny")
    ablations = serializers.ListField(child=serializers.ChoiceField(choices=list(ABLATION_NAMES)), required=False)
    seed = SeedField()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        wanted = attrs.get("ablations", ABLATION_NAMES)
        in_order = [ablation for ablation in ABLATION_NAMES if ablation in wanted]
        if not in_order:
            raise serializers.ValidationError({"ablations": "Choose at least one thing that the model is given."})
        return {**attrs, "ablations": in_order, "is_seed_chosen": "seed" in self.initial_data}


class RunPreflight(APIView):
    @extend_schema(parameters=[OpenApiParameter("preset", str)], responses=PreflightOutput)
    def get(self, request: Request, release_id: int) -> Response:
        """What speaks against a run on this release, and how long it may take."""
        release = _release(request, release_id)
        config = preset_config(request.query_params.get("preset", "tiny"))
        return Response(PreflightOutput(check(release, config, at=timezone.now())).data)


class ReleaseRuns(APIView):
    @extend_schema(request=RunInput, responses={201: RunOutput(many=True)})
    def post(self, request: Request, release_id: int) -> Response:
        """Queue one run an ablation, as one group: both channels, words only, picture only.

        Refused with `runs_go_on` and the id of a `run` while such runs wait or go on; a retry starts nothing twice.
        """
        person = access.person(request)
        release = _release(request, release_id)
        access.require_role(person, release.study, RUNNERS)
        form = RunInput(data=request.data)
        form.is_valid(raise_exception=True)
        runs = services.start_runs(release=release, actor=person, now=timezone.now(), **form.validated_data)
        context = run_context(runs, at=timezone.now())
        return Response(RunOutput(runs, many=True, context=context).data, status=status.HTTP_201_CREATED)


class CancelRun(APIView):
    @extend_schema(request=None, responses={202: RunOutput})
    def post(self, request: Request, run_id: int) -> Response:
        """Ask for the run's end. Its process and memory are gone within seconds."""
        run = services.cancel_run(run=_run_to_change(request, run_id), actor=access.person(request), now=timezone.now())
        return _accepted(run)


class ResumeRun(APIView):
    @extend_schema(request=None, responses={202: RunOutput})
    def post(self, request: Request, run_id: int) -> Response:
        """Go on with a run that stopped, from its last checkpoint."""
        run = services.resume_run(run=_run_to_change(request, run_id), actor=access.person(request), now=timezone.now())
        return _accepted(run)


class RunAdapter(APIView):
    @extend_schema(parameters=COPY_PARAMETERS, responses={(200, "application/zip"): bytes})
    def get(self, request: Request, run_id: int) -> StreamingHttpResponse:
        """The adapter's files as a zip; only of a run that left finite weights.

        Refused as a copy of the release that it was trained on would be, but open to engineers: it holds no words.
        """
        run = access.one_of(runs_for(request).filter(adapter__isnull=False).select_related("adapter"), pk=run_id)
        study = run.release.study
        now = timezone.now()
        name = f"The adapter of run {run.number}"
        copy = Copy.made_of(run.release, name=name, at=now)
        told = copy.require(**copy_asked_for(request))
        record(
            actor=access.person(request),
            action=DOWNLOADED,
            text=f"{name} was downloaded{told}",
            study=study,
            target=run,
            at=now,
        )
        note = copy_note(copy, run.release, use=request.query_params["use"], written_at=run.adapter.created_at, at=now)
        return zip_response([note, *files_of(run)], name=f"{study.slug}-run-{run.number}-adapter.zip")


def runs_for(request: Request) -> QuerySet[Run]:
    """The runs that the person may see, with what pages show of them."""
    runs = Run.objects.select_related("release__study", "job", "evaluation")
    return access.narrow(access.person(request), runs, roles=access.RELEASE_ROLES, study="release__study")


def _accepted(run: Run) -> Response:
    shown = RunOutput(run, context=run_context([run], at=timezone.now()))
    return Response(shown.data, status=status.HTTP_202_ACCEPTED)


def _run_to_change(request: Request, run_id: int) -> Run:
    run = access.one_of(runs_for(request), pk=run_id)
    access.require_role(access.person(request), run.release.study, RUNNERS)
    return run


def _release(request: Request, release_id: int) -> Release:
    releases = Release.objects.select_related("study", "job")
    return access.one_of(access.narrow(access.person(request), releases, roles=access.RELEASE_ROLES), pk=release_id)
