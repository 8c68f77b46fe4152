"""Expert review, the queue of disagreements, and gold labels."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator import access
from annotator.accounts.models import User
from annotator.adjudication import reviewing, selectors, services
from annotator.adjudication.disputed_labels import DisputedLabel, disputed_labels, labels_of_turn, turns_found
from annotator.adjudication.disputes import disputes_of
from annotator.adjudication.models import ReviewItem, ReviewSample
from annotator.adjudication.outputs import (
    AcceptInput,
    DisputeOutput,
    FoundTurnOutput,
    GoldLabelInput,
    GoldLabelOutput,
    ReviewItemOutput,
    ReviewSampleOutput,
    TallyOutput,
    VerdictInput,
)
from annotator.adjudication.reviewing import Opinion
from annotator.adjudication.selectors import ItemForReview
from annotator.annotations.asked import is_seen
from annotator.annotations.viewing import note_votes
from annotator.api.paging import Cursor, Pages
from annotator.api.seeds import SeedField
from annotator.corpus.models import Session, Turn
from annotator.corpus.playback import note_reading
from annotator.corpus.standing import to_rate
from annotator.jobs.api import JobOutput
from annotator.studies.models import Study

REVIEWERS = [access.EXPERT, access.LEAD]


class SampleInput(serializers.Serializer[Any]):
    size = serializers.IntegerField(min_value=1, max_value=10_000, default=reviewing.DEFAULT_SIZE)
    seed = SeedField()


class ReviewSamples(APIView):
    pagination_class = Cursor

    @extend_schema(responses=ReviewSampleOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The study's reviews, newest first; their outcome is for leads."""
        person = access.person(request)
        study = access.study_for(person, slug, roles=REVIEWERS)
        pages = self.pagination_class()
        samples = pages.paginate_queryset(study.review_samples.select_related("drawn_by", "study"), request, view=self)
        is_lead = access.LEAD in access.roles_in(person, study)
        reviews = selectors.reviews_for(person, samples or [], with_result=is_lead)
        return pages.get_paginated_response(ReviewSampleOutput(reviews, many=True).data)

    @extend_schema(request=SampleInput, responses={201: ReviewSampleOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Draw turns for the experts to review."""
        person = access.person(request)
        study = access.study_for(person, slug, roles=[access.LEAD])
        form = SampleInput(data=request.data)
        form.is_valid(raise_exception=True)
        sample = reviewing.draw_sample(study=study, actor=person, now=timezone.now(), **form.validated_data)
        (review,) = selectors.reviews_for(person, [sample], with_result=True)
        return Response(ReviewSampleOutput(review).data, status=status.HTTP_201_CREATED)


class ReviewItems(APIView):
    @extend_schema(responses=ReviewItemOutput(many=True))
    def get(self, request: Request, sample_id: int) -> Response:
        """The turns of a review. An expert opens the raters' answers to a turn once their own verdict on it is in.

        Turns that an expert rated themselves are left out.
        """
        person = access.person(request)
        sample = access.one_of(
            access.narrow(person, ReviewSample.objects.select_related("study"), roles=REVIEWERS),
            pk=sample_id,
        )
        items = sample.items.filter(to_rate(), is_seen(sample.study)).select_related("turn__session")
        is_expert = access.EXPERT in access.roles_in(person, sample.study)
        if is_expert:
            items = items.exclude(reviewing.own_turns(person))
        shown = selectors.items_for(person, items, study=sample.study, is_expert=is_expert, now=timezone.now())
        _note(person, sample.study, shown)
        return Response(ReviewItemOutput(shown, many=True).data)


class ItemVerdict(APIView):
    @extend_schema(request=VerdictInput, responses={201: ReviewItemOutput})
    def post(self, request: Request, item_id: int) -> Response:
        """Say by oneself what a turn shows, or that it can't be said. A newer verdict corrects the former one."""
        person = access.person(request)
        item = _item_of(person, item_id)
        form = VerdictInput(data=request.data)
        form.is_valid(raise_exception=True)
        given = form.validated_data
        corrects = given.pop("corrects")
        now = timezone.now()
        reviewing.give_verdict(item=item, expert=person, opinion=Opinion(**given), corrects=corrects, now=now)
        (shown,) = selectors.items_for(person, [item], study=item.sample.study, is_expert=True, now=now)
        _note(person, item.sample.study, [shown])
        return Response(ReviewItemOutput(shown).data, status=status.HTTP_201_CREATED)


class ItemOpening(APIView):
    @extend_schema(request=None, responses={201: ReviewItemOutput})
    def post(self, request: Request, item_id: int) -> Response:
        """See what the raters say, one's own verdict being in. Verdicts from then on are marked so."""
        person = access.person(request)
        item = _item_of(person, item_id)
        now = timezone.now()
        reviewing.open_answers(item=item, expert=person, now=now)
        (shown,) = selectors.items_for(person, [item], study=item.sample.study, is_expert=True, now=now)
        _note(person, item.sample.study, [shown])
        return Response(ReviewItemOutput(shown).data, status=status.HTTP_201_CREATED)


class Disagreements(APIView):
    pagination_class = Pages

    @extend_schema(
        parameters=[
            OpenApiParameter("state", str, enum=["open", "settled"]),
            OpenApiParameter("construct", str),
        ],
        responses=DisputeOutput(many=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        """Labels on which raters tie or lie far apart or an expert disagrees, and those that a lead overruled."""
        person = access.person(request)
        study = access.study_for(person, slug, roles=[access.LEAD])
        state, construct = request.query_params.get("state"), request.query_params.get("construct")
        disputes = [
            each
            for each in disputes_of(study)
            if (not state or each.is_open == (state == "open")) and (not construct or each.construct == construct)
        ]
        pages = self.pagination_class()
        page = pages.paginate_queryset(disputes, request, view=self) or []
        shown = disputed_labels(person, study, page, now=timezone.now())
        _note(person, study, shown)
        return pages.get_paginated_response(DisputeOutput(shown, many=True).data)


class DisagreementTally(APIView):
    @extend_schema(responses=TallyOutput)
    def get(self, request: Request, slug: str) -> Response:
        """How ties, distances and objections come to so many disagreements, and what accepting would still settle."""
        study = access.study_for(access.person(request), slug, roles=[access.LEAD])
        return Response(TallyOutput(selectors.state_of_labels(study, at=timezone.now())).data)


class FoundTurns(APIView):
    @extend_schema(
        parameters=[OpenApiParameter("q", str, description="A place, as `S003 turn 12`, or some of the words.")],
        responses=FoundTurnOutput(many=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        """Client turns by their place or their words, so that a lead can look at their labels; twenty at most."""
        person = access.person(request)
        study = access.study_for(person, slug, roles=[access.LEAD])
        found = turns_found(person, study, request.query_params.get("q", "").strip())
        note_reading(person, {turn.session for turn in found}, study_id=study.pk, now=timezone.now())
        return Response(FoundTurnOutput(found, many=True).data)


class TurnLabels(APIView):
    @extend_schema(responses=DisputeOutput(many=True))
    def get(self, request: Request, turn_id: UUID) -> Response:
        """All labels of one turn, disputed or not, with clip, votes and verdicts."""
        turn = _turn_of(request, turn_id)
        person = access.person(request)
        shown = labels_of_turn(person, turn, now=timezone.now())
        _note(person, turn.session.study, shown)
        return Response(DisputeOutput(shown, many=True).data)


class TurnGoldLabel(APIView):
    @extend_schema(parameters=[OpenApiParameter("construct", str)], responses=GoldLabelOutput(many=True))
    def get(self, request: Request, turn_id: UUID) -> Response:
        """The gold labels of a turn with their history, newest first."""
        turn = _turn_of(request, turn_id)
        labels = turn.gold_labels.select_related("construct", "level").order_by("-pk")
        if construct := request.query_params.get("construct"):
            labels = labels.filter(construct__key=construct)
        return Response(GoldLabelOutput(labels, many=True).data)

    @extend_schema(request=GoldLabelInput, responses={201: GoldLabelOutput})
    def post(self, request: Request, turn_id: UUID) -> Response:
        """Decide a label, disputed or not, with the reason. A newer decision takes its place, and both are kept."""
        turn = _turn_of(request, turn_id)
        form = GoldLabelInput(data=request.data)
        form.is_valid(raise_exception=True)
        given = form.validated_data
        person, now = access.person(request), timezone.now()
        if given.pop("returns_to_consensus"):
            del given["value"]
            gold = services.return_to_consensus(turn=turn, actor=person, now=now, **given)
        else:
            gold = services.settle(turn=turn, actor=person, now=now, **given)
        return Response(GoldLabelOutput(gold).data, status=status.HTTP_201_CREATED)


class AcceptConsensus(APIView):
    @extend_schema(request=AcceptInput, responses={202: JobOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Have gold labels made of the consensus wherever nobody disputes it; the job's result counts them."""
        person = access.person(request)
        study = access.study_for(person, slug, roles=[access.LEAD])
        form = AcceptInput(data=request.data)
        form.is_valid(raise_exception=True)
        job = services.start_accepting(study=study, actor=person, now=timezone.now(), **form.validated_data)
        return Response(JobOutput(job).data, status=status.HTTP_202_ACCEPTED)


def _note(person: User, study: Study, shown: Iterable[ItemForReview | DisputedLabel]) -> None:
    """Log whose words and votes these pages show."""
    shown, now = list(shown), timezone.now()
    note_reading(person, {each.turn.session for each in shown if each.turn.text}, study_id=study.pk, now=now)
    if any(each.votes for each in shown):
        note_votes(person, study, now=now)


def _turn_of(request: Request, turn_id: UUID) -> Turn:
    """The turn, hidden with its session from whoever may not open it; only leads go on."""
    person = access.person(request)
    turns = Turn.objects.select_related("session__study")
    turn = access.one_of(turns.filter(session__in=access.sessions_for(person, Session.objects.all())), pk=turn_id)
    access.require_role(person, turn.session.study, [access.LEAD])
    access.require_all_channels(person, turn.session)
    return turn


def _item_of(person: User, item_id: int) -> ReviewItem:
    """The turn under review, for the experts of its study alone."""
    items = ReviewItem.objects.select_related("sample__study", "turn__session")
    item = access.one_of(access.narrow(person, items, roles=REVIEWERS, study="sample__study"), pk=item_id)
    access.require_role(person, item.sample.study, [access.EXPERT])
    access.require_all_channels(person, item.turn.session)
    return item
