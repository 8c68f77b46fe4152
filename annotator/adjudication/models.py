"""Expert review and gold labels. Never a change to an annotation."""

from django.conf import settings
from django.db import models

from annotator.codebooks.models import Construct, Level
from annotator.corpus.models import Turn
from annotator.studies.models import Study


class ReviewSample(models.Model):
    """A drawn set of turns whose consensus experts review. The seed draws it again."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="review_samples")
    number = models.PositiveIntegerField()
    seed = models.PositiveIntegerField()
    size = models.PositiveIntegerField()
    drawn_from = models.PositiveIntegerField(help_text="How many turns had a consensus when it was drawn.")
    drawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    drawn_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["study", "number"], name="one_review_sample_per_number")]

    def __str__(self) -> str:
        return f"review {self.number} of {self.study}"


class ReviewItem(models.Model):
    """One turn of a sample, with the consensus as it stood when the sample was drawn."""

    sample = models.ForeignKey(ReviewSample, on_delete=models.PROTECT, related_name="items")
    turn = models.ForeignKey(Turn, on_delete=models.PROTECT, related_name="review_items")
    position = models.PositiveIntegerField()
    consensus = models.JSONField(
        help_text="Construct key to level key or value: what the experts' labels are compared with."
    )

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["sample", "turn"], name="one_review_item_per_turn")]

    def __str__(self) -> str:
        return f"{self.sample}, {self.turn}"


class Opening(models.Model):
    """From here on one expert sees consensus and votes of a turn under review; never before their own verdict."""

    item = models.ForeignKey(ReviewItem, on_delete=models.PROTECT, related_name="openings")
    expert = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    expert_name = models.CharField(max_length=150)
    opened_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["item", "expert_name"], name="one_opening_per_expert")]

    def __str__(self) -> str:
        return f"{self.expert_name} opened {self.item}"


class Verdict(models.Model):
    """What one expert says of one turn by themselves. The newest row counts; older ones are its history."""

    class Kind(models.TextChoices):
        LABELS = "labels"
        TURN_BOUNDARY = "turn_boundary"
        CANNOT_JUDGE = "cannot_judge"

    item = models.ForeignKey(ReviewItem, on_delete=models.PROTECT, related_name="verdicts")
    expert = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    expert_name = models.CharField(max_length=150)
    number = models.PositiveSmallIntegerField(default=1, help_text="Counts the expert's verdicts on the turn.")
    is_current = models.BooleanField(default=True)
    is_blind = models.BooleanField(help_text="Given before the expert could see the raters' answers to the turn.")
    kind = models.CharField(max_length=15, choices=Kind.choices)
    agrees = models.BooleanField(
        null=True, help_text="Whether no label differs from the consensus; null where the turn was not labelled."
    )
    comment = models.TextField(blank=True)
    given_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "expert_name", "number"], name="one_verdict_per_number"),
            models.UniqueConstraint(
                fields=["item", "expert_name"],
                condition=models.Q(is_current=True),
                name="one_current_verdict_per_expert",
            ),
            models.CheckConstraint(
                condition=models.Q(kind="labels", agrees__isnull=False)
                | (~models.Q(kind="labels") & models.Q(agrees__isnull=True)),
                name="verdict_agrees_or_not_by_labels",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.expert_name} on {self.item}"


class VerdictLabel(models.Model):
    """An expert's own answer to one question, and whether it is that of the consensus."""

    verdict = models.ForeignKey(Verdict, on_delete=models.PROTECT, related_name="labels")
    construct = models.ForeignKey(Construct, on_delete=models.PROTECT, related_name="+")
    level = models.ForeignKey(Level, on_delete=models.PROTECT, related_name="+")
    agrees = models.BooleanField(null=True, help_text="Null where the raters have no consensus on it.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["verdict", "construct"], name="one_verdict_label_per_construct")]

    def __str__(self) -> str:
        return f"{self.construct.key} by {self.verdict}"

    @property
    def answer(self) -> str | int:
        """The expert's own answer as JSON has it."""
        return self.construct.answer_of(self.level)


class GoldLabel(models.Model):
    """The label of one construct of one turn that leaves. The newest row stands; older ones are its history."""

    class Origin(models.TextChoices):
        CONSENSUS = "consensus"
        FEW_RATERS = "few_raters"  # Accepted by a lead although fewer raters answered than the design asks for.
        DECISION = "decision"
        OVERRULED = "overruled"  # Decided otherwise than the raters' consensus, which nobody disputed.

    ACCEPTED = (Origin.CONSENSUS.value, Origin.FEW_RATERS.value)
    DECIDED = (Origin.DECISION.value, Origin.OVERRULED.value)

    turn = models.ForeignKey(Turn, on_delete=models.PROTECT, related_name="gold_labels")
    construct = models.ForeignKey(Construct, on_delete=models.PROTECT, related_name="+")
    level = models.ForeignKey(Level, null=True, on_delete=models.PROTECT, related_name="+")
    value = models.FloatField(null=True)
    origin = models.CharField(max_length=10, choices=Origin.choices)
    n_raters = models.PositiveSmallIntegerField(
        null=True, help_text="How many raters' answers there were to it; null where nobody counted them."
    )
    reason = models.TextField(blank=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    decided_by_name = models.CharField(max_length=150, blank=True)
    decided_at = models.DateTimeField()
    is_current = models.BooleanField(default=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["turn", "construct"],
                condition=models.Q(is_current=True),
                name="one_current_gold_label_per_construct",
            ),
            models.CheckConstraint(
                condition=models.Q(origin="consensus") | ~models.Q(reason=""), name="decision_has_a_reason"
            ),
        ]
        # The few decisions among a hundred thousand labels, counted whenever a page of the study is opened.
        indexes = [models.Index(fields=["origin", "is_current"], name="gold_labels_by_origin")]

    def __str__(self) -> str:
        return f"{self.construct.key} of {self.turn}"

    @property
    def answer(self) -> str | float | None:
        """The label as JSON has it: a level's key or number, or a mean of several raters."""
        return self.construct.answer_of(self.level) if self.level else self.value
