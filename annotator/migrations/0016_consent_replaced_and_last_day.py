"""Consents that were succeeded are told from withdrawn ones; a consent's last day is the study's."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import TruncDate


def tell_apart(apps: Apps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    """A consent that ended at the very moment at which another to the same scope was given was replaced by it."""
    Consent = apps.get_model("annotator", "Consent")
    successor = Consent.objects.filter(
        person=OuterRef("person"), scope=OuterRef("scope"), given_at=OuterRef("withdrawn_at")
    ).exclude(pk=OuterRef("pk"))
    replaced = Consent.objects.filter(Exists(successor)).values_list("pk", flat=True)
    Consent.objects.filter(pk__in=list(replaced)).update(replaced_at=F("withdrawn_at"), withdrawn_at=None)
    # Until now days ended at midnight UTC, which stays the time zone of the studies that are there.
    Consent.objects.filter(expires_at__isnull=False).update(last_day=TruncDate("expires_at"))


def join_again(apps: Apps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("annotator", "Consent").objects.filter(replaced_at__isnull=False).update(
        withdrawn_at=F("replaced_at")
    )


class Migration(migrations.Migration):
    dependencies = [
        ("annotator", "0015_consensus_rounds_alone"),
    ]

    operations = [
        migrations.AddField(
            model_name="study",
            name="time_zone",
            field=models.CharField(
                default="UTC",
                help_text="As `Europe/Berlin`: where a consent's last day begins and ends.",
                max_length=64,
            ),
        ),
        migrations.AddField(
            model_name="consent",
            name="last_day",
            field=models.DateField(help_text="As the form says it: a day of the study's time zone.", null=True),
        ),
        migrations.AddField(
            model_name="consent",
            name="replaced_at",
            field=models.DateTimeField(help_text="When a newer consent to the same scope took its place.", null=True),
        ),
        migrations.AlterField(
            model_name="consent",
            name="expires_at",
            field=models.DateTimeField(help_text="The moment at which that day ends there.", null=True),
        ),
        migrations.RemoveConstraint(model_name="consent", name="one_standing_consent_per_scope"),
        migrations.RunPython(tell_apart, join_again, elidable=False),
        migrations.AddConstraint(
            model_name="consent",
            constraint=models.UniqueConstraint(
                condition=Q(replaced_at__isnull=True, withdrawn_at__isnull=True),
                fields=["person", "scope"],
                name="one_standing_consent_per_scope",
            ),
        ),
        migrations.AddConstraint(
            model_name="consent",
            constraint=models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=True) | Q(replaced_at__isnull=True),
                name="consent_withdrawn_or_replaced",
            ),
        ),
    ]
