"""One study: its design, the person's roles in it, and how far it has come."""

from django.db import transaction
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import access
from annotator.agreement.services import change_far_apart
from annotator.agreement.standards import far_apart_rules
from annotator.corpus import preparing
from annotator.corpus.api.preparation import PictureSettings, ViewSettings
from annotator.corpus.consent import move_last_days
from annotator.overview.selectors import n_to_review, study_counts
from annotator.releases.plan import Fault, fault_of
from annotator.studies import services
from annotator.studies.api import TimeZoneField
from annotator.studies.models import Role, Study

_WITHHELD = "null for who reads no raters' answers, which it would tell them."


class CountsOutput(serializers.Serializer[object]):
    sessions = serializers.IntegerField()
    sessions_ready = serializers.IntegerField(help_text="Prepared, and everyone agrees to be labelled.")
    sessions_without_consent = serializers.IntegerField(help_text="Not everyone agrees to be labelled.")
    sessions_unasked = serializers.IntegerField(help_text="Someone in them never said whether they may be labelled.")
    sessions_unassigned = serializers.IntegerField(help_text="They may be labelled, and nobody is asked to.")
    passes_to_assign = serializers.IntegerField(help_text="What those sessions lack that may be labelled.")
    sessions_rated_twice = serializers.IntegerField(help_text="Two raters or more have labelled in them.")
    clients = serializers.IntegerField()
    client_turns = serializers.IntegerField(help_text="Client turns that may be labelled or have their label.")
    turns_with_picture = serializers.IntegerField(
        help_text="Those of them in which somebody is seen: only there it is asked whether words and face agree."
    )
    raters = serializers.IntegerField()
    raters_without_number = serializers.IntegerField(help_text="They get one when passes are assigned, all at once.")
    assignments = serializers.IntegerField()
    assignments_done = serializers.IntegerField()
    annotations_complete = serializers.IntegerField()
    annotations_expected = serializers.IntegerField()
    turns_to_compute = serializers.IntegerField(help_text="Turns with labels and no consensus yet.")
    turns_in_consensus = serializers.IntegerField(help_text="Client turns with an answer, or a tie, of the raters.")
    review_turns = serializers.IntegerField(help_text="Turns drawn for the experts, over all samples.")
    review_turns_done = serializers.IntegerField(help_text="Those of them on which an expert has given a verdict.")
    turns_settled = serializers.IntegerField(help_text="Turns with a gold label of incongruence.")
    turns_unsettled = serializers.IntegerField(help_text="Turns with a picture and a consensus, and no such label.")
    turns_to_accept = serializers.IntegerField(
        allow_null=True, help_text=f"Turns whose raters agree on incongruence, not gold yet; {_WITHHELD}"
    )
    disagreements_open = serializers.IntegerField(
        allow_null=True, help_text=f"Where everyone agrees to be labelled; {_WITHHELD}"
    )
    releases = serializers.IntegerField(help_text="Without those whose freezing failed or was cancelled.")
    releases_to_approve = serializers.IntegerField(help_text="Frozen and of use, and none approved has succeeded them.")
    releases_approved = serializers.IntegerField()
    releases_withdrawn = serializers.IntegerField(
        help_text="Frozen or approved, and with turns of people who no longer consent to training."
    )
    releases_usable = serializers.IntegerField(help_text="Approved, and may be trained on.")
    runs = serializers.IntegerField()
    runs_succeeded = serializers.IntegerField()


class ReleaseFaultOutput(serializers.Serializer[Fault]):
    code = serializers.ChoiceField(source="value", choices=Fault.choices)
    message = serializers.CharField(source="label")


class StudyDetailOutput(serializers.ModelSerializer[Study]):
    blurred_roles = serializers.ListField(child=serializers.ChoiceField(choices=Role.choices))
    my_roles = serializers.ListField(child=serializers.ChoiceField(choices=Role.choices))
    my_review_turns = serializers.IntegerField(help_text="Drawn turns that wait for this expert's verdict.")
    release_fault = ReleaseFaultOutput(
        allow_null=True, help_text="Why no release can be frozen now; null where one can, and for who may not plan one."
    )
    far_apart = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="From which distance two raters' numbers need a decision, by the steps of the scale: `{'9': 3}`.",
    )
    counts = CountsOutput()

    class Meta:
        model = Study
        fields = [
            "slug",
            "name",
            "description",
            "is_demo",
            "has_channel_passes",
            "raters_per_turn",
            "far_apart",
            "are_raters_blind",
            "unblinded_at",
            "is_one_persons",
            "engineers_see_frames",
            "frame_rule",
            "frames_per_turn",
            "face_finder",
            "blurred_roles",
            "is_pitch_shifted",
            "time_zone",
            "restored_as_of",
            "my_roles",
            "my_review_turns",
            "release_fault",
            "counts",
        ]


class StudyChangeInput(PictureSettings):
    description = serializers.CharField(required=False, allow_blank=True)
    raters_per_turn = serializers.IntegerField(required=False, min_value=1, max_value=50)
    far_apart = serializers.DictField(
        child=serializers.IntegerField(min_value=1, max_value=100),
        required=False,
        help_text="As the study says it; a distance that no two numbers of the scale have makes no disagreement.",
    )
    are_raters_blind = serializers.BooleanField(required=False)
    is_one_persons = serializers.BooleanField(required=False)
    engineers_see_frames = serializers.BooleanField(required=False)
    time_zone = TimeZoneField(required=False)


class StudyDetail(APIView):
    @extend_schema(responses=StudyDetailOutput)
    def get(self, request: Request, slug: str) -> Response:
        """The study at a glance."""
        return self._answer(request, access.study_for(access.person(request), slug))

    @extend_schema(request=StudyChangeInput, responses=StudyDetailOutput)
    def patch(self, request: Request, slug: str) -> Response:
        """Change what may still change; each change goes to the log. Recordings are prepared again where it asks so.

        Stewards change who sees blurred faces and hears lowered voices, and the time zone, where a consent's last day
        ends; nothing else.
        """
        person, now = access.person(request), timezone.now()
        study = access.study_for(person, slug, roles=[access.LEAD, access.STEWARD])
        form = StudyChangeInput(data=request.data)
        form.is_valid(raise_exception=True)
        if form.validated_data.keys() - ViewSettings().fields.keys() - {"time_zone"}:
            access.require_role(person, study, [access.LEAD])
        with transaction.atomic():
            services.lock_study(study)
            before = preparing.wanted_of(study)
            if "far_apart" in form.validated_data:
                change_far_apart(study=study, distances=form.validated_data.pop("far_apart"), actor=person, now=now)
            services.change_study(study=study, actor=person, now=now, **form.validated_data)
            if "time_zone" in form.validated_data:
                move_last_days(study)
            preparing.prepare_changed(study=study, before=before, actor=person, now=now)
        return self._answer(request, study)

    def _answer(self, request: Request, study: Study) -> Response:
        person, now = access.person(request), timezone.now()
        roles = access.roles_in(person, study)
        plans_releases = not roles.isdisjoint(access.PLAN_ROLES)
        study.my_roles = sorted(roles)  # type: ignore[attr-defined]
        study.my_review_turns = n_to_review(person, study, at=now)  # type: ignore[attr-defined]
        study.release_fault = fault_of(study, at=now) if plans_releases else None  # type: ignore[attr-defined]
        study.far_apart = far_apart_rules(study)  # type: ignore[attr-defined]
        counts: dict[str, int | None] = {**study_counts(study, at=now)}
        if not access.knows_raters_answers(person, study):
            # They change with a verdict that differs from the raters, whose answers an expert has yet to open.
            counts |= dict.fromkeys(["turns_to_accept", "disagreements_open"])
        study.counts = counts  # type: ignore[attr-defined]
        return Response(StudyDetailOutput(study).data)
