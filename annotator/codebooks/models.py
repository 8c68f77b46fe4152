"""What raters score: constructs with their levels, in versions that are never edited once used."""

from django.db import models


class Scale(models.TextChoices):
    NOMINAL = "nominal"
    ORDINAL = "ordinal"
    INTERVAL = "interval"
    TEXT = "text"
    SPANS = "spans"


class PassKind(models.TextChoices):
    """What a rater is shown: both channels, the words alone, or the picture alone."""

    TOGETHER = "together"
    WORDS = "words"
    FACE = "face"


class Codebook(models.Model):
    name = models.CharField(max_length=120, unique=True)

    def __str__(self) -> str:
        return self.name


class CodebookVersion(models.Model):
    """A frozen set of constructs. A change makes the next `number`."""

    codebook = models.ForeignKey(Codebook, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["codebook", "number"], name="one_codebook_version_per_number")]

    def __str__(self) -> str:
        return f"{self.codebook} {self.number}"


class Construct(models.Model):
    """One question of the codebook, with the scale its answers lie on."""

    version = models.ForeignKey(CodebookVersion, on_delete=models.PROTECT, related_name="constructs")
    key = models.SlugField(max_length=40, help_text="`incongruence`, `valence_face`: the name in code, CSV and JSON.")
    position = models.PositiveSmallIntegerField()
    label = models.CharField(max_length=120, help_text="`Valence of the face`: the name in tables.")
    question = models.CharField(max_length=200, help_text="`Do words and face agree?`: what the rater is asked.")
    scale = models.CharField(max_length=10, choices=Scale.choices)
    channel = models.CharField(max_length=5, blank=True, choices=[("words", "words"), ("face", "face")])
    passes = models.JSONField(default=list, help_text="The pass kinds that ask it, in a study with channel passes.")
    passes_without_channels = models.JSONField(default=list, help_text="The same, in a study with `together` alone.")
    is_required = models.BooleanField(default=True)
    asked_when = models.JSONField(
        null=True, help_text='Ask only when another construct has one of these: {"incongruence": ["minimizing"]}.'
    )
    low_label = models.CharField(max_length=60, blank=True, help_text="The word under the lowest level.")
    high_label = models.CharField(max_length=60, blank=True)
    definition = models.TextField(blank=True)
    examples = models.JSONField(default=list)

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["version", "key"], name="one_construct_per_key")]

    def __str__(self) -> str:
        return self.label

    def answer_of(self, level: "Level") -> str | int:
        """A level of this construct as JSON and files have it: its key on a nominal scale, else its number."""
        return level.key if self.scale == Scale.NOMINAL else level.value


class Level(models.Model):
    """One answer of a nominal, ordinal or interval construct. `value` orders it, `key` names it in files."""

    construct = models.ForeignKey(Construct, on_delete=models.PROTECT, related_name="levels")
    value = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=40)
    label = models.CharField(max_length=80)
    shortcut = models.CharField(max_length=1, blank=True, help_text="The key that picks it in the workspace.")
    definition = models.TextField(blank=True)

    class Meta:
        ordering = ["value"]
        constraints = [
            models.UniqueConstraint(fields=["construct", "value"], name="one_level_per_value"),
            models.UniqueConstraint(fields=["construct", "key"], name="one_level_per_key"),
        ]

    def __str__(self) -> str:
        return self.label
