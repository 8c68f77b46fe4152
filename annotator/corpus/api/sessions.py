"""Sessions: the list, one of them with its turns, and preparing its video."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import access
from annotator.api.paging import Cursor
from annotator.corpus import preparing
from annotator.corpus.api.session_outputs import (
    ClientRegion,
    CounsellorRecordingOutput,
    RecordingOutput,
    SessionDetailOutput,
    SessionOutput,
    SoundTrack,
)
from annotator.corpus.cameras import counsellor_recording_of
from annotator.corpus.models import Session
from annotator.corpus.playback import may_read, note_reading
from annotator.corpus.selectors import matching, recording_of, sessions_for, turns_json
from annotator.corpus.shown import offer_to, shown_to
from annotator.corpus.sounds import choices_in
from annotator.corpus.together import note_all_shown
from annotator.jobs.api import JobOutput


class SessionInput(serializers.Serializer[Any]):
    title = serializers.CharField(max_length=120, allow_blank=True, required=False)
    client_region = ClientRegion(required=False)
    sound_track = SoundTrack()
    camera_sound_track = SoundTrack()


class SessionCursor(Cursor):
    """By number, title or state, as asked."""

    def get_ordering(self, request: Request, queryset: Any, view: Any) -> tuple[str, ...]:
        asked = request.query_params.get("ordering", "number")
        return (asked if asked in {"number", "-number", "title", "-title", "state", "-state"} else "number", "pk")


class Sessions(generics.ListAPIView[Session]):
    """The study's sessions that the person may open."""

    serializer_class = SessionOutput
    pagination_class = SessionCursor

    def get_queryset(self) -> QuerySet[Session]:
        person = access.person(self.request)
        study = access.study_for(person, self.kwargs["slug"])
        rows = sessions_for(person, now=timezone.now()).filter(study=study)
        words = self.request.query_params.get("search", "")
        return matching(rows, words) if words else rows

    @extend_schema(parameters=[OpenApiParameter("search"), OpenApiParameter("ordering")])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List sessions."""
        return super().get(request, *args, **kwargs)


class SessionDetail(APIView):
    @extend_schema(responses=SessionDetailOutput)
    def get(self, request: Request, session_id: int) -> Response:
        """One session with its turns, as far as the person's passes let them see it."""
        person, now = access.person(request), timezone.now()
        session = access.one_of(sessions_for(person, now=now), pk=session_id)
        channels = access.channels_for(person, session)
        sees_names = access.sees_names(person, session.study)
        recording = recording_of(session) if channels.picture else None
        offer = offer_to(person, session, recording, now=now) if recording else None
        why_not = offer.why_not if offer else "This session has no video."
        if recording_of(session) and not channels.sound:
            why_not = "Your pass does not show this video."
        context = {"shown": offer.shown if offer else None, "channels": channels, "sees_names": sees_names}
        second = counsellor_recording_of(session) if channels.sound else None
        shown_second = shown_to(person, session, second) if second else None
        revision = session.revisions.select_related("source").order_by("number").last()
        remarks = revision.file.remarks if revision else []
        reads = channels.words and may_read(person, session, now=now)
        if reads and channels.show("together"):
            note_all_shown(person, session, now=now)
        if reads:
            note_reading(person, [session], study_id=session.study_id, now=now)
        body = {
            **SessionOutput(session).data,
            "turns": turns_json(
                session,
                with_words=reads,
                with_names=sees_names,
                with_frames=channels.picture,
            ),
            "recording": RecordingOutput(recording, context=context).data if recording else None,
            "counsellor_recording": CounsellorRecordingOutput(second, context={**context, "shown": shown_second}).data
            if second
            else None,
            # They quote the files, whose names and speakers they tell.
            "remarks": remarks if sees_names and channels.words else None,
            "transcript_version": revision.number if revision else 0,
            "may_play": not why_not,
            "why_not_play": why_not,
        }
        return Response(body)

    @extend_schema(request=SessionInput, responses=SessionOutput)
    def patch(self, request: Request, session_id: int) -> Response:
        """Rename the session, move the client's region, or say which sound is heard; it is then prepared again."""
        person, now = access.person(request), timezone.now()
        session = access.session_for(person, Session.objects.select_related("study"), session_id, roles=[access.LEAD])
        form = SessionInput(data=request.data)
        form.is_valid(raise_exception=True)
        told = form.validated_data
        preparing.update_session(
            session=session,
            title=told.get("title"),
            client_region=told.get("client_region"),
            sounds=choices_in(told),
            actor=person,
            now=now,
        )
        return Response(SessionOutput(access.one_of(sessions_for(person, now=now), pk=session_id)).data)


class Prepare(APIView):
    @extend_schema(request=None, responses={202: JobOutput})
    def post(self, request: Request, session_id: int) -> Response:
        """Start preparing the video once more, after a failure."""
        person, now = access.person(request), timezone.now()
        session = access.session_for(person, Session.objects.select_related("study"), session_id, roles=[access.LEAD])
        job = preparing.prepare_again(session=session, actor=person, now=now)
        return Response(JobOutput(job).data, status=status.HTTP_202_ACCEPTED)
