"""People who log in, and the tokens their scripts use."""

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """A person with a log-in. What they may do is told by their memberships of studies, never by this row.

    `is_superuser` may create studies and people and nothing else: it opens no study.
    """

    display_name = models.CharField(max_length=120, blank=True, help_text="How the person is called on pages.")
    is_demo = models.BooleanField(default=False, help_text="A demo log-in answers on loopback addresses only.")

    @property
    def name(self) -> str:
        """What pages call the person."""
        return self.display_name or self.username


class ApiToken(models.Model):
    """A bearer token, kept as a digest: the token itself is shown once, when it is made."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    label = models.CharField(max_length=80, help_text="What the token is for.")
    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the token, in hex.")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    latest_used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.label} of {self.user}"
