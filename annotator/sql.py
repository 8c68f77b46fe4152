"""Values in SQL that is written by hand, as each database takes and gives them.

Only what raters wait for at each save is asked so: putting such a query together from models takes several times as
long as running it.
"""

import json
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from django.utils import timezone


def uuid_parameter(value: UUID) -> UUID | str:
    """The identifier as a parameter."""
    return value if connection.features.has_native_uuid_field else value.hex


def moment_parameter(moment: datetime) -> str | datetime | None:
    """The moment as a parameter."""
    return connection.ops.adapt_datetimefield_value(moment)


def moment_read(value: datetime) -> datetime:
    """The moment that a row gives; SQLite keeps its time zone apart."""
    return value if timezone.is_aware(value) else timezone.make_aware(value, connection.timezone)


def json_read(value: str | None) -> Any:
    """What was stored as JSON; both databases give its text."""
    return None if value is None else json.loads(value)
