"""Recorded people and what they agreed to."""

from django.db import models

from annotator.studies.models import Study


class Person(models.Model):
    """Somebody recorded, known by a pseudonym that stays the same over sessions."""

    class Role(models.TextChoices):
        CLIENT = "client"
        COUNSELLOR = "counsellor"

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="persons")
    pseudonym = models.CharField(max_length=40)
    role = models.CharField(max_length=10, choices=Role.choices)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["study", "pseudonym"], name="one_person_per_pseudonym"),
            models.CheckConstraint(condition=models.Q(role__in=["client", "counsellor"]), name="person_role_known"),
        ]

    def __str__(self) -> str:
        return self.pseudonym


class Consent(models.Model):
    """One scope that one recorded person agreed to. It holds while neither withdrawn, nor replaced, nor expired."""

    class Scope(models.TextChoices):
        VIEW = "view"
        ANNOTATE = "annotate"
        TRAIN = "train"
        APPRAISE = "appraise"
        EXTERNAL = "external"
        PUBLISH = "publish"

    OFFERED = (Scope.VIEW.value, Scope.ANNOTATE.value, Scope.TRAIN.value, Scope.EXTERNAL.value)
    """The scopes that something asks for. What is on record of the others stays there."""

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="consents")
    scope = models.CharField(max_length=10, choices=Scope.choices)
    basis = models.CharField(max_length=200, help_text="The form or document the person signed.")
    given_at = models.DateTimeField()
    last_day = models.DateField(null=True, help_text="As the form says it: a day of the study's time zone.")
    expires_at = models.DateTimeField(null=True, help_text="The moment at which that day ends there.")
    withdrawn_at = models.DateTimeField(null=True)
    replaced_at = models.DateTimeField(null=True, help_text="When a newer consent to the same scope took its place.")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["person", "scope"],
                condition=models.Q(withdrawn_at__isnull=True, replaced_at__isnull=True),
                name="one_standing_consent_per_scope",
            ),
            models.CheckConstraint(
                condition=models.Q(withdrawn_at__isnull=True) | models.Q(replaced_at__isnull=True),
                name="consent_withdrawn_or_replaced",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.scope}"
