"""Two who record or withdraw a person's consent at one moment: one after the other, and nothing is lost."""

from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from annotator.audit.models import Entry
from annotator.corpus.models import Consent, Session
from annotator.studies.models import Study
from tests.annotator.at_once import at_once, statuses
from tests.annotator.conftest import AddSession

Browser = Callable[[str], APIClient]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def session(study: Study, add_session: AddSession) -> Session:
    return add_session(study)


def test_two_consents_at_once_leave_one_that_stands(session: Session, client_of: Browser) -> None:
    url = f"/api/v1/persons/{session.client.pk}/consents/"
    browsers = [client_of(who) for who in ("chi", "sam") * 4]
    wish = {"scopes": ["view", "external"], "basis": "form 4"}

    answers = at_once(*[lambda browser=browser: browser.post(url, wish, format="json") for browser in browsers])

    assert statuses(answers) == [201] * 8
    for scope, given in (("view", 9), ("external", 8)):
        rows = Consent.objects.filter(person=session.client, scope=scope)
        assert (rows.count(), rows.filter(replaced_at=None, withdrawn_at=None).count()) == (given, 1)


def test_two_withdrawals_at_once_end_it_once(session: Session, client_of: Browser) -> None:
    url = f"/api/v1/persons/{session.client.pk}/withdraw/"
    browsers = [client_of(who) for who in ("chi", "sam") * 4]

    answers = at_once(*[lambda browser=browser: browser.post(url, {}, format="json") for browser in browsers])

    assert statuses(answers) == [200] * 8
    assert not Consent.objects.filter(person=session.client, withdrawn_at=None).exists()
    told = list(Entry.objects.filter(action="consent.withdrawn").values_list("text", flat=True))
    assert sum("nothing that stood" in text for text in told) == 7


def test_a_withdrawal_beside_a_new_consent_leaves_no_consent_that_both_ended(
    session: Session, client_of: Browser
) -> None:
    person = f"/api/v1/persons/{session.client.pk}"
    chi, sam = client_of("chi"), client_of("sam")

    answers = at_once(
        lambda: chi.post(f"{person}/consents/", {"scopes": ["train"]}, format="json"),
        lambda: sam.post(f"{person}/withdraw/", {"scopes": ["train"]}, format="json"),
    )

    assert statuses(answers) == [200, 201]
    first, second = Consent.objects.filter(person=session.client, scope="train").order_by("pk")
    assert bool(first.replaced_at) != bool(first.withdrawn_at)
    assert second.replaced_at is None
    assert bool(second.withdrawn_at) == bool(first.replaced_at)
