"""Sessions in which nobody is to be seen: a transcript alone, or a recording of sound alone."""

from django.db.models import Q

from annotator.corpus.models import Session
from annotator.studies.models import Study


def shows_nobody(session: str = "") -> Q:
    """The condition that `Session.has_picture` is false; `session` is the lookup from a row to its session."""
    recording = f"{session}__recording" if session else "recording"
    codec = f"{recording}__probe__video_codec"
    # A recording of sound alone says so by JSON's null, which is not the database's.
    return Q(**{f"{recording}__isnull": True}) | Q(**{f"{codec}__isnull": True}) | Q(**{codec: None})


def sessions_without_picture(study: Study) -> list[int]:
    """Those of the study, by their ids."""
    return list(Session.objects.filter(shows_nobody(), study=study).order_by("pk").values_list("pk", flat=True))
