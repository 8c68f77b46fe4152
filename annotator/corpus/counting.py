"""Counting related rows without joining them."""

from typing import Any

from django.db.models import Count, IntegerField, QuerySet, Subquery
from django.db.models.functions import Coalesce


def count_of(rows: QuerySet[Any], *, by: str) -> Coalesce:
    """How many rows there are, as a column; `by` is the field that is the same in all of them."""
    counted = rows.order_by().values(by).annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)
