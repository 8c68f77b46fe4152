"""The log and the events of annotations are append-only, kept so by the database."""

from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from annotator.audit.append_only import protect, unprotect


def forwards(_apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    protect(schema_editor)


def backwards(_apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    unprotect(schema_editor)


class Migration(migrations.Migration):
    dependencies = [("annotator", "0001_initial")]
    operations = [migrations.RunPython(forwards, backwards)]
