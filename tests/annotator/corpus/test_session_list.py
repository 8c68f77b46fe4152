"""The list of sessions: each of them once, at a cost that does not grow with turns times turns."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.adjudication.models import ReviewSample
from annotator.annotations.models import Assignment
from annotator.corpus.models import Session
from annotator.corpus.selectors import sessions_for
from annotator.studies.models import Study
from tests.annotator.conftest import NOW, AddSession


@pytest.fixture
def labelled_twice(study: Study, people: dict[str, User], add_session: AddSession) -> Session:
    """A session in two passes of Asha's and one of Ben's, and with two turns under review."""
    session = add_session(study)
    for name, pass_kind in [("asha", "words"), ("asha", "face"), ("ben", "together")]:
        rater = study.raters.get(user=people[name])
        Assignment.objects.create(rater=rater, session=session, pass_kind=pass_kind, created_at=NOW)
    sample = ReviewSample.objects.create(study=study, number=1, seed=1, size=2, drawn_from=4, drawn_at=NOW)
    for position, turn in enumerate(session.turns.filter(role="client")[:2]):
        sample.items.create(turn=turn, position=position, consensus={})
    return session


@pytest.mark.parametrize("who", ["chi", "sam", "asha", "ben", "eve"])
def test_a_session_is_listed_once_whatever_opens_it(
    who: str, study: Study, client_of: Callable[[str], APIClient], labelled_twice: Session
) -> None:
    listed = client_of(who).get(f"/api/v1/studies/{study.slug}/sessions/").json()["results"]

    assert [(each["id"], each["n_turns"]) for each in listed] == [(labelled_twice.pk, 8)]


@pytest.mark.parametrize("who", ["chi", "asha", "eve"])
def test_no_turn_and_no_pass_makes_a_row_for_which_turns_are_counted_again(who: str, people: dict[str, User]) -> None:
    rows = sessions_for(people[who], now=timezone.now())

    joined = {each.table_name for each in rows.query.alias_map.values()}

    assert not rows.query.distinct
    assert joined.isdisjoint({"annotator_turn", "annotator_assignment", "annotator_reviewitem"})
