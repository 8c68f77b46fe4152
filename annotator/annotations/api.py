"""Assignments, the workspace, and saving."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, serializers, status
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import access, sql
from annotator.annotations import saving, services
from annotator.annotations.impressions import Impressions, note_opened
from annotator.annotations.media import media_of
from annotator.annotations.models import Assignment
from annotator.annotations.outputs import (
    AnnotationInput,
    AssignmentInput,
    AssignmentOutput,
    ConfirmationOfTurnInput,
    DistributionInput,
    DistributionOutput,
    EventOutput,
    RaterExclusionOutput,
    SavedOutput,
    WorkspaceMedia,
    WorkspaceOutput,
)
from annotator.annotations.selectors import assignments_for, history_of, with_progress
from annotator.annotations.sheet import NOTHING_RECORDED, Change, Recorded
from annotator.annotations.stored_sheets import find_sheet, locked_for_saving
from annotator.annotations.viewing import note_votes
from annotator.annotations.workspace import require_channels, require_consent, workspace
from annotator.api.paging import Cursor
from annotator.api.parsing import whole_number
from annotator.codebooks.models import PassKind
from annotator.corpus.playback import note_reading
from annotator.corpus.revising import transcript_revision
from annotator.studies.models import Rater


class InOrder(Cursor):
    """As the raters are offered them."""

    ordering = ("position", "pk")  # type: ignore[assignment]  # REST framework takes several.


# Said by hand: of a view whose lists are paged, the schema would take this list for a page.
ALL_NEW = {"type": "array", "items": {"$ref": "#/components/schemas/AssignmentOutput"}}


class Assignments(generics.ListAPIView[Assignment]):
    """The passes that the person may see: their own as a rater, all of them as a lead."""

    serializer_class = AssignmentOutput
    pagination_class = InOrder

    def get_queryset(self) -> QuerySet[Assignment]:
        person, asked = access.person(self.request), self.request.query_params
        study = access.study_for(person, self.kwargs["slug"])
        rows = assignments_for(person).filter(session__study=study).select_related("session__recording")
        if asked.get("mine") == "1":
            rows = rows.filter(rater__user=person)
        if session := asked.get("session", ""):
            rows = rows.filter(session=whole_number(session))
        if rater := asked.get("rater"):
            rows = rows.filter(rater__pseudonym=rater)
        return with_progress(rows, at=timezone.now())

    @extend_schema(
        parameters=[OpenApiParameter("mine"), OpenApiParameter("session"), OpenApiParameter("rater")],
        responses=AssignmentOutput(many=True),
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List passes with their progress."""
        return super().get(request, *args, **kwargs)

    @extend_schema(request=AssignmentInput, responses={201: ALL_NEW})
    def post(self, request: Request, slug: str) -> Response:
        """Give raters a pass through sessions."""
        study = access.study_for(access.person(request), slug, roles=[access.LEAD])
        form = AssignmentInput(data=request.data)
        form.is_valid(raise_exception=True)
        asked, now = form.validated_data, timezone.now()
        # Compared here, since a database refuses numbers beyond its own.
        sessions = [row for row in study.sessions.order_by("number") if row.pk in asked["session_ids"]]
        # In an order that tells nobody when they joined: the passes are kept, listed and told of in it.
        raters = list(Rater.objects.filter(study=study, pseudonym__in=asked["raters"]).order_by("pseudonym"))
        if len(sessions) < len(set(asked["session_ids"])):
            raise serializers.ValidationError({"session_ids": ["The study has not all of these sessions."]})
        if len(raters) < len(set(asked["raters"])):
            raise serializers.ValidationError({"raters": ["The study has not all of these raters."]})
        new = services.assign(
            study=study,
            sessions=sessions,
            raters=raters,
            pass_kind=asked["pass_kind"],
            actor=access.person(request),
            now=now,
        )
        rows = assignments_for(access.person(request)).filter(pk__in=[each.pk for each in new])
        body = AssignmentOutput(with_progress(rows.select_related("session__recording"), at=now), many=True).data
        return Response(body, status=status.HTTP_201_CREATED)


class Distribute(APIView):
    @extend_schema(request=DistributionInput, responses={201: DistributionOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Give every session its raters, evenly."""
        study = access.study_for(access.person(request), slug, roles=[access.LEAD])
        form = DistributionInput(data=request.data)
        form.is_valid(raise_exception=True)
        done = services.distribute(
            study=study,
            pass_kinds=form.validated_data.get("pass_kinds"),
            actor=access.person(request),
            now=timezone.now(),
        )
        return Response(DistributionOutput(done).data, status=status.HTTP_201_CREATED)


class Exclusions(APIView):
    @extend_schema(responses=RaterExclusionOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Who can't be given which passes of which sessions any more, because of what they have perceived already."""
        study = access.study_for(access.person(request), slug, roles=[access.LEAD])
        return Response(RaterExclusionOutput(Impressions(study).exclusions(), many=True).data)


class AssignmentDetail(APIView):
    @extend_schema(responses={204: None})
    def delete(self, request: Request, assignment_id: int) -> Response:
        """Take an assignment back on which nothing was recorded yet."""
        assignment = access.one_of(assignments_for(access.person(request)), pk=assignment_id)
        access.require_role(access.person(request), assignment.session.study, [access.LEAD])
        services.remove_assignment(assignment=assignment, actor=access.person(request), now=timezone.now())
        return Response(status=status.HTTP_204_NO_CONTENT)


class Workspace(APIView):
    @extend_schema(responses=WorkspaceOutput)
    def get(self, request: Request, assignment_id: int) -> Response:
        """All that the rater's page needs, without what the pass withholds."""
        person, now = access.person(request), timezone.now()
        assignment = access.one_of(assignments_for(person).select_related("session__recording"), pk=assignment_id)
        may_answer = access.own_assignments(person, Assignment.objects.filter(pk=assignment_id)).exists()
        body = {"may_answer": may_answer, **workspace(assignment, viewer=person, now=now)}
        session = assignment.session
        if assignment.pass_kind != PassKind.FACE:
            note_reading(person, [session], study_id=session.study_id, now=now)
        if not may_answer:
            note_votes(person, session.study, now=now)
        elif assignment.pass_kind == PassKind.TOGETHER:
            note_opened(assignment, viewer=person, now=now)
        return Response(body)


class Media(APIView):
    @extend_schema(responses=WorkspaceMedia)
    def get(self, request: Request, assignment_id: int) -> Response:
        """What of the recording the pass shows by now. An open page asks again: something is made, or withdrawn."""
        person = access.person(request)
        now = timezone.now()
        assignment = access.one_of(assignments_for(person), pk=assignment_id)
        require_consent(assignment, now=now)
        require_channels(assignment, viewer=person)
        return Response(asdict(media_of(assignment, viewer=person, now=now)))


class TurnAnnotation(APIView):
    @extend_schema(responses=SavedOutput)
    def get(self, request: Request, assignment_id: int, turn_id: UUID) -> Response:
        """What stands recorded for the turn in this pass."""
        assignment = _open_assignment(request, assignment_id)
        turn = access.one_of(assignment.session.turns.all(), pk=turn_id)
        sheet = find_sheet(assignment, turn.pk)
        return _recorded(assignment, sheet.recorded() if sheet else NOTHING_RECORDED)

    @extend_schema(request=AnnotationInput, responses=SavedOutput)
    def patch(self, request: Request, assignment_id: int, turn_id: UUID) -> Response:
        """Record changes. The answer is the acknowledgement: what it shows is on the disk."""
        with sql.whole():
            form = AnnotationInput(data=request.data)
            changes = [Change(**change) for change in form.validated_data["changes"]] if form.is_valid() else []
            keys = [change.client_key for change in changes]
            assignment, standing = _opened_for_saving(request, assignment_id, turn_id, keys)
            form.is_valid(raise_exception=True)
            done = saving.save_changes(
                assignment=assignment,
                turn_id=turn_id,
                standing=standing,
                based_on=form.validated_data["version"],
                changes=changes,
                now=timezone.now(),
                seen=form.validated_data["turn_revision"],
            )
            return _recorded(assignment, done)


class TurnConfirmation(APIView):
    @extend_schema(request=ConfirmationOfTurnInput, responses=SavedOutput)
    def post(self, request: Request, assignment_id: int, turn_id: UUID) -> Response:
        """Stand by one's answers after the turn was changed. A closed pass stays closed."""
        with sql.whole():
            form = ConfirmationOfTurnInput(data=request.data)
            keys = [form.validated_data["client_key"]] if form.is_valid() else []
            assignment, standing = _opened_for_saving(request, assignment_id, turn_id, keys)
            # It says that the turn was looked at, and is answered with what was recorded, which may quote it.
            require_channels(assignment, viewer=access.person(request))
            form.is_valid(raise_exception=True)
            done = saving.confirm_answers(
                assignment=assignment,
                turn_id=turn_id,
                standing=standing,
                seen=form.validated_data["turn_revision"],
                client_key=form.validated_data["client_key"],
                now=timezone.now(),
            )
            return _recorded(assignment, done)


class TurnHistory(APIView):
    @extend_schema(responses=EventOutput(many=True))
    def get(self, request: Request, assignment_id: int, turn_id: UUID) -> Response:
        """Every change of the turn's answers in this pass, oldest first."""
        assignment = _open_assignment(request, assignment_id)
        turn = access.one_of(assignment.session.turns.all(), pk=turn_id)
        return Response(EventOutput(history_of(assignment, turn), many=True).data)


class Done(APIView):
    @extend_schema(request=None, responses=AssignmentOutput)
    def post(self, request: Request, assignment_id: int) -> Response:
        """Close the pass."""
        with transaction.atomic():
            assignment, _ = _own_assignment(request, assignment_id)
            services.finish(assignment=assignment, actor=access.person(request), now=timezone.now())
        return _shown(request, assignment_id)


class Reopen(APIView):
    @extend_schema(request=None, responses=AssignmentOutput)
    def post(self, request: Request, assignment_id: int) -> Response:
        """Open a closed pass again."""
        assignment = access.one_of(assignments_for(access.person(request)), pk=assignment_id)
        by_lead = access.LEAD in access.roles_in(access.person(request), assignment.session.study)
        services.reopen(assignment=assignment, by_lead=by_lead, actor=access.person(request), now=timezone.now())
        return _shown(request, assignment_id)


def _own_assignment(request: Request, assignment_id: int, *then: sql.Statement) -> tuple[Assignment, list[list[Any]]]:
    """The assignment, locked, for the rater whose it is; a lead sees it and may not answer in a rater's place.

    With it what `then` gives, asked once it is locked.
    """
    person = access.person(request)
    # The lock lets one save of an assignment at a time through, from however many tabs.
    own, others = locked_for_saving(access.own_assignments(person, Assignment.objects.filter(pk=assignment_id)), *then)
    if own is None:
        seen = access.one_of(assignments_for(person), pk=assignment_id)
        raise PermissionDenied(f"Only {seen.rater} may answer here.")
    return own, others


def _opened_for_saving(
    request: Request, assignment_id: int, turn_id: UUID, keys: Sequence[UUID]
) -> tuple[Assignment, saving.Standing]:
    """The rater's own assignment, locked, and what stands recorded for the turn; `keys` are those of the changes.

    Asked before a body that says nothing is refused, so that only the rater is told so.
    """
    assignment, rows = _own_assignment(request, assignment_id, *saving.standing_sql(assignment_id, turn_id, keys))
    return assignment, saving.Standing(*rows)


def _open_assignment(request: Request, assignment_id: int) -> Assignment:
    """The assignment, for whom all that its pass shows is open: comments and evidence quote it.

    So raters read none of that either once consent has ended; leads do (decision 0017), and the log keeps it.
    """
    person, now = access.person(request), timezone.now()
    assignment = access.one_of(assignments_for(person), pk=assignment_id)
    if not access.reads_withdrawn(person, assignment.session.study):
        require_consent(assignment, now=now)
    require_channels(assignment, viewer=person)
    if assignment.rater.user_id != person.pk:
        note_votes(person, assignment.session.study, now=now)
    return assignment


def _recorded(assignment: Assignment, recorded: Recorded) -> Response:
    revision = recorded.transcript_revision or transcript_revision(assignment.session_id)
    return Response({**recorded.to_json(), "transcript_revision": revision})


def _shown(request: Request, assignment_id: int) -> Response:
    own = assignments_for(access.person(request)).select_related("session__recording")
    rows = with_progress(own, at=timezone.now())
    return Response(AssignmentOutput(access.one_of(rows, pk=assignment_id)).data)
