"""Which releases a withdrawal touches, who downloaded them, and the files of a download."""

from pathlib import Path

from django.db.models import QuerySet

from annotator.api.archives import File, files_below
from annotator.corpus.models import Person
from annotator.corpus.withdrawals import Affected, downloads_of, finds_affected
from annotator.releases.models import Release, ReleaseTurn

DOWNLOADED = "release.downloaded"


@finds_affected("releases")
def releases_holding(person: Person) -> list[Affected]:
    """The releases with turns of sessions in which the person was recorded, and who took copies of them."""
    held = releases_of(person).order_by("number").values_list("number", "pk")
    return [Affected(number, downloads_of({DOWNLOADED}, pk)) for number, pk in held]


def releases_of(person: Person) -> QuerySet[Release]:
    """The releases that hold turns of sessions in which the person was recorded."""
    sessions = person.sessions_as_client.all() | person.sessions_as_counsellor.all()
    held = ReleaseTurn.objects.filter(session__in=sessions.values("pk"))
    return Release.objects.filter(pk__in=held.values("release"))


def files_for(release: Release, *, with_frames: bool) -> list[File]:
    """The files of a release as one may take them. Without frames, which the manifest still lists, a note says so."""
    files = files_below(release.folder)
    if with_frames:
        return files
    note = Path(__file__).with_name("without-frames.txt")
    return [("WITHOUT-FRAMES.txt", note), *((name, path) for name, path in files if not name.startswith("frames/"))]
