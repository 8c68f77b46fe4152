"""What the API's schema says beyond what its views and serializers tell."""

from typing import Any

Json = dict[str, Any]


def require_all_of_answers(result: Json, **_context: object) -> Json:
    """An answer always holds all its fields. Only what comes in may leave out a field that has a default."""
    for name, component in result["components"]["schemas"].items():
        if "properties" in component and not name.endswith("Request"):
            component["required"] = sorted(component["properties"])
    return result
