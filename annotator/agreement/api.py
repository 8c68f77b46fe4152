"""The agreement page, its CSV files, and the consensus. For leads: raters never see one another's votes."""

from django.http import StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import access
from annotator.agreement import exports, selectors, services
from annotator.agreement.downloads import ANSWERS_DOWNLOADED
from annotator.agreement.jobs import begin_agreement
from annotator.agreement.outputs import AgreementOutput, ConsensusOutput, ConstructDetailOutput
from annotator.agreement.perceiving import perceived
from annotator.api.tables import csv_stream
from annotator.audit.services import record
from annotator.codebooks.models import PassKind
from annotator.corpus.consent import everyone_agrees
from annotator.corpus.models import Consent, Session
from annotator.corpus.playback import note_reading
from annotator.jobs.api import JobOutput
from annotator.wording import counted

PASS = OpenApiParameter("pass", str, enum=PassKind.values, description="`together` where none is named.")
CONSTRUCT = OpenApiParameter("construct", str, description="A construct's key; all constructs where none is named.")


class Agreement(APIView):
    @extend_schema(parameters=[PASS], responses=AgreementOutput)
    def get(self, request: Request, slug: str) -> Response:
        """Agreement of the raters of one pass, construct by construct, as it was last computed."""
        study = access.study_for(access.person(request), slug, roles=[access.LEAD])
        return Response(AgreementOutput(selectors.overview_of(study, _pass_of(request))).data)

    @extend_schema(parameters=[PASS], request=None, responses={202: AgreementOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Have it computed anew, of the labels as they are now. Where that is begun already, it changes nothing."""
        person = access.person(request)
        study = access.study_for(person, slug, roles=[access.LEAD])
        pass_kind = _pass_of(request)
        begin_agreement(study=study, pass_kind=pass_kind, actor=person, now=timezone.now())
        kept = selectors.overview_of(study, pass_kind)
        return Response(AgreementOutput(kept).data, status=status.HTTP_202_ACCEPTED)


class ConstructAgreement(APIView):
    @extend_schema(
        operation_id="studies_agreement_construct_retrieve", parameters=[PASS], responses=ConstructDetailOutput
    )
    def get(self, request: Request, slug: str, construct: str) -> Response:
        """One construct closely: classes, pairs of raters, and the turns that disagree most."""
        person = access.person(request)
        study = access.study_for(person, slug, roles=[access.LEAD])
        kept = perceived(selectors.detail_of(study, _pass_of(request), construct), person, study, now=timezone.now())
        return Response(ConstructDetailOutput(kept).data)


class AgreementTable(APIView):
    @extend_schema(parameters=[PASS], responses={(200, "text/csv"): str})
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        """The figures of the agreement page as CSV."""
        person = access.person(request)
        study = access.study_for(person, slug, roles=[access.LEAD])
        pass_kind = _pass_of(request)
        overview = selectors.computed_overview(study, pass_kind)
        text = f"The agreement on the pass {pass_kind} was downloaded"
        record(actor=person, action="agreement.downloaded", text=text, study=study, target=study, at=timezone.now())
        return csv_stream(exports.figures_rows(overview), name=f"{slug}-agreement.csv")


class AnnotationTable(APIView):
    @extend_schema(parameters=[PASS, CONSTRUCT], responses={(200, "text/csv"): str})
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        """Every vote of the pass as CSV: of one construct, the table that `python -m metrics agreement` reads."""
        person = access.person(request)
        study = access.study_for(person, slug, roles=[access.LEAD])
        pass_kind = _pass_of(request)
        record(
            actor=person,
            action="annotations.downloaded",
            text=f"The annotations of the pass {pass_kind} were downloaded",
            study=study,
            target=study,
            at=timezone.now(),
        )
        rows = exports.vote_rows(study, pass_kind, construct=request.query_params.get("construct"))
        return csv_stream(rows, name=f"{slug}-annotations.csv")


class AnswerTable(APIView):
    @extend_schema(responses={(200, "text/csv"): str})
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        """Every rater's answers with comments, evidence and why they could not judge, as CSV: a row a turn and pass.

        It quotes what was said. So it leaves out sessions without consent to label, and those of which the person has
        an open pass through one channel.
        """
        person, now = access.person(request), timezone.now()
        study = access.study_for(person, slug, roles=[access.LEAD])
        closed = access.narrowed_sessions(person, study)
        agreed = everyone_agrees(Consent.Scope.ANNOTATE, at=now)
        sessions = Session.objects.filter(agreed, study=study).exclude(pk__in=closed)
        n_left = study.sessions.count() - sessions.count()
        record(
            actor=person,
            action=ANSWERS_DOWNLOADED,
            text=f"The raters' answers were downloaded with their comments, {counted(n_left, 'session')} left out",
            study=study,
            target=study,
            at=now,
        )
        note_reading(person, sessions, study_id=study.pk, now=now)
        return csv_stream(exports.answer_rows(study, sessions), name=f"{slug}-answers.csv", for_spreadsheets=True)


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
