"""Who did, saw or downloaded what. Rows are added, never changed: the database refuses it too."""

from django.conf import settings
from django.db import models


class Entry(models.Model):
    """One thing a person did or saw.

    `text` is the sentence people read; it holds ids and values, never a turn's words.
    """

    at = models.DateTimeField(db_index=True)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.DO_NOTHING, db_constraint=False)
    actor_name = models.CharField(max_length=150, help_text="The actor's username then, or the program's name.")
    study = models.ForeignKey("annotator.Study", null=True, on_delete=models.DO_NOTHING, db_constraint=False)
    action = models.CharField(max_length=60, help_text="What happened, as a stable word: `recording.viewed`.")
    target_kind = models.CharField(max_length=40, blank=True)
    target_id = models.CharField(max_length=64, blank=True)
    text = models.TextField()
    hour = models.DateTimeField(null=True, help_text="The hour that it is said once in, of what pages ask repeatedly.")

    class Meta:
        verbose_name_plural = "entries"
        indexes = [models.Index(fields=["study", "-at"])]
        constraints = [
            # With a condition, so that SQLite makes an index of it and not a new table without the triggers.
            models.UniqueConstraint(
                fields=["actor", "action", "target_id", "hour"],
                condition=models.Q(hour__isnull=False),
                name="one_entry_per_opening_and_hour",
            )
        ]

    def __str__(self) -> str:
        return self.text
