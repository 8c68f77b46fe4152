"""Marked words in a text that was changed: where they stand now, or that they no longer do."""

import time

import pytest

from annotator.annotations.spans import moved_spans

pytestmark = pytest.mark.one_database


def mark(text: str) -> tuple[str, dict[str, int | str]]:
    """The text without its square brackets, and the span that they enclosed."""
    start, end = text.index("["), text.index("]") - 1
    return text.replace("[", "").replace("]", ""), {"start": start, "end": end}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I am [fine].", "Well, I am [fine]."),
        ("I am [fine].", "[fine]."),
        ("I'm [not fine], really.", "I'm [not fine] at all, really."),
        ("so [tired] today", "so [tired]"),
        ("it is [fine really]", "it is [Fine, really]"),
        ("no [no] no", "no [no]"),
        ("He said [“go away”] to me.", "Then he said [“go away”] to me."),
        ("He said [“go away”] to me.", "He said [go away] to me."),
        ("I left and [then I cried]", "[then I cried] and I left"),
        ("👍 I am [fine 🙂] 👍🏽", "I am [fine 🙂] now 👍🏽👍"),
        ("the 👨‍👩‍👧 is [here]", "the whole 👨‍👩‍👧 👍🏽 is [here]"),
        ("ma [me\u0301re] est la\u0300", "et ma [m\u00e9re] est la\u0300"),
        ("[caf\u00e9] noir", "un [cafe\u0301] noir"),
        ("我[很好]。", "今天我[很好]了。"),
        ("he was [under]standing", "he was so [under]standing"),
        ("well [?!] no", "oh well [?!] no"),
        ("I [am fine]", "I  [am   fine]"),
    ],
)
def test_marked_words_are_found_where_they_stand_now(before, after):
    (old, span), (new, expected) = mark(before), mark(after)

    assert moved_spans([span], old, new) == [expected]


@pytest.mark.parametrize(
    ("before", "after", "quote"),
    [
        ("I am [fine].", "I am tired.", "fine"),
        ("I am [really fine].", "I am really, truly fine.", "really fine"),
        ("I am [fine, really].", "I am fine", "fine, really"),
        ("[no] I can't", "I can't", "no"),
        ("I am [👍🏽] here", "I am [👍] here", "👍🏽"),
        ("[me\u0301re]", "mere", "me\u0301re"),
        ("well [?!] no", "well no", "?!"),
    ],
)
def test_words_that_no_longer_stand_are_kept_as_a_quote(before, after, quote):
    old, span = mark(before)

    assert moved_spans([span], old, after.replace("[", "").replace("]", "")) == [{"quote": quote}]


def test_a_quote_becomes_a_passage_once_its_words_stand_in_one_place():
    quote = {"quote": "really fine"}

    assert moved_spans([quote], "I am.", "I am Really fine.") == [{"start": 5, "end": 16}]
    assert moved_spans([quote], "I am.", "really fine, really fine") == [quote]


def test_moments_stay_and_what_comes_to_be_the_same_is_one():
    moments = [{"at_ms": 5}, {"start_ms": 1, "end_ms": 2}]
    spans = [*moments, {"start": 0, "end": 2}, {"quote": "I"}, {"start": 0, "end": 0}, {"start": 3, "end": 99}]

    assert moved_spans(spans, "I, am", "I am") == [
        *moments, {"start": 0, "end": 1}, {"start": 0, "end": 0}, {"start": 2, "end": 4},
    ]  # fmt: skip


def test_a_long_turn_that_became_another_one_is_compared_in_no_time():
    before, after = "a b " * 12_000, "b c " * 12_000
    began_s = time.process_time()

    (moved,) = moved_spans([{"start": 0, "end": 1}], before, after)

    assert moved == {"quote": "a"}
    assert time.process_time() - began_s < 2
