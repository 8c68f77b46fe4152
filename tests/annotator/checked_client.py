"""A client that holds each answer against the schema from which the front end's types are made."""

import json
import re
from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from jsonschema import Draft202012Validator
from rest_framework.test import APIClient

SCHEMA = settings.BASE_DIR / "frontend" / "schema.json"


class CheckedClient(APIClient):
    """Fails at once where an answer is not what the schema says."""

    def request(self, **kwargs: Any) -> Any:
        answer = super().request(**kwargs)
        _check(kwargs["REQUEST_METHOD"], kwargs["PATH_INFO"], answer)
        return answer


def _check(method: str, path: str, answer: HttpResponse) -> None:
    if answer.status_code >= 300 or not answer.headers.get("Content-Type", "").startswith("application/json"):
        return
    known = _shapes().get((method.lower(), answer.status_code), [])
    shape = next((shape for pattern, shape in known if pattern.fullmatch(path)), None)
    assert shape, f"The schema knows no answer {answer.status_code} to {method} {path}."
    faults = [f"{fault.json_path}: {fault.message}" for fault in shape.iter_errors(json.loads(answer.content))]
    assert not faults, f"{method} {path} answers otherwise than the schema says: {faults[0][:500]}"


@cache
def _shapes() -> dict[tuple[str, int], list[tuple[re.Pattern[str], Draft202012Validator]]]:
    """What each method and status answers, by path."""
    schema = _as_json_schema(json.loads(SCHEMA.read_text("utf-8")))
    shapes: dict[tuple[str, int], list[tuple[re.Pattern[str], Draft202012Validator]]] = {}
    for path, operations in schema["paths"].items():
        pattern = re.compile(re.sub(r"\{\w+\}", "[^/]+", path))
        for method, operation in operations.items():
            for status, response in operation["responses"].items():
                if "application/json" in response.get("content", {}):
                    shape = response["content"]["application/json"]["schema"]
                    validator = Draft202012Validator({**shape, "components": schema["components"]})
                    shapes.setdefault((method, int(status)), []).append((pattern, validator))
    return shapes


def _as_json_schema(part: Any) -> Any:
    """OpenAPI 3.0 says `nullable` where JSON Schema has a type of its own."""
    if isinstance(part, list):
        return [_as_json_schema(each) for each in part]
    if not isinstance(part, dict):
        return part
    plain = {key: _as_json_schema(each) for key, each in part.items() if key != "nullable"}
    return {"anyOf": [plain, {"type": "null"}]} if part.get("nullable") else plain
