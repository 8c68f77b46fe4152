"""What the API's schema says beyond what its views and serializers tell."""

from typing import Any

Json = dict[str, Any]


def require_all_of_answers(result: Json, **_context: object) -> Json:
    """An answer always holds all its fields. Only what comes in may leave out a field that has a default."""
    for name, component in result["components"]["schemas"].items():
        if "properties" in component and not name.endswith("Request"):
            component["required"] = sorted(component["properties"])
    return result


def leave_out_what_the_database_allows(result: Json, **_context: object) -> Json:
    """The range of a database's integers differs between SQLite and PostgreSQL and says nothing of the API."""
    _leave_out_integer_ranges(result)
    return result


def _leave_out_integer_ranges(schema: object) -> None:
    if isinstance(schema, list):
        for each in schema:
            _leave_out_integer_ranges(each)
    elif isinstance(schema, dict):
        for key in ("minimum", "maximum"):
            if isinstance(schema.get(key), int) and abs(schema[key]) >= 2**15 - 1:
                del schema[key]
        if schema.get("format") == "int64":
            del schema["format"]
        for each in schema.values():
            _leave_out_integer_ranges(each)
