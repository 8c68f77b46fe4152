"""What the API refuses of an input is said by the pages' words: no name of a field, no phrase of the framework."""

import re
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import pytest
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

import annotator
from annotator.api.errors import error_response

ROOMS = ("adjudication", "agreement", "annotations", "corpus", "evaluations", "overview", "releases", "runs", "studies")
BAD = (None, "", "x" * 5000, "no such", -1, 10**30, 0.001, [], [None], {}, {"a": 1}, "\x00", True)
CODE = re.compile(r"\b[a-zA-Z0-9]+_[a-zA-Z0-9_]+\b|Ensure this|[Tt]his (field|value)|\bpk\b|is not a valid|got type")


def inputs() -> Iterator[type[serializers.BaseSerializer[Any]]]:
    """Every serializer of these rooms that reads what somebody sends."""
    for module in walk_packages(annotator.__path__, "annotator."):
        if module.name.split(".")[1] in ROOMS and re.search(r"\.(api|outputs)(\.|$)", module.name):
            for thing in vars(import_module(module.name)).values():
                if isinstance(thing, type) and issubclass(thing, serializers.Serializer) and "Input" in thing.__name__:
                    yield thing


def leaves(messages: Any) -> Iterator[str]:
    if isinstance(messages, dict | list):
        for each in messages.values() if isinstance(messages, dict) else messages:
            yield from leaves(each)
    else:
        yield messages


@pytest.mark.parametrize("read", sorted(set(inputs()), key=str), ids=lambda read: read.__name__)
def test_no_refused_input_is_told_by_a_code_name(read: Any, db: None) -> None:
    for name in read().fields:
        for bad in BAD:
            form = read(data={name: bad})
            try:
                form.is_valid(raise_exception=True)
            except ValidationError as refusal:
                response = error_response(refusal, {})
                assert response is not None
                told = [response.data["message"], *leaves(response.data["fields"])]
                assert not [each for each in told if CODE.search(each)], (name, bad)
                assert all(each[0].isupper() for each in told), (name, bad, told)


@pytest.mark.parametrize(
    ("url", "body", "said"),
    [
        ("studies/couples-pilot/releases/", {"seed": -1}, "Seed must be 0 or more."),
        ("studies/couples-pilot/releases/", {"holdout_share": "much"}, "Hold-out share needs a number."),
        ("releases/{release}/runs/", {"seed": 2**31}, "Seed must be 2,147,483,647 or less."),
        ("releases/{release}/runs/", {"ablations": ["x_y"]}, "What the model is given: choose one of those offered."),
        ("releases/{release}/runs/", {"ablations": []}, "Choose at least one thing that the model is given."),
        ("studies/couples-pilot/review-samples/", [1], "What was sent cannot be read."),
        ("studies/couples-pilot/review-samples/", {"size": 0}, "Number of turns must be 1 or more."),
        (
            "studies/couples-pilot/members/",
            {"username": "dr meier", "role": "rater"},
            "A log-in name has 2 to 150 letters, digits or . @ + - _ and no blank.",
        ),
    ],
)
def test_releases_runs_and_reviews_refuse_in_sentences(url, body, said, approved, client_of):
    answer = client_of("chi").post(f"/api/v1/{url.format(release=approved)}", body, format="json")

    assert (answer.status_code, answer.json()["message"]) == (400, said)
