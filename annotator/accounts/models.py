"""People who log in, and the tokens their scripts use."""

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """A person with a log-in. What they may do is told by their memberships of studies, never by this row.

    `is_superuser` may create studies and people and nothing else: it opens no study.
    """

    display_name = models.CharField(max_length=120, blank=True, help_text="How the person is called on pages.")
    is_demo = models.BooleanField(default=False, help_text="A demo log-in answers on loopback addresses only.")
    reset_by = models.ForeignKey(
        "self",
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="Who made the link by which the person last replaced a password; null from the command line.",
    )

    @property
    def name(self) -> str:
        """What pages call the person."""
        return self.display_name or self.username

    @property
    def is_invited(self) -> bool:
        """Whether the person has a log-in and has not set a password yet."""
        return not self.has_usable_password()


class PasswordLink(models.Model):
    """A link with which a person sets their own password, once. Kept as a digest; a newer one replaces it.

    The row goes when the link is used or taken back; the log keeps that it was there.
    """

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="password_link")
    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the link's token, in hex.")
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    made_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")

    def __str__(self) -> str:
        return f"password link of {self.user}"


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
