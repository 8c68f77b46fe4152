"""Held-out scores of a run, stored so that every table is computed from them. Never a formula."""

from django.db import models

from annotator.corpus.models import Turn
from annotator.runs.models import Run


class Evaluation(models.Model):
    """The figures of one run on its release's hold-out, as training/ and metrics/ computed them."""

    run = models.OneToOneField(Run, on_delete=models.PROTECT, related_name="evaluation")
    figures = models.JSONField(help_text="evaluation.json: estimates with n, interval and reasons.")
    headline = models.JSONField(default=dict, help_text="Of these the few that lists show, which load no figures.")
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"evaluation of {self.run}"


class ReplyScore(models.Model):
    """One score of one generated reply. `value` is empty, with the reason, where the score is undefined."""

    evaluation = models.ForeignKey(Evaluation, on_delete=models.PROTECT, related_name="reply_scores")
    turn = models.ForeignKey(Turn, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=60)
    value = models.FloatField(null=True)
    why_undefined = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["evaluation", "turn", "name"], name="one_reply_score_per_name")]

    def __str__(self) -> str:
        return f"{self.name} of {self.turn}"
