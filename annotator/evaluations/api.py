"""Runs with their figures, what they say of each held-out turn, and a report to keep."""

from django.db.models import QuerySet
from django.http import HttpResponse, StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import access
from annotator.api.paging import Cursor, OldestFirst
from annotator.api.tables import csv_stream
from annotator.audit.services import record
from annotator.corpus.clips import clips_of
from annotator.corpus.playback import note_reading
from annotator.evaluations import selectors
from annotator.evaluations.comparisons import places_of
from annotator.evaluations.outputs import RunDetailOutput, RunRowOutput, detail_context
from annotator.evaluations.prediction_outputs import PredictionOutput
from annotator.evaluations.predictions import ONLY, prediction_rows, predictions_of
from annotator.evaluations.report import run_report
from annotator.runs.api import runs_for
from annotator.runs.models import Prediction, Run
from annotator.runs.outputs import run_context
from annotator.runs.selectors import PREDICTIONS_DOWNLOADED

ERRORS = OpenApiParameter(
    "only", str, enum=ONLY, description="Which errors of the model; all turns where none is named."
)
SESSION = OpenApiParameter("session", str, description="A held-out session's key, such as `S003`.")


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
        context = {**run_context(rows, at=timezone.now()), "places": places_of(rows)}
        return pages.get_paginated_response(RunRowOutput(rows, many=True, context=context).data)


class RunDetail(APIView):
    @extend_schema(responses=RunDetailOutput)
    def get(self, request: Request, run_id: int) -> Response:
        """One run: progress and loss while it goes on, figures and record once it has ended."""
        run = _run(request, run_id)
        return Response(RunDetailOutput(run, context=detail_context(run, at=timezone.now())).data)


class RunPredictions(APIView):
    pagination_class = OldestFirst

    @extend_schema(parameters=[ERRORS, SESSION], responses=PredictionOutput(many=True))
    def get(self, request: Request, run_id: int) -> Response:
        """What the run says of each held-out turn, beside the label and the counsellor's reply.

        Words of people who no longer consent to training are withheld from all but leads and stewards.
        """
        person, run = access.person(request), _run(request, run_id)
        pages = self.pagination_class()
        page = pages.paginate_queryset(_predictions(request, run), request, view=self) or []
        scores = selectors.reply_scores(run, turns=[prediction.turn_id for prediction in page])
        withheld = selectors.withheld_sessions(person, run, page, at=timezone.now())
        read = {each.turn.session for each in page if each.turn.session_id not in withheld}
        note_reading(person, read, study_id=run.release.study_id, now=timezone.now())
        clips = clips_of(prediction.turn for prediction in page)
        context = {"scores": scores, "withheld": withheld, "clips": clips}
        return pages.get_paginated_response(PredictionOutput(page, many=True, context=context).data)


class PredictionTable(APIView):
    @extend_schema(parameters=[ERRORS, SESSION], responses={(200, "text/csv"): str})
    def get(self, request: Request, run_id: int) -> StreamingHttpResponse:
        """The same as CSV, without words that the person may not read and without those of people who withdrew."""
        person, run = access.person(request), _run(request, run_id)
        study, now = run.release.study, timezone.now()
        found = list(_predictions(request, run).order_by("turn__session__number", "turn__position"))
        withheld = selectors.withheld_sessions(person, run, found, at=now, in_a_copy=True)
        read = {each.turn.session for each in found if each.turn.session_id not in withheld}
        note_reading(person, read, study_id=study.pk, now=now)
        text = f"The predictions of run {run.number} were downloaded"
        record(actor=person, action=PREDICTIONS_DOWNLOADED, text=text, study=study, target=run, at=now)
        scores = selectors.reply_scores(run, turns=[each.turn_id for each in found])
        rows = prediction_rows(run, found, scores=scores, withheld=withheld)
        return csv_stream(rows, name=f"{study.slug}-run-{run.number}-predictions.csv")


class RunReport(APIView):
    @extend_schema(responses={(200, "text/html"): str})
    def get(self, request: Request, run_id: int) -> HttpResponse:
        """The figures of the run and of those it is compared with as one page that needs nothing else."""
        run = _run(request, run_id)
        name = f"{run.release.study.slug}-run-{run.number}.html"
        headers = {"Content-Disposition": f'inline; filename="{name}"'}
        return HttpResponse(run_report(run, at=timezone.now()), headers=headers)


def _predictions(request: Request, run: Run) -> QuerySet[Prediction]:
    asked = request.query_params
    return predictions_of(run, only=asked.get("only"), session=asked.get("session"))


def _run(request: Request, run_id: int) -> Run:
    return access.one_of(runs_for(request), pk=run_id)
