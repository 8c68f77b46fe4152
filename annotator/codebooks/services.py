"""Making codebooks. A version is written once, whole."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime

from django.db import transaction

from annotator.codebooks import default
from annotator.codebooks.default import ConstructSpec
from annotator.codebooks.models import Codebook, CodebookVersion, Construct, Level


def default_codebook_version(*, now: datetime) -> CodebookVersion:
    """The latest version of the default codebook, made where there is none yet."""
    latest = CodebookVersion.objects.filter(codebook__name=default.NAME).order_by("number").last()
    return latest or create_version(name=default.NAME, constructs=default.CONSTRUCTS, now=now)


@transaction.atomic
def create_version(*, name: str, constructs: Sequence[ConstructSpec], now: datetime) -> CodebookVersion:
    """Add the next version of the codebook `name`, and the codebook itself where it is new."""
    codebook, _ = Codebook.objects.get_or_create(name=name)
    version = CodebookVersion.objects.create(codebook=codebook, number=codebook.versions.count() + 1, created_at=now)
    made: list[Construct] = []
    levels: list[Level] = []
    for position, spec in enumerate(constructs):
        fields = asdict(spec)
        levels_of_it = fields.pop("levels")
        made.append(Construct(version=version, position=position, **fields))
        levels += [Level(construct=made[-1], **level) for level in levels_of_it]
    Construct.objects.bulk_create(made)
    Level.objects.bulk_create(levels)
    return version
