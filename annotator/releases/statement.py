"""The data statement of a release: its README, which also tells `datasets` where the splits are."""

from collections import Counter
from datetime import datetime
from typing import Any

from django.utils import timezone

from annotator.agreement.constructs import INCONGRUENCE
from annotator.wording import counted, day_of

_HEADER = """---
pretty_name: "{title}"
configs:
- config_name: {config}
  data_files:
  - split: train
    path: splits/train.parquet
  - split: holdout
    path: splits/holdout.parquet
---
"""

_BODY = """# {title}

{turns} client turns from {sessions} counselling sessions, labelled for verbal-visual incongruence: whether words and
face agree. {train} turns are for training and {holdout} are held out, in whole sessions. {apart}

This file was written on {frozen_on}, when the release was frozen, and describes it as it was then.

## People
The {persons} people recorded appear under pseudonyms. On that day all of them consented to training on their sessions.
Consent can be withdrawn: ask the study before you use an older copy. Do not use these data to find out who somebody is
or to make a clinical judgement.

## Labels
Codebook: {codebook}. `label_origin` says where each label comes from and `label_raters` how many raters answered:

{origins}

Labels of incongruence by number of raters: {raters}.
`annotations.csv` holds what every rater said, without their reasons and comments, which are free text.

| incongruence | train | hold-out |
| --- | ---: | ---: |
{classes}

## Frames
{with_frame} turns come with what a model sees: {frame_rules}. {without_frame} have no frame, and `frame_missing` says
why. To find a frame in its recording: it is shown from `frame_times_ms` on, and `frame_indices` is its place, counted
from 0, among the pictures that a player shows. A turn's frames come from `start_ms` to `plays_until_ms`. Where the
transcript says only when it begins, `end_ms` is null and `plays_until_ms` is where the next turn begins.

## Interjections
{backchannels}

## Files
`turns.jsonl` and `turns.parquet` hold the same turns; `splits/` holds them by split, so that
`datasets.load_dataset(path)` loads both. `manifest.json` lists every file with its SHA-256, the sessions of each split,
and who approved the release. {approval}

## Limits
Context and replies are those of client and counsellor. What others said is left out, because nobody asked for their
consent. The labels are people's readings of a face in a recording, not facts about what somebody felt.
"""


_TWO_PEOPLES = "A release is approved by somebody else than the person who froze it."
_ONE_PERSONS = (
    "This study is one person's: whoever froze this release may also have approved it, and nobody else has checked it."
)


def statement(manifest: dict[str, Any], *, data_hash: str) -> str:
    """The README of the release that `manifest` describes, whose splits have this hash.

    `datasets` keeps what it has read by the names of folder and config: without the hash, another study's release of
    the same number would be taken for this one.
    """
    counts, codebook = manifest["counts"], manifest["codebook"]
    title = f"{manifest['study']}, release {manifest['number']}"
    classes = "\n".join(
        f"| {level} | {in_split['train']} | {in_split['holdout']} |"
        for level, in_split in counts["incongruence"].items()
    )
    body = _BODY.format(
        approval=_ONE_PERSONS if manifest["is_one_persons"] else _TWO_PEOPLES,
        apart=_describe_apart(manifest["counsellors_on_both_sides"]),
        title=title,
        frozen_on=day_of(timezone.localtime(datetime.fromisoformat(manifest["frozen_at"]))),
        codebook=f"{codebook['name']} {codebook['version']}",
        backchannels=_describe_backchannels(counts),
        origins=_describe_origins(manifest["labels"]),
        raters=_describe_raters(manifest["labels"]),
        frame_rules=_describe_rules(manifest["frame_rules"]),
        classes=classes,
        **{name: counts[name] for name in ("turns", "sessions", "train", "holdout", "with_frame", "without_frame")},
        persons=counts["persons"],
    )
    return _HEADER.format(title=title.replace('"', "'"), config=f"release-{data_hash[:12]}") + body


_ORIGINS = {
    "consensus": "the raters' consensus: the answer that most raters gave or, on scales of numbers, the mean of their "
    "ratings, corrected for raters who rate higher or lower than the others. At least {design} answered",
    "few_raters": "the answer of fewer raters than the study asks for ({design}), accepted by a lead with a reason. "
    "It is not a consensus. A number given by one rater alone is that rater's own",
    "decision": "decided by a lead, with a reason, because the raters tied or were far apart, or because an expert "
    "disagreed",
    "overruled": "decided by a lead, with a reason, against a consensus that nobody had disputed",
}


def _describe_origins(labels: dict[str, Any]) -> str:
    """One line for each way in which a label of this release came about, with how many came so."""
    totals = Counter[str]()
    for counts in labels["origins"].values():
        totals.update(counts)
    design = counted(labels["raters_per_turn"], "rater")
    described = {origin: text.format(design=design) for origin, text in _ORIGINS.items()}
    return "\n".join(
        f"- `{origin}` ({totals[origin]}): {text}." for origin, text in described.items() if totals[origin]
    )


def _describe_raters(labels: dict[str, Any]) -> str:
    counts: dict[str, int] = labels["raters"].get(INCONGRUENCE, {})
    described = [
        f"{n} from {'an unknown number of raters' if raters == 'unknown' else counted(int(raters), 'rater')}"
        for raters, n in counts.items()
    ]
    return ", ".join(described) or "none"


def _describe_rules(rules: list[dict[str, Any]]) -> str:
    """How many pictures were chosen by which rule."""
    if not rules:
        return "no recording has been looked at"
    return ", ".join(f"{each['frames']} by the rule `{each['name']}`, version {each['version']}" for each in rules)


def _describe_backchannels(counts: dict[str, Any]) -> str:
    """What was kept of a listener's short words, where it is found, and who sees it."""
    described = (
        "`words` and `reply` are what the speaker said, without what the listener put in meanwhile, such as “mhm”. "
        f"Such interjections: {counts['backchannels']}, in {counts['with_backchannels']} of the client turns. They are "
        "in `backchannels`, with their times. Raters saw and heard them. Prompts for training are made of `words`, "
        "`context` and `reply` and do not include them."
    )
    if left_out := counts["backchannels_left_out"]:
        described += f" Left out, by people who are neither client nor counsellor: {left_out}."
    return described


def _describe_apart(shared: list[str]) -> str:
    if not shared:
        return "Nobody is on both sides."
    return f"No client is on both sides; counsellors who are: {', '.join(shared)}."
