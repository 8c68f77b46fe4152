"""A study: its people's roles and its design."""

from django.conf import settings
from django.db import models

from annotator.codebooks.models import CodebookVersion


class Role(models.TextChoices):
    RATER = "rater"
    EXPERT = "expert"
    LEAD = "lead"
    ENGINEER = "engineer"
    STEWARD = "steward"
    APPRAISER = "appraiser"


OFFERED_ROLES = [(role.value, role.label) for role in Role if role != Role.APPRAISER]
"""What a person can be given today: nothing asks appraisers anything yet."""


class FrameRule(models.TextChoices):
    """How the pictures are chosen that a model sees of a client turn."""

    ONSET_SHARPEST = "onset_sharpest", "sharpest face of the first second"
    TURN_START = "turn_start", "first picture of the turn"
    MIDPOINT = "midpoint", "picture in the middle of the turn"
    APEX = "apex", "face that changed most"
    UNIFORM_K = "uniform_k", "several pictures, evenly spaced"


class FaceFinder(models.TextChoices):
    """How the client's face is found in a picture."""

    DETECTED = "detected", "found by the cascade that ships with OpenCV, and followed"
    YUNET = "yunet", "found by the YuNet network, and followed"
    CLIENT_REGION = "client_region", "fills the region that was drawn"


class Study(models.Model):
    """The frame everything belongs to. Its codebook version and design rule what raters are asked."""

    name = models.CharField(max_length=120, unique=True)
    slug = models.SlugField(max_length=60, unique=True)
    description = models.TextField(blank=True)
    codebook_version = models.ForeignKey(CodebookVersion, on_delete=models.PROTECT, related_name="studies")
    has_channel_passes = models.BooleanField(
        default=False, help_text="Words alone and face alone are rated besides, which gives the VAD of each channel."
    )
    raters_per_turn = models.PositiveSmallIntegerField(default=2)
    far_apart_from = models.JSONField(
        default=dict,
        blank=True,
        help_text="From which distance raters' numbers need a decision, by the steps of the scale: `{'9': 3}`.",
    )
    are_raters_blind = models.BooleanField(default=True, help_text="Leads see raters by pseudonym.")
    unblinded_at = models.DateTimeField(
        null=True, help_text="Since when leads see who each rater is; what was seen stays seen."
    )
    is_one_persons = models.BooleanField(
        default=False, help_text="One person leads it, stands in for the steward and approves their own releases."
    )
    engineers_see_frames = models.BooleanField(default=False)
    frame_rule = models.CharField(max_length=30, choices=FrameRule.choices, default=FrameRule.ONSET_SHARPEST)
    frames_per_turn = models.PositiveSmallIntegerField(default=1, help_text="By the rule `uniform_k`; else it is one.")
    face_finder = models.CharField(max_length=20, choices=FaceFinder.choices, default=FaceFinder.DETECTED)
    blurred_roles = models.JSONField(
        default=list, blank=True, help_text="Who is shown recordings with blurred faces, and never the clear ones."
    )
    is_pitch_shifted = models.BooleanField(default=False, help_text="The voices of the blurred view are lowered.")
    time_zone = models.CharField(
        max_length=64, default="UTC", help_text="As `Europe/Berlin`: where a consent's last day begins and ends."
    )
    restored_as_of = models.DateTimeField(
        null=True, help_text="When the backup was made that it came back from, until a steward has confirmed it."
    )
    is_demo = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "studies"
        constraints = [
            models.CheckConstraint(condition=models.Q(raters_per_turn__gte=1), name="study_raters_per_turn_1_or_more"),
            models.CheckConstraint(
                condition=models.Q(frames_per_turn__range=(1, 16)), name="study_frames_per_turn_1_to_16"
            ),
        ]

    def __str__(self) -> str:
        return self.name


BLURRABLE_ROLES = [(role.value, role.label) for role in (Role.RATER, Role.EXPERT, Role.ENGINEER, Role.STEWARD)]
"""Leads import the recordings and draw where the client is, so they see them as they are."""


class Membership(models.Model):
    """One role of one person in one study. A person may hold several."""

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["study", "user", "role"], name="one_membership_per_study_user_and_role"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="membership_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user}, {self.role} of {self.study}"


class Rater(models.Model):
    """Who scores turns in a study: a person, or a named imported source, kept apart in every figure.

    The row outlives the person's log-in, so deleting a person never deletes research data.
    """

    class Kind(models.TextChoices):
        PERSON = "person"
        IMPORTED = "imported"
        MACHINE = "machine"

    study = models.ForeignKey(Study, on_delete=models.PROTECT, related_name="raters")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="raters")
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.PERSON)
    pseudonym = models.CharField(max_length=40, help_text="`R3`: what leads see while blind, and what files hold.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["study", "pseudonym"], name="one_rater_per_pseudonym"),
            models.UniqueConstraint(
                fields=["study", "user"], condition=models.Q(user__isnull=False), name="one_rater_per_user_and_study"
            ),
        ]

    def __str__(self) -> str:
        return self.pseudonym
