"""What is noted once in an hour is noted once by requests at one moment too, and none of them fails for it."""

from collections.abc import Callable
from functools import partial

import pytest
from rest_framework.test import APIClient

from annotator.accounts.models import User
from annotator.audit.models import Entry
from annotator.corpus.playback import note_reading
from annotator.studies.models import Study
from tests.annotator.at_once import at_once, statuses
from tests.annotator.conftest import NOW, AddSession

pytestmark = pytest.mark.django_db(transaction=True)

Browser = Callable[[str], APIClient]


def test_a_session_that_is_opened_in_several_windows_is_noted_once(
    study: Study, client_of: Browser, add_session: AddSession
) -> None:
    address = f"/api/v1/sessions/{add_session(study).pk}/"

    outcomes = at_once(*[partial(client_of("chi").get, address) for _ in range(16)])

    assert statuses(outcomes) == [200] * 16
    # At the turn of an hour there would be one more; nothing else may make two.
    noted = Entry.objects.filter(action="words.read")
    assert noted.count() == noted.values("hour").distinct().count()


def test_lists_in_any_order_note_each_session_once(
    study: Study, people: dict[str, User], add_session: AddSession
) -> None:
    sessions = [add_session(study, client=f"C-{number}", n_turns=1) for number in range(12)]
    orders = [sessions, sessions[::-1], sessions[6:] + sessions[:6]]

    outcomes = at_once(
        *[partial(note_reading, people["chi"], order, study_id=study.pk, now=NOW) for order in orders * 4]
    )

    assert outcomes == [None] * 12
    assert Entry.objects.filter(action="words.read").count() == 12
