"""One label from several raters, kept with the votes it came from, and figures of agreement. Never a formula."""

from django.db import models

from annotator.codebooks.models import Construct, Level, PassKind
from annotator.corpus.models import Turn
from annotator.studies.models import Study


class ConsensusRound(models.Model):
    """One computation of a study's consensus. Its rows count once it is whole and the current one, and not before."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="consensus_rounds")
    method = models.CharField(max_length=20, default="majority")
    is_current = models.BooleanField(default=False)
    as_of = models.DateTimeField(help_text="When the ratings were read: what was rated later does not count.")
    basis = models.JSONField(
        default=dict, help_text="The state of the ratings then; another state now means that it is out of date."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["study"], condition=models.Q(is_current=True), name="one_current_consensus_round"
            )
        ]

    def __str__(self) -> str:
        return f"consensus of {self.study} as of {self.as_of}"


class CurrentConsensus(models.Manager["Consensus"]):
    """The rows of each study's current round, which are all that anybody is shown."""

    def get_queryset(self) -> models.QuerySet["Consensus"]:
        return super().get_queryset().filter(round__is_current=True)


class Consensus(models.Model):
    """What the raters of one turn say together about one construct.

    `level` is empty where the majority is tied. `value` is the bias-corrected mean of an ordinal or interval
    construct, on the construct's own scale; of one rater it is that rater's number. Whether so many raters are enough,
    and whether their numbers lie too far apart, the study's rules say at the moment they are asked: see `standards`.
    """

    # Neither with an index of its own: `consensus_by_turn` begins with the round, the constraint's with the turn.
    round = models.ForeignKey(ConsensusRound, on_delete=models.PROTECT, related_name="labels", db_index=False)
    turn = models.ForeignKey(Turn, on_delete=models.PROTECT, related_name="consensuses", db_index=False)
    construct = models.ForeignKey(Construct, on_delete=models.PROTECT, related_name="+")
    level = models.ForeignKey(Level, null=True, on_delete=models.PROTECT, related_name="+")
    value = models.FloatField(null=True)
    spread = models.FloatField(null=True, help_text="From the lowest to the highest number given; null without any.")
    n_raters = models.PositiveSmallIntegerField()
    votes = models.JSONField(help_text="How many raters gave each level's key.")

    objects = CurrentConsensus()
    every: "models.Manager[Consensus]" = models.Manager()

    class Meta:
        indexes = [
            # All that counting asks of a row, so that counting a large study's reads no rows.
            models.Index(
                fields=["round", "turn", "construct", "spread", "level", "value", "n_raters"], name="consensus_by_turn"
            )
        ]
        constraints = [
            models.UniqueConstraint(fields=["turn", "construct", "round"], name="one_consensus_per_turn_and_round")
        ]

    def __str__(self) -> str:
        return f"{self.construct.key} of {self.turn}"

    @property
    def is_tied(self) -> bool:
        return self.level_id is None and self.value is None


class AgreementFigures(models.Model):
    """The figures of one page of agreement as they were last computed, for all who ask. Never a turn's words."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="agreement_figures")
    pass_kind = models.CharField(max_length=8, choices=PassKind.choices)
    page = models.CharField(max_length=60, blank=True, help_text="A construct's key; empty for the page of the pass.")
    shape = models.PositiveSmallIntegerField(help_text="Of the figures; those of another shape are computed anew.")
    figures = models.JSONField()
    state = models.JSONField(help_text="What they rest on: a `PassState`.")
    as_of = models.DateTimeField(help_text="When the labels began to be read.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["study", "pass_kind", "page"], name="one_agreement_per_pass_and_page")
        ]

    def __str__(self) -> str:
        return f"agreement of {self.study}, {self.pass_kind} {self.page}"
