"""The made study that the benchmarks measure on."""

import pytest

from annotator.annotations.models import Annotation, AnnotationEvent, Assignment, Score
from annotator.corpus.models import Turn
from bench.made_study import make_study


@pytest.mark.django_db
def test_every_client_turn_has_as_many_whole_answers_as_the_design_asks() -> None:
    study = make_study(n_sessions=3, client_turns=10, n_raters=5, raters_per_turn=2, with_events=True)

    assert Turn.objects.filter(session__study=study).count() == 60
    assert Assignment.objects.filter(session__study=study, done_at__isnull=False).count() == 6
    assert Annotation.objects.filter(turn__session__study=study, is_complete=True).count() == 60
    assert Score.objects.filter(construct__key="incongruence").count() == 60
    directed = Score.objects.filter(construct__key="direction").values("annotation")
    incongruent = Score.objects.filter(construct__key="incongruence").exclude(level__key="none").values("annotation")
    assert set(directed.values_list("annotation")) == set(incongruent.values_list("annotation"))
    assert AnnotationEvent.objects.count() == Score.objects.count()


@pytest.mark.django_db
def test_equal_seeds_give_equal_answers() -> None:
    given = []
    for name in ("One", "Two"):
        study = make_study(name=name, n_sessions=1, client_turns=20, n_raters=3)
        scores = Score.objects.filter(annotation__turn__session__study=study).order_by(
            "annotation__turn__position", "annotation__rater__pseudonym", "construct__position"
        )
        given.append(list(scores.values_list("construct__key", "level__key")))

    assert given[0] == given[1]
