"""Consensus: one label from several raters, kept with the votes it came from. Never a formula."""

from django.db import models

from annotator.codebooks.models import Construct, Level
from annotator.corpus.models import Turn


class Consensus(models.Model):
    """What the raters of one turn say together about one construct, by a named method.

    `level` is empty where the majority is tied. `value` is the bias-corrected mean of an ordinal or interval
    construct, on the construct's own scale.
    """

    turn = models.ForeignKey(Turn, on_delete=models.PROTECT, related_name="consensuses")
    construct = models.ForeignKey(Construct, on_delete=models.PROTECT, related_name="+")
    method = models.CharField(max_length=20, default="majority")
    level = models.ForeignKey(Level, null=True, on_delete=models.PROTECT, related_name="+")
    value = models.FloatField(null=True)
    n_raters = models.PositiveSmallIntegerField()
    votes = models.JSONField(help_text="How many raters gave each level's key.")
    computed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["turn", "construct", "method"], name="one_consensus_per_turn_and_method")
        ]

    def __str__(self) -> str:
        return f"{self.construct.key} of {self.turn}"

    @property
    def is_tied(self) -> bool:
        return self.level_id is None and self.value is None
