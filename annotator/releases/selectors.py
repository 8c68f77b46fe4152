"""What holds what: withdrawn turns in releases, releases that a withdrawal touches, who downloaded them."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from annotator.api.archives import files_below
from annotator.audit.models import Entry
from annotator.corpus.consent import consenting_turns
from annotator.corpus.models import Consent, Person, Turn
from annotator.corpus.withdrawals import AffectedRelease, Download, finds_affected_releases
from annotator.releases.models import Release

DOWNLOADED = "release.downloaded"


def withdrawn_counts(releases: Sequence[Release], *, at: datetime) -> dict[int, int]:
    """How many turns of each release nobody may train on any more, by the release's id."""
    counts: dict[int, int] = {}
    for release in releases:
        held = Turn.every.filter(pk__in=release.turns.values("turn"))
        counts[release.pk] = held.count() - consenting_turns(held, Consent.Scope.TRAIN, at=at).count()
    return counts


@finds_affected_releases
def releases_holding(person: Person) -> list[AffectedRelease]:
    """The releases with turns of sessions in which the person was recorded, and who took copies of them."""
    sessions = person.sessions_as_client.all() | person.sessions_as_counsellor.all()
    held = Release.objects.filter(study=person.study, turns__session__in=sessions.values("pk")).distinct()
    return [AffectedRelease(release.number, _downloads(release)) for release in held.order_by("number")]


def _downloads(release: Release) -> list[Download]:
    entries = Entry.objects.filter(action=DOWNLOADED, target_kind="release", target_id=str(release.pk)).order_by("at")
    return [Download(entry.actor_name, entry.at) for entry in entries]


def files_for(release: Release, *, with_frames: bool) -> list[tuple[str, Path]]:
    """The files of a release as one may take them. Without frames, which the manifest still lists, a note says so."""
    files = files_below(release.folder)
    if with_frames:
        return files
    note = Path(__file__).with_name("without-frames.txt")
    return [("WITHOUT-FRAMES.txt", note), *((name, path) for name, path in files if not name.startswith("frames/"))]
