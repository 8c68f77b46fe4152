"""The pictures that a model sees of client turns, and those that people chose instead."""

from django.conf import settings
from django.db import models

from annotator.corpus.models.turns import Turn


class Frame(models.Model):
    """A picture that a model sees of one client turn, or the reason why there is none."""

    BY_HAND = "by_hand"
    """The rule of a frame that a person chose."""

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="frames")
    number = models.PositiveSmallIntegerField(default=0, help_text="Counts from 0 within the turn.")
    rule = models.CharField(max_length=30, help_text="`onset_sharpest`: how the moment was chosen.")
    rule_version = models.PositiveSmallIntegerField()
    path = models.CharField(max_length=255, blank=True)
    sha256 = models.CharField(max_length=64, blank=True)
    presentation_ms = models.PositiveIntegerField(null=True)
    frame_index = models.PositiveIntegerField(null=True)
    face_box = models.JSONField(null=True, help_text="x, y, w, h in pixels of the frame.")
    detector = models.CharField(max_length=40, blank=True)
    confidence = models.FloatField(null=True)
    sharpness = models.FloatField(null=True)
    missing_reason = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["turn", "number"], name="one_frame_per_turn_and_number")]

    def __str__(self) -> str:
        return f"frame {self.number} of {self.turn}"


class FrameChange(models.Model):
    """A frame that a person chose in another's place. It stands until it is taken back or followed by a newer one.

    The states are a frame's fields but for turn and number, by name.
    """

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="frame_changes")
    number = models.PositiveSmallIntegerField()
    before = models.JSONField(help_text="The frame's state until then.")
    after = models.JSONField(help_text="Its state since.")
    automatic = models.JSONField(help_text="What the study's rule chose, then or at a later preparation.")
    chosen_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    chosen_at = models.DateTimeField()
    ended_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    ended_at = models.DateTimeField(null=True, help_text="When it was taken back or followed by a newer one.")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["turn", "number"],
                condition=models.Q(ended_at__isnull=True),
                name="one_standing_change_per_frame",
            )
        ]

    def __str__(self) -> str:
        return f"change of frame {self.number} of {self.turn}"
