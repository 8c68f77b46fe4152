"""Two at once: lock what is decided on, then check, then write. The lock lasts to the end of the transaction.

SQLite has one writer, so nothing is locked there that a transaction has not locked as a whole.
"""

from typing import TypeVar

from django.db.models import Model, QuerySet
from django.http import Http404

M = TypeVar("M", bound=Model)


def lock(rows: QuerySet[M]) -> QuerySet[M]:
    """Hold these rows, and none that are joined to them, against everybody else who would lock or change them.

    Rows of other tables may go on referring to them: nobody waits only because they add something to a study.
    """
    return rows.select_for_update(of=("self",), no_key=True)


def locked(rows: QuerySet[M], row: M) -> M:
    """The row as it stands once it is held, read anew by `rows`.

    Raises:
        Http404: it is gone meanwhile.
    """
    found = lock(rows).filter(pk=row.pk).order_by().first()
    if found is None:
        raise Http404
    return found
