"""Freezing and approving releases. Nothing edits one."""

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from annotator.accounts.models import User
from annotator.agreement.jobs import ACCEPTING, FREEZING, job_going_on
from annotator.audit.services import record
from annotator.errors import DomainError
from annotator.jobs.services import start_job
from annotator.locks import locked
from annotator.releases import folder as disk
from annotator.releases.approvals import Approver
from annotator.releases.copies import HoldsWithdrawn
from annotator.releases.models import Approval, Release
from annotator.releases.plan import ReleaseHasFaults, fault_of
from annotator.releases.withdrawn import WITHOUT_THEM, withdrawn_part
from annotator.studies.models import Study
from annotator.studies.services import lock_study


class AlreadyFreezing(DomainError):
    code = "already_freezing"


class LabelsAreBeingMade(DomainError):
    code = "labels_are_being_made"


class NotFrozen(DomainError):
    code = "release_not_frozen"


class OwnRelease(DomainError):
    code = "own_release"


@transaction.atomic
def freeze_release(*, study: Study, holdout_share: float, seed: int, note: str, actor: User, now: datetime) -> Release:
    """Start freezing the next release of the study.

    Raises:
        LabelsAreBeingMade: the consensus is being accepted, and half of the labels would be missing.
        AlreadyFreezing: another one is being frozen, perhaps by the same click sent twice.
        ReleaseHasFaults: no release can be made of the study as it is.
    """
    lock_study(study)
    if going_on := next((each for each in study.releases.all() if each.state_now == Release.State.FREEZING), None):
        raise AlreadyFreezing(f"Release {going_on.number} is being frozen. Wait for it, or cancel it first.")
    if job_going_on(study, ACCEPTING):
        raise LabelsAreBeingMade("Gold labels are being made of the consensus right now. Wait until that is done.")
    if fault := fault_of(study, at=now):  # What the plan would say, without reading every turn while all wait.
        raise ReleaseHasFaults(fault.label)
    number = (study.releases.aggregate(latest=Max("number"))["latest"] or 0) + 1
    release = Release.objects.create(
        study=study,
        number=number,
        note=note,
        seed=seed,
        holdout_share=holdout_share,
        frozen_by=actor,
        frozen_at=now,
    )
    release.job = start_job(
        kind=FREEZING,
        arguments={"release_id": release.pk},
        title=f"Freezing release {number}",
        study=study,
        started_by=actor,
        now=now,
    )
    release.save(update_fields=["job"])
    text = f"Release {number} was asked for, hold-out {holdout_share * 100:g} %, seed {seed}"
    record(actor=actor, action="release.frozen", text=text, study=study, target=release, at=now)
    return release


@transaction.atomic
def approve_release(*, release: Release, actor: User, now: datetime) -> Release:
    """Approve a frozen release, and write the approval into its manifest. Its content hash stays.

    Raises:
        NotFrozen: it is being frozen, failed, or approved already.
        HoldsWithdrawn: it could not be trained on.
        OwnRelease: somebody else can and must look at it.
    """
    lock_study(release.study)  # Whether one person is enough is decided by its present design.
    release = locked(Release.objects.select_related("study"), release)
    if release.state != Release.State.FROZEN or release.manifest is None:
        raise NotFrozen(f"Release {release.number} is {release.state_now}; only a frozen release can be approved.")
    if (withdrawn := withdrawn_part(release, at=now)).turns:
        raise HoldsWithdrawn(f"Release {release.number} holds {withdrawn}. {WITHOUT_THEM}")
    approver = Approver.of(actor, release)
    if reason := approver.why_not:
        raise OwnRelease(reason)
    approval = Approval.objects.create(
        release=release,
        approved_by=actor,
        approved_by_name=actor.name,
        role=approver.role,
        is_alone=approver.is_alone,
        approved_at=now,
    )
    entry = {"by": actor.username, "role": approval.role, "at": now.isoformat(), "alone": approval.is_alone}
    release.manifest = {**release.manifest, "approvals": [*release.manifest["approvals"], entry]}
    release.state = Release.State.APPROVED
    release.save(update_fields=["manifest", "state"])
    disk.write_manifest(release.folder, release.manifest)
    alone = ", alone, in a study of one person" if approval.is_alone else ""
    text = f"Release {release.number} was approved{alone}"
    record(actor=actor, action="release.approved", text=text, study=release.study, target=release, at=now)
    return release


def refuse_unfrozen(release: Release) -> None:
    """Raises NotFrozen where the release is not on the disk."""
    if release.manifest is None:
        raise NotFrozen(f"Release {release.number} is {release.state_now}; there is nothing to take yet.")
