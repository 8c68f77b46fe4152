"""Every address of the API that answers a GET, asked one after the other, and what of a session its answers hold."""

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from itertools import product
from string import Formatter
from typing import Any
from zipfile import ZipFile

from django.http import HttpResponseBase
from rest_framework.test import APIClient

from tests.annotator.checked_client import SCHEMA

Ids = Mapping[str, Collection[object]]
"""What the parameters of addresses may be, by the name that the schema gives them."""


@dataclass(frozen=True)
class Leak:
    """Something that an answer holds."""

    address: str
    what: str


def leaks(browser: APIClient, ids: Ids, marks: Mapping[str, bytes]) -> list[Leak]:
    """Where the answers that `browser` gets hold one of the marks, in body or headers, zipped files among them."""
    return [
        Leak(address, what)
        for address in addresses(ids)
        for found in [answer(browser, address)]
        for what, mark in marks.items()
        if mark in found
    ]


def addresses(ids: Ids) -> Iterator[str]:
    """Every address of the schema that answers a GET, for each of the ids, bare and with each value of an option.

    What an option may be stands in the schema, or among the ids where it is free.
    """
    for path, operations in json.loads(SCHEMA.read_text("utf-8"))["paths"].items():
        if "get" not in operations:
            continue
        names = [name for _, name, _, _ in Formatter().parse(path) if name]
        assert set(names) <= ids.keys(), f"Say what stands for {set(names) - ids.keys()} in {path}."
        options = ["", *_options(operations["get"].get("parameters", []), ids)]
        for values in product(*(ids[name] for name in names)):
            for option in options:
                yield path.format(**dict(zip(names, values, strict=True))) + option


def _options(parameters: Collection[Mapping[str, Any]], ids: Ids) -> Iterator[str]:
    for parameter in parameters:
        name = parameter["name"]
        if parameter["in"] == "query":
            yield from (f"?{name}={value}" for value in parameter["schema"].get("enum", ids.get(name, [])))


def answer(browser: APIClient, address: str) -> bytes:
    """What comes of asking: headers and body as one, with all that is packed in it."""
    response: HttpResponseBase = browser.get(address)
    body = b"".join(response.streaming_content) if response.streaming else response.content  # type: ignore[attr-defined]
    headers = "\n".join(f"{name}: {value}" for name, value in response.items()).encode()
    return b"\n".join([headers, *_unpacked(body)])


def _unpacked(body: bytes) -> Iterator[bytes]:
    yield body
    # As JSON escapes it, a word with an umlaut would not be found.
    if body[:1] in (b"{", b"["):
        yield json.dumps(json.loads(body), ensure_ascii=False).encode()
    if body[:2] == b"PK":
        with ZipFile(BytesIO(body)) as packed:
            for name in packed.namelist():
                yield name.encode()
                yield packed.read(name)
