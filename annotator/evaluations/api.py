"""Runs with their figures, what they say of each held-out turn, and a report to keep."""

from django.db.models import F
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import access
from annotator.api.paging import Cursor, OldestFirst
from annotator.corpus.clips import clips_of
from annotator.corpus.playback import note_reading
from annotator.evaluations import selectors
from annotator.evaluations.comparisons import compared_with
from annotator.evaluations.outputs import PredictionOutput, RunDetailOutput, RunRowOutput
from annotator.evaluations.report import run_report
from annotator.runs.api import runs_for
from annotator.runs.models import Prediction, Run
from annotator.runs.outputs import run_context


class Runs(APIView):
    pagination_class = Cursor

    @extend_schema(responses=RunRowOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The study's runs, newest first, each with its three main figures."""
        study = access.study_for(access.person(request), slug, roles=access.RELEASE_ROLES)
        pages = self.pagination_class()
        listed = runs_for(request).filter(release__study=study).defer(*selectors.NOT_LISTED)
        runs = pages.paginate_queryset(listed, request, view=self)
        rows = runs or []
        context = {**run_context(rows, at=timezone.now()), "compared_with": compared_with(rows)}
        return pages.get_paginated_response(RunRowOutput(rows, many=True, context=context).data)


class RunDetail(APIView):
    @extend_schema(responses=RunDetailOutput)
    def get(self, request: Request, run_id: int) -> Response:
        """One run: progress and loss while it goes on, figures and record once it has ended."""
        run = _run(request, run_id)
        context = {**run_context([run], at=timezone.now()), "compared_with": compared_with([run])}
        return Response(RunDetailOutput(run, context=context).data)


class RunPredictions(APIView):
    pagination_class = OldestFirst

    @extend_schema(parameters=[OpenApiParameter("only", str, enum=["wrong"])], responses=PredictionOutput(many=True))
    def get(self, request: Request, run_id: int) -> Response:
        """What the run says of each held-out turn, beside the label and the counsellor's reply.

        Words of people who no longer consent to training are withheld from all but leads and stewards.
        """
        person, run = access.person(request), _run(request, run_id)
        predictions = Prediction.objects.filter(run=run).select_related("turn__session")
        if request.query_params.get("only") == "wrong":
            predictions = predictions.exclude(predicted=F("gold"))
        pages = self.pagination_class()
        page = pages.paginate_queryset(predictions, request, view=self) or []
        scores = selectors.reply_scores(run, turns=[prediction.turn_id for prediction in page])
        withheld = selectors.withheld_sessions(person, run, page, at=timezone.now())
        read = {each.turn.session for each in page if each.turn.session_id not in withheld}
        note_reading(person, read, study_id=run.release.study_id, now=timezone.now())
        clips = clips_of(prediction.turn for prediction in page)
        context = {"scores": scores, "withheld": withheld, "clips": clips}
        return pages.get_paginated_response(PredictionOutput(page, many=True, context=context).data)


class RunReport(APIView):
    @extend_schema(responses={(200, "text/html"): str})
    def get(self, request: Request, run_id: int) -> HttpResponse:
        """The figures of the run and of those it is compared with as one page that needs nothing else."""
        run = _run(request, run_id)
        name = f"{run.release.study.slug}-run-{run.number}.html"
        headers = {"Content-Disposition": f'inline; filename="{name}"'}
        return HttpResponse(run_report(run, at=timezone.now()), headers=headers)


def _run(request: Request, run_id: int) -> Run:
    return access.one_of(runs_for(request), pk=run_id)
