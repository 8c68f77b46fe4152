"""Watching and cancelling jobs."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import access
from annotator.jobs import services
from annotator.jobs.models import Job, JobState


class JobOutput(serializers.ModelSerializer[Job]):
    class Meta:
        model = Job
        fields = [
            "uuid",
            "kind",
            "title",
            "queue",
            "state",
            "progress",
            "step",
            "attempt",
            "log_tail",
            "error",
            "result",
            "cancel_requested_at",
            "created_at",
            "started_at",
            "finished_at",
        ]


class StudyJobs(generics.ListAPIView[Job]):
    """The study's long work that the person may watch, newest first; `?state=running` narrows it."""

    serializer_class = JobOutput

    def get_queryset(self) -> QuerySet[Job]:
        person = access.person(self.request)
        study = access.study_for(person, self.kwargs["slug"], roles=access.JOB_ROLES)
        jobs = access.jobs_for(person, Job.objects.filter(study=study))
        state = self.request.query_params.get("state")
        return jobs.filter(state=state) if state in JobState.values else jobs


class JobDetail(APIView):
    @extend_schema(responses=JobOutput)
    def get(self, request: Request, uuid: UUID) -> Response:
        """One job: its state, progress, latest step and log."""
        return Response(JobOutput(access.job_for(access.person(request), Job.objects.all(), uuid)).data)


class CancelJob(APIView):
    @extend_schema(request=None, responses={202: JobOutput})
    def post(self, request: Request, uuid: UUID, **_kwargs: Any) -> Response:
        """Ask for the job's end. It ends at once where it waits, else within a few seconds."""
        job = access.job_for(access.person(request), Job.objects.all(), uuid, cancel=True)
        job = services.request_cancel(job=job, now=timezone.now())
        return Response(JobOutput(job).data, status=status.HTTP_202_ACCEPTED)
