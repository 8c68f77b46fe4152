"""A new transcript for a session: it goes up, the comparison comes back, and a confirmation of that makes it so."""

from itertools import count
from typing import Any, get_args

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import access
from annotator.corpus import discarding, drafts, reimporting
from annotator.corpus.api.draft_outputs import DraftOutput, DraftRowOutput
from annotator.corpus.api.drafts import LONGEST_MS, OPTIONS_HELP, draft_of, draft_rows, draft_to_confirm, upload_of
from annotator.corpus.api.reading import options_in_form
from annotator.corpus.api.session_outputs import BackchannelOutput
from annotator.corpus.api.transcript import TranscriptOutput, session_to_edit, transcript_json
from annotator.corpus.diff import Choices, Diff, Kind, known_roles
from annotator.corpus.labels import label_counts
from annotator.corpus.models import Draft, Turn
from annotator.corpus.revising import SAID, latest_revision


class TranscriptInput(serializers.Serializer[Any]):
    transcript = serializers.FileField(allow_empty_file=True)
    options = serializers.CharField(required=False, allow_blank=True, default="", help_text=OPTIONS_HELP)


class ChoicesInput(serializers.Serializer[Any]):
    roles = serializers.DictField(
        child=serializers.ChoiceField(choices=Turn.Role.choices),
        default=dict,
        help_text="By speaker; who is left out keeps the role that they have in the session.",
    )
    offset_ms = serializers.IntegerField(default=None, allow_null=True, min_value=-LONGEST_MS, max_value=LONGEST_MS)
    two_clients_are_one = serializers.BooleanField(default=False)


class RevisionInput(ChoicesInput):
    hash = serializers.CharField(max_length=64, help_text="Of the comparison that was looked at.")


class SaidOutput(serializers.Serializer[Any]):
    speaker = serializers.CharField()
    role = serializers.ChoiceField(choices=Turn.Role.choices)
    start_ms = serializers.IntegerField(allow_null=True)
    end_ms = serializers.IntegerField(allow_null=True)
    text = serializers.CharField()
    backchannels = BackchannelOutput(many=True)


class StepOutput(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=get_args(Kind))
    turn = serializers.UUIDField(allow_null=True)
    was_position = serializers.IntegerField(
        allow_null=True, help_text="In the transcript as it is; null if it is not there."
    )
    position = serializers.IntegerField(allow_null=True, help_text="In the new one; null where the turn goes.")
    before = SaidOutput(allow_null=True)
    after = SaidOutput(allow_null=True)
    changes = serializers.ListField(child=serializers.ChoiceField(choices=["text", "time", "speaker", "role"]))
    n_labels = serializers.IntegerField()


class KindCounts(serializers.Serializer[Any]):
    turns = serializers.IntegerField()
    labels = serializers.IntegerField()


class DiffOutput(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    hash = serializers.CharField()
    roles = serializers.DictField(child=serializers.ChoiceField(choices=Turn.Role.choices))
    counts = serializers.DictField(child=KindCounts(), help_text="By kind: kept, changed, moved, new, back, gone.")
    steps = StepOutput(many=True)


class Reimports(APIView):
    parser_classes = [MultiPartParser]

    @extend_schema(responses=DraftRowOutput(many=True))
    def get(self, request: Request, session_id: int) -> Response:
        """New transcripts of the session that were sent and not confirmed, newest first."""
        return Response(draft_rows(session_to_edit(request, session_id).drafts.all()))

    @extend_schema(request={"multipart/form-data": TranscriptInput}, responses={201: DraftOutput})
    def post(self, request: Request, session_id: int) -> Response:
        """Send a new transcript of the session. Nothing changes until its comparison is confirmed."""
        session, now = session_to_edit(request, session_id), timezone.now()
        form = TranscriptInput(data=request.data)
        form.is_valid(raise_exception=True)
        discarding.expire_drafts(now=now)
        # A new state of the same file most often keeps its clock.
        former = latest_revision(session).file
        draft = drafts.start_draft(
            study=session.study,
            session=session,
            transcript=upload_of(form.validated_data["transcript"]),
            video=None,
            options=options_in_form(form.validated_data["options"]),
            offset_ms=former.offset_ms,
            actor=access.person(request),
            now=now,
        )
        return Response(DraftOutput(draft).data, status=status.HTTP_201_CREATED)


class Comparison(APIView):
    @extend_schema(request=ChoicesInput, responses=DiffOutput)
    def post(self, request: Request, draft_id: int) -> Response:
        """What the new transcript would do to the turns and their labels. Nothing is stored."""
        draft = draft_of(request, draft_id)
        form = ChoicesInput(data=request.data)
        form.is_valid(raise_exception=True)
        choices = _choices(draft, form.validated_data)
        return Response(DiffOutput(_told(reimporting.diff_of(draft, choices), choices)).data)


class Revision(APIView):
    @extend_schema(request=RevisionInput, responses={201: TranscriptOutput})
    def post(self, request: Request, draft_id: int) -> Response:
        """Put the new transcript in the old one's place, as the comparison said."""
        draft = draft_to_confirm(request, draft_id)
        form = RevisionInput(data=request.data)
        form.is_valid(raise_exception=True)
        revision = reimporting.revise_by_file(
            draft=draft,
            choices=_choices(draft, form.validated_data),
            shown=form.validated_data["hash"],
            actor=access.person(request),
            now=timezone.now(),
        )
        return Response(transcript_json(revision.session), status=status.HTTP_201_CREATED)


def _choices(draft: Draft, asked: dict[str, Any]) -> Choices:
    known = known_roles(draft.session, draft) if draft.session else {}
    return Choices(
        roles={**{speaker: role for speaker, role in known.items() if role}, **asked["roles"]},
        offset_ms=draft.offset_ms if asked["offset_ms"] is None else asked["offset_ms"],
        two_clients_are_one=asked["two_clients_are_one"],
    )


def _told(diff: Diff, choices: Choices) -> dict[str, Any]:
    """The comparison with the labels that hang on each turn."""
    labels = label_counts([step.turn.pk for step in diff.steps if step.turn])
    positions = count()
    steps = [
        {
            "kind": step.kind,
            "turn": step.turn.pk if step.turn else None,
            "was_position": step.turn.position if step.turn and not step.turn.retired_by_id else None,
            "position": next(positions) if step.said else None,
            "before": {field: getattr(step.turn, field) for field in SAID} if step.turn else None,
            "after": step.said,
            "changes": step.changes,
            "n_labels": labels[step.turn.pk] if step.turn else 0,
        }
        for step in diff.steps
    ]
    return {
        "version": diff.version,
        "hash": diff.hash,
        "roles": choices.roles,
        "counts": {
            kind: {
                "turns": sum(step["kind"] == kind for step in steps),
                "labels": sum(step["n_labels"] for step in steps if step["kind"] == kind),
            }
            for kind in get_args(Kind)
        },
        "steps": steps,
    }
