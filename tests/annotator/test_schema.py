"""The schema that the front end's types are made from."""

from pathlib import Path

from django.conf import settings
from django.core.management import call_command

COMMITTED = settings.BASE_DIR / "frontend" / "schema.json"
RENEW = (
    "The API has changed: python manage.py spectacular --format openapi-json --file frontend/schema.json "
    "&& npm --prefix frontend run types"
)


def test_the_committed_schema_is_what_the_server_answers_by(tmp_path: Path) -> None:
    now = tmp_path / "schema.json"

    call_command("spectacular", format="openapi-json", file=str(now), validate=True, fail_on_warn=True)

    assert now.read_text("utf-8") == COMMITTED.read_text("utf-8"), RENEW
