"""The transcript of a session as its leads change it: its history, edits of single turns, undo."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import access
from annotator.corpus import editing, undoing
from annotator.corpus.api.drafts import LONGEST_MS
from annotator.corpus.api.session_outputs import RemarkOutput, TurnOutput
from annotator.corpus.history import history_of, retired_with_labels
from annotator.corpus.labels import label_counts, second_look_counts
from annotator.corpus.models import Session, TranscriptRevision, Turn
from annotator.corpus.playback import note_reading
from annotator.corpus.revising import latest_revision
from annotator.corpus.selectors import turns_json


class RevisionOutput(serializers.ModelSerializer[TranscriptRevision]):
    by = serializers.CharField(source="made_by_name")
    at = serializers.DateTimeField(source="created_at")
    file = serializers.CharField(source="raw_name", help_text="The file that was read; empty where turns were edited.")
    undone_by = serializers.IntegerField(source="undone_by.number", default=None, allow_null=True)
    undoes = serializers.IntegerField(source="undoes.number", default=None, allow_null=True)
    position = serializers.IntegerField(allow_null=True, help_text="The place of the first turn that it touched.")
    what = serializers.SerializerMethodField()
    n_changed = serializers.IntegerField()
    n_new = serializers.IntegerField()
    n_gone = serializers.IntegerField()

    class Meta:
        model = TranscriptRevision
        fields = [
            "number",
            "kind",
            "by",
            "at",
            "file",
            "format",
            "offset_ms",
            "undone_by",
            "undoes",
            "position",
            "what",
            "n_changed",
            "n_new",
            "n_gone",
        ]

    @extend_schema_field(serializers.ListField(child=serializers.ChoiceField(choices=["text", "time", "role"])))
    def get_what(self, revision: Any) -> list[str]:
        """What of the changed turns became another, to a rater."""
        return [what for what in ("text", "time", "role") if getattr(revision, f"changed_{what}")]


class RetiredOutput(serializers.Serializer[Any]):
    """A turn that left the transcript while labels are on it."""

    id = serializers.UUIDField()
    retired_by = serializers.IntegerField(help_text="The revision it left by; undoing that brings it back.")
    speaker = serializers.CharField()
    role = serializers.ChoiceField(choices=Turn.Role.choices)
    start_ms = serializers.IntegerField(allow_null=True)
    text = serializers.CharField()
    n_labels = serializers.IntegerField()


class TranscriptOutput(serializers.Serializer[Any]):
    version = serializers.IntegerField(help_text="Send it along with a change; an older one is refused.")
    can_undo = serializers.BooleanField()
    turns = TurnOutput(many=True)
    labels = serializers.DictField(
        child=serializers.IntegerField(), help_text="How many labels are on a turn, by turn; none where none do."
    )
    second_looks = serializers.DictField(
        child=serializers.IntegerField(), help_text="How many of them wait for a second look, by turn."
    )
    remarks = RemarkOutput(many=True)


class HistoryOutput(TranscriptOutput):
    revisions = RevisionOutput(many=True)
    retired = RetiredOutput(many=True)


class VersionInput(serializers.Serializer[Any]):
    version = serializers.IntegerField(min_value=1, max_value=2**31 - 1)


class SplitInput(VersionInput):
    at = serializers.IntegerField(min_value=1, max_value=2**31 - 1, help_text="The code point to cut before.")
    at_ms = serializers.IntegerField(min_value=0, max_value=LONGEST_MS, allow_null=True, default=None)


class TurnInput(VersionInput):
    speaker = serializers.CharField(max_length=120, allow_blank=True, required=False)
    role = serializers.ChoiceField(choices=Turn.Role.choices, required=False)
    start_ms = serializers.IntegerField(min_value=0, max_value=LONGEST_MS, allow_null=True, required=False)
    end_ms = serializers.IntegerField(min_value=0, max_value=LONGEST_MS, allow_null=True, required=False)
    # Blank is refused where the words are checked, and said so there.
    text = serializers.CharField(required=False, allow_blank=True, trim_whitespace=False, max_length=100_000)


class Transcript(APIView):
    @extend_schema(responses=HistoryOutput)
    def get(self, request: Request, session_id: int) -> Response:
        """The turns and how they came to be so, the latest change first."""
        session = session_to_edit(request, session_id)
        revisions = RevisionOutput(history_of(session), many=True).data
        return Response({**transcript_json(session), "revisions": revisions, "retired": retired_with_labels(session)})


class Undo(APIView):
    @extend_schema(request=VersionInput, responses=TranscriptOutput)
    def post(self, request: Request, session_id: int) -> Response:
        """Take back the latest change that stands. What it retired comes back with its labels."""
        session = session_to_edit(request, session_id)
        based_on = _read(VersionInput, request)["version"]
        undoing.undo(session=session, based_on=based_on, actor=access.person(request), now=timezone.now())
        return Response(transcript_json(session))


class TurnDetail(APIView):
    @extend_schema(request=TurnInput, responses=TranscriptOutput)
    def patch(self, request: Request, turn_id: UUID) -> Response:
        """Change a turn's words, times, speaker or role. Who labelled it is asked to look again."""
        turn = _turn(request, turn_id)
        told = _read(TurnInput, request)
        editing.change_turn(
            turn=turn, said=told, based_on=told["version"], actor=access.person(request), now=timezone.now()
        )
        return Response(transcript_json(turn.session))


class Split(APIView):
    @extend_schema(request=SplitInput, responses=TranscriptOutput)
    def post(self, request: Request, turn_id: UUID) -> Response:
        """Cut a turn in two; its labels stay with the first part."""
        turn = _turn(request, turn_id)
        told = _read(SplitInput, request)
        editing.split_turn(
            turn=turn,
            at=told["at"],
            at_ms=told["at_ms"],
            based_on=told["version"],
            actor=access.person(request),
            now=timezone.now(),
        )
        return Response(transcript_json(turn.session))


class Merge(APIView):
    @extend_schema(request=VersionInput, responses=TranscriptOutput)
    def post(self, request: Request, turn_id: UUID) -> Response:
        """Join the next turn to this one; its labels are kept with it, out of sight."""
        turn = _turn(request, turn_id)
        based_on = _read(VersionInput, request)["version"]
        editing.merge_with_next(turn=turn, based_on=based_on, actor=access.person(request), now=timezone.now())
        return Response(transcript_json(turn.session))


def session_to_edit(request: Request, session_id: int) -> Session:
    """The session, for its leads, unless one rates its face alone at the moment."""
    person = access.person(request)
    session = access.session_for(person, Session.objects.select_related("study"), session_id, roles=[access.LEAD])
    access.require_words(person, session)
    note_reading(person, [session], study_id=session.study_id, now=timezone.now())
    return session


def _turn(request: Request, turn_id: UUID) -> Turn:
    """The turn, hidden with its session from whoever may not open it; only leads go on."""
    person = access.person(request)
    turns = Turn.objects.select_related("session__study")
    turn = access.one_of(turns.filter(session__in=access.sessions_for(person, Session.objects.all())), pk=turn_id)
    access.require_role(person, turn.session.study, [access.LEAD])
    access.require_words(person, turn.session)
    note_reading(person, [turn.session], study_id=turn.session.study_id, now=timezone.now())
    return turn


def _read(form: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    told = form(data=request.data)
    told.is_valid(raise_exception=True)
    read: dict[str, Any] = told.validated_data
    return read


def transcript_json(session: Session) -> dict[str, Any]:
    """The turns as they are now, with what an editor needs to change them."""
    revision = latest_revision(session)
    turns = turns_json(session)
    return {
        "version": revision.number,
        "can_undo": undoing.undoable_revision(session) is not None,
        "turns": turns,
        "labels": {str(turn): n for turn, n in label_counts([turn["id"] for turn in turns]).items() if n},
        "second_looks": {str(turn): n for turn, n in second_look_counts([turn["id"] for turn in turns]).items()},
        "remarks": revision.file.remarks,
    }
