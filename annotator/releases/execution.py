"""Building a release: everything is gathered, written to a folder that appears when it is whole, and hashed."""

import json
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import prefetch_related_objects
from django.utils import timezone

from annotator.agreement.constructs import countable_questions
from annotator.codebooks.questionnaire import questionnaire_of
from annotator.corpus.models import Consent, Frame, Turn
from annotator.jobs.registry import Progress
from annotator.releases import folder as disk
from annotator.releases.content import annotation_rows, raters_of_labels, told_backchannels, turn_lines
from annotator.releases.croissant import croissant
from annotator.releases.models import Release, ReleaseTurn
from annotator.releases.plan import Plan, Split, plan_release, refuse_faults
from annotator.releases.schema import parquet_schema
from annotator.releases.statement import statement

FORMAT = "attune-release/1"

Json = dict[str, Any]


def build(progress: Progress, *, release_id: int) -> Json | None:
    """Write the release's folder and freeze the release. Begun again, it starts over; once frozen, it does nothing."""
    release = Release.objects.select_related("study__codebook_version__codebook", "frozen_by").get(pk=release_id)
    if release.state != Release.State.FREEZING:
        return None
    study = release.study
    progress.report(0.0, "Gathering turns, labels and consent")
    now = timezone.now()
    plan = plan_release(study, holdout_share=release.holdout_share, seed=release.seed, at=now)
    refuse_faults(plan)
    prefetch_related_objects(plan.eligible.turns, "frames")
    lines = list(turn_lines(study, plan.eligible.turns, holdout=plan.holdout))
    target = Path(settings.RELEASES_DIR) / study.slug / str(release.number)
    target.parent.mkdir(parents=True, exist_ok=True)
    with disk.whole_or_not_at_all(target) as building:
        progress.report(0.1, "Writing turns and annotations")
        disk.write_turns(building, lines, schema=parquet_schema(countable_questions(study)))
        disk.write_annotations(building, annotation_rows(plan.eligible.turns))
        frames = [frame for turn in plan.eligible.turns for frame in turn.shown_frames]
        disk.copy_frames(
            building, frames, on_progress=lambda share: progress.report(0.2 + 0.6 * share, "Copying frames")
        )
        progress.report(0.8, "Describing and hashing")
        manifest = _manifest(release, plan, lines, now=now)
        data_hash = disk.content_hash(disk.listed_files(building / "splits"))
        (building / "README.md").write_text(statement(manifest, data_hash=data_hash), encoding="utf-8")
        _write_croissant(building, manifest)
        manifest["files"] = disk.listed_files(building)
        manifest["content_hash"] = disk.content_hash(manifest["files"])
        disk.write_manifest(building, manifest)
    _freeze(release, manifest, plan, path=target, now=now)
    return {"turns": len(lines), "content_hash": manifest["content_hash"]}


def _manifest(release: Release, plan: Plan, lines: Sequence[Json], *, now: datetime) -> Json:
    """The manifest without the files, which are not all written yet."""
    study = release.study
    with_frame = sum(bool(line["frames"]) for line in lines)
    rules = _frame_rules(plan.eligible.turns)
    persons = {turn.session.client_id for turn in plan.eligible.turns}
    persons |= {turn.session.counsellor_id for turn in plan.eligible.turns if turn.session.counsellor_id}
    return {
        "format": FORMAT,
        "study": study.name,
        "number": release.number,
        "frozen_at": now.isoformat(),
        "frozen_by": release.frozen_by.username if release.frozen_by else None,
        "codebook": _codebook(study.codebook_version_id),
        "frame_rule": {key: rules[0][key] for key in ("name", "version")} if rules else None,
        "frame_rules": rules,
        "splits": {Split.TRAIN.value: plan.train, Split.HOLDOUT.value: plan.holdout},
        "split_by": "client" if plan.shared_counsellors else "person",
        "counsellors_on_both_sides": plan.shared_counsellors,
        "seed": release.seed,
        "holdout_share": release.holdout_share,
        "counts": {
            "turns": len(lines),
            Split.TRAIN.value: plan.n_train,
            Split.HOLDOUT.value: plan.n_holdout,
            "sessions": len(plan.train) + len(plan.holdout),
            "persons": len(persons),
            "with_frame": with_frame,
            "without_frame": len(lines) - with_frame,
            **_backchannels(plan.eligible.turns),
            "incongruence": {
                level: {split: counts[level] for split, counts in plan.classes.items()} for level in plan.levels
            },
            "excluded": plan.eligible.excluded,
        },
        "is_one_persons": study.is_one_persons,
        "labels": raters_of_labels(lines, design=study.raters_per_turn),
        "approvals": [],
        "consent": {"scopes": [Consent.Scope.TRAIN], "persons": len(persons)},
    }


def _backchannels(turns: Sequence[Turn]) -> Json:
    kept = [len(told_backchannels(turn)) for turn in turns]
    return {
        "with_backchannels": sum(n > 0 for n in kept),
        "backchannels": sum(kept),
        "backchannels_left_out": sum(len(turn.backchannels) for turn in turns) - sum(kept),
    }


def _frame_rules(turns: Sequence[Turn]) -> list[Json]:
    """By which rules the frames were chosen and how many by each, the most frequent first; a person's choice is last.

    A study that changed its rule, or a lead who chose some frames by hand, leaves more than one.
    """
    counts: Counter[tuple[str, int]] = Counter()
    for frame in (frame for turn in turns for frame in turn.frames.all()):
        counts[frame.rule, frame.rule_version] += bool(frame.path)
    ordered = sorted(counts.items(), key=lambda item: (item[0][0] == Frame.BY_HAND, -item[1], item[0]))
    return [{"name": name, "version": version, "frames": n} for (name, version), n in ordered]


def _codebook(version_id: int) -> Json:
    questionnaire = questionnaire_of(version_id)
    constructs = [
        {"key": question.key, "scale": question.construct.scale, "levels": list(question.levels)}
        for question in questionnaire.questions.values()
        if question.levels
    ]
    return {"name": questionnaire.name, "version": questionnaire.number, "constructs": constructs}


def _write_croissant(folder: Path, manifest: Json) -> None:
    description = croissant(
        name=f"{manifest['study']}, release {manifest['number']}",
        description="Client turns of counselling sessions, labelled for verbal-visual incongruence.",
        version=f"{manifest['number']}.0.0",
        published=manifest["frozen_at"][:10],
        parquet_sha256=disk.sha256_of(folder / "turns.parquet"),
    )
    (folder / "croissant.json").write_text(json.dumps(description, indent=2) + "\n", encoding="utf-8")


@transaction.atomic
def _freeze(release: Release, manifest: Json, plan: Plan, *, path: Path, now: datetime) -> None:
    release.state = Release.State.FROZEN
    release.path = str(path.relative_to(settings.RELEASES_DIR))
    release.manifest, release.counts = manifest, manifest["counts"]
    release.content_hash = manifest["content_hash"]
    release.frozen_at = now
    release.save(update_fields=["state", "path", "manifest", "counts", "content_hash", "frozen_at"])
    ReleaseTurn.objects.filter(release=release).delete()
    ReleaseTurn.objects.bulk_create(
        (
            ReleaseTurn(
                release=release,
                turn=turn,
                session=turn.session,
                split=Split.of(turn.session, holdout=plan.holdout),
            )
            for turn in plan.eligible.turns
        ),
        batch_size=500,
    )
