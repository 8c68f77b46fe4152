"""Counting related rows without joining them, and what a JSON column holds without reading it."""

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Count, Func, IntegerField, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.db.models.sql.compiler import SQLCompiler


def count_of(rows: QuerySet[Any], *, by: str) -> Coalesce:
    """How many rows there are, as a column; `by` is the field that is the same in all of them."""
    counted = rows.order_by().values(by).annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


class JsonArrayLength(Func):
    """How many items the array has that is given, as a key of a JSON column."""

    function = "JSONB_ARRAY_LENGTH"
    output_field = IntegerField()

    def as_sqlite(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any) -> Any:
        return self.as_sql(compiler, connection, function="JSON_ARRAY_LENGTH", **context)
