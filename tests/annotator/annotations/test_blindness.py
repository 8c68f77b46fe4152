"""What a lead who is blind to who is who may read must not tell it."""

from collections.abc import Callable

from django.utils import timezone
from rest_framework.test import APIClient

from annotator.annotations.models import Assignment
from annotator.codebooks.models import PassKind
from annotator.studies.models import Study


def test_the_log_never_sets_a_raters_name_beside_their_pseudonym(
    labelled: Study, client_of: Callable[[str], APIClient]
) -> None:
    session = labelled.sessions.get(number=1)
    rater = labelled.raters.get(user__username="asha")
    assignment = Assignment.objects.create(
        rater=rater, session=session, pass_kind=PassKind.TOGETHER, created_at=timezone.now()
    )

    client_of("asha").post(f"/api/v1/assignments/{assignment.pk}/done/")
    client_of("asha").post(f"/api/v1/assignments/{assignment.pk}/reopen/")

    log = client_of("chi").get(f"/api/v1/studies/{labelled.slug}/log/").json()["results"]
    acts = [entry for entry in log if "The together pass" in entry["text"]]
    assert [entry["actor"] for entry in acts] == ["a rater", "a rater"]
    assert not any(rater.pseudonym in entry["text"] for entry in acts)
