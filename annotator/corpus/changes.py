"""What each revision did to each turn: the history of a transcript, and what an undo goes by."""

from django.db import models

from annotator.corpus.models import TranscriptRevision, Turn


class TurnChange(models.Model):
    """What one revision did to one turn. Turns whose position changed since others came or went have none."""

    revision = models.ForeignKey(TranscriptRevision, on_delete=models.PROTECT, related_name="changes")
    turn = models.ForeignKey(Turn, on_delete=models.PROTECT, related_name="changes")
    before = models.JSONField(
        null=True,
        help_text="position, speaker, role, start_ms, end_ms, text and revision; none where the turn was not there.",
    )
    after = models.JSONField(null=True, help_text="The same; none where the turn was retired.")
    text_changed = models.BooleanField(default=False, help_text="So that a label by its words asks for a second look.")
    time_changed = models.BooleanField(default=False, help_text="The same of labels by its picture or sound.")
    role_changed = models.BooleanField(default=False, help_text="Another role speaks, or the turn was cut or joined.")

    place_changed = models.BooleanField(default=False, help_text="It passed other turns, so that others surround it.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["revision", "turn"], name="one_change_per_revision_and_turn")]

    def __str__(self) -> str:
        return f"{self.turn} by {self.revision}"

    @property
    def asks_again(self) -> bool:
        """Whether a label of the turn may rest on what was changed."""
        return self.text_changed or self.time_changed or self.role_changed or self.place_changed
