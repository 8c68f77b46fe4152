"""Triggers by which the database itself refuses to change or delete rows of append-only tables."""

from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TABLES = ["annotator_entry", "annotator_annotationevent"]


def protect(schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Refuse updates and deletions of the append-only tables, on SQLite and PostgreSQL."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'table % is append-only', TG_TABLE_NAME USING ERRCODE = '23514'; END $$",
            params=None,  # The % is PostgreSQL's, not a place for a parameter.
        )
    for table, event in _pairs():
        name = f"{table}_no_{event.lower()}"
        if schema_editor.connection.vendor == "postgresql":
            body = "FOR EACH ROW EXECUTE FUNCTION refuse_change()"
        else:
            body = f"BEGIN SELECT RAISE(ABORT, 'table {table} is append-only'); END"
        schema_editor.execute(f"CREATE TRIGGER {name} BEFORE {event} ON {table} {body}")


def unprotect(schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Take the triggers away: to undo the migration, and for tests that empty all tables."""
    for table, event in _pairs():
        where = f" ON {table}" if schema_editor.connection.vendor == "postgresql" else ""
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_no_{event.lower()}{where}")


def _pairs() -> list[tuple[str, str]]:
    return [(table, event) for table in TABLES for event in ("UPDATE", "DELETE")]
