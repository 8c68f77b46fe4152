"""The agreement page, its CSV files, and the consensus. For leads: raters never see one another's votes."""

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import access
from annotator.agreement import exports, selectors, services
from annotator.agreement.figures import Detail
from annotator.agreement.outputs import ConsensusOutput, DetailOutput, OverviewOutput
from annotator.agreement.perceiving import perceived
from annotator.api.tables import csv_response
from annotator.audit.services import record
from annotator.codebooks.models import PassKind
from annotator.jobs.api import JobOutput

PASS = OpenApiParameter("pass", str, enum=PassKind.values, description="`together` where none is named.")
CONSTRUCT = OpenApiParameter("construct", str, description="A construct's key; all constructs where none is named.")


class Agreement(APIView):
    @extend_schema(parameters=[PASS], responses=OverviewOutput)
    def get(self, request: Request, slug: str) -> Response:
        """Agreement of the raters of one pass, construct by construct, with a headline in words."""
        study = access.study_for(access.person(request), slug, roles=[access.LEAD])
        return Response(OverviewOutput(selectors.overview_of(study, _pass_of(request), now=timezone.now())).data)


class ConstructAgreement(APIView):
    @extend_schema(operation_id="studies_agreement_construct_retrieve", parameters=[PASS], responses=DetailOutput)
    def get(self, request: Request, slug: str, construct: str) -> Response:
        """One construct closely: classes, pairs of raters, and the turns that disagree most."""
        person = access.person(request)
        study = access.study_for(person, slug, roles=[access.LEAD])
        detail: Detail = perceived(selectors.detail_of(study, _pass_of(request), construct), person, study)
        return Response(DetailOutput(detail).data)


class AgreementTable(APIView):
    @extend_schema(parameters=[PASS], responses={(200, "text/csv"): str})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The figures of the agreement page as CSV."""
        study = access.study_for(access.person(request), slug, roles=[access.LEAD])
        overview = selectors.overview_of(study, _pass_of(request), now=timezone.now())
        return csv_response(exports.agreement_csv(overview), name=f"{slug}-agreement.csv")


class AnnotationTable(APIView):
    @extend_schema(parameters=[PASS, CONSTRUCT], responses={(200, "text/csv"): str})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Every vote of the pass as CSV: of one construct, the table that `python -m metrics agreement` reads."""
        person = access.person(request)
        study = access.study_for(person, slug, roles=[access.LEAD])
        pass_kind = _pass_of(request)
        votes = selectors.vote_table(study, pass_kind)
        text = f"The annotations of the pass {pass_kind} were downloaded"
        record(
            actor=person,
            action="annotations.downloaded",
            text=text,
            study=study,
            target=study,
            at=timezone.now(),
        )
        table = exports.votes_csv(votes, construct=request.query_params.get("construct"))
        return csv_response(table, name=f"{slug}-annotations.csv")


class StudyConsensus(APIView):
    @extend_schema(responses=ConsensusOutput)
    def get(self, request: Request, slug: str) -> Response:
        """What the latest consensus covers."""
        study = access.study_for(access.person(request), slug, roles=[access.LEAD])
        return Response(ConsensusOutput(selectors.consensus_counts(study)).data)

    @extend_schema(request=None, responses={202: JobOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Have the consensus computed of the annotations as they are now."""
        person = access.person(request)
        study = access.study_for(person, slug, roles=[access.LEAD])
        job = services.start_consensus(study=study, actor=person, now=timezone.now())
        return Response(JobOutput(job).data, status=status.HTTP_202_ACCEPTED)


def _pass_of(request: Request) -> str:
    field = serializers.ChoiceField(choices=PassKind.choices)
    return str(field.run_validation(request.query_params.get("pass", PassKind.TOGETHER)))
