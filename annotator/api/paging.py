"""Cursor paging for rows, stable while rows are added; numbered pages for lists that are computed."""

from rest_framework.pagination import CursorPagination, PageNumberPagination


class Cursor(CursorPagination):
    """`{"next", "previous", "results"}`; `?page_size=` up to 200."""

    page_size = 50
    max_page_size = 200
    page_size_query_param = "page_size"
    ordering = "-pk"


class OldestFirst(Cursor):
    """The same in the order in which the rows were made."""

    ordering = "pk"


class Pages(PageNumberPagination):
    """`{"count", "next", "previous", "results"}`; `?page_size=` up to 200."""

    page_size = 50
    max_page_size = 200
    page_size_query_param = "page_size"
