"""The data statement of a release: its README, which also tells `datasets` where the splits are."""

from collections import Counter
from typing import Any

from annotator.agreement.constructs import INCONGRUENCE

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

{turns} client turns of {sessions} counselling sessions, labelled for verbal-visual incongruence: whether words and face
agree. {train} turns are for training; {holdout} are held out, in whole sessions. {apart}

## People
{persons} recorded people, under pseudonyms, consented to training on their sessions. Nothing here may be used to find
out who they are, or for a clinical judgement.

## Labels
Codebook: {codebook}. `label_origin` says where each label comes from, `label_raters` how many raters answered:

{origins}

Of the labels of incongruence {raters}.
`annotations.csv` holds what every rater said; reasons and comments in free text stayed behind.

| incongruence | train | hold-out |
| --- | ---: | ---: |
{classes}

## Frames
{with_frame} turns have what a model sees: {frame_rules}. {without_frame} have none, and `frame_missing` says why.
A frame can be found in its recording again: it is shown from `frame_times_ms` on and is the picture `frame_indices`,
counted from 0, of those that a player shows.

## Interjections
{backchannels}

## Files
`turns.jsonl` and `turns.parquet` hold the same turns; `splits/` holds them by split, so that
`datasets.load_dataset(path)` gives both. `manifest.json` lists every file with its SHA-256, the sessions of each split,
and who approved the release. {approval}

## Limits
Context and replies are those of client and counsellor; what others said is left out, for nobody asked them. The labels
are people's readings of a face in a recording, not facts about what somebody felt.
"""


_TWO_PEOPLES = "A second person approves what one has frozen."
_ONE_PERSONS = (
    "This is a study of one person: whoever froze this release may have approved it themselves, and no second person "
    "has looked at it."
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
    "consensus": "the raters' consensus: the answer that most raters gave, or on scales of numbers their mean, after "
    "taking out how far each rater lies above or below the others. {design} or more raters answered",
    "few_raters": "the same of fewer raters, of one alone perhaps, which a lead accepted with a reason. It is nobody's "
    "consensus",
    "decision": "a lead's decision, with a reason, where the raters tied or lay far apart or an expert disagreed",
    "overruled": "a lead's decision, with a reason, otherwise than a consensus that nobody disputed",
}


def _describe_origins(labels: dict[str, Any]) -> str:
    """One line for each way in which a label of this release came about, with how many came so."""
    totals = Counter[str]()
    for counts in labels["origins"].values():
        totals.update(counts)
    told = {origin: text.format(design=labels["raters_per_turn"]) for origin, text in _ORIGINS.items()}
    return "\n".join(f"- `{origin}` ({totals[origin]}): {text}." for origin, text in told.items() if totals[origin])


def _describe_raters(labels: dict[str, Any]) -> str:
    counts: dict[str, int] = labels["raters"].get(INCONGRUENCE, {})
    told = [
        f"{n} {'rests' if n == 1 else 'rest'} on {raters if raters != 'unknown' else 'an unknown number of'} "
        f"rater{'' if raters == '1' else 's'}"
        for raters, n in counts.items()
    ]
    return ", ".join(told) or "there is none"


def _describe_rules(rules: list[dict[str, Any]]) -> str:
    """How many pictures were chosen by which rule."""
    if not rules:
        return "no recording has been looked at"
    return ", ".join(f"{each['frames']} by the rule `{each['name']}`, version {each['version']}" for each in rules)


def _describe_backchannels(counts: dict[str, Any]) -> str:
    """What was kept of a listener's short words, where it stands, and who sees it."""
    told = (
        "`words` and `reply` are what their speaker said, without what the listener put in meanwhile, such as “mhm”. "
        f"There are {counts['backchannels']} in {counts['with_backchannels']} of the client turns: they stand in "
        "`backchannels` with their times. Raters saw and heard them; prompts for training are made of `words`, "
        "`context` and `reply` and do not show them."
    )
    if left_out := counts["backchannels_left_out"]:
        told += f" {left_out} of people who are neither client nor counsellor stayed behind."
    return told


def _describe_apart(shared: list[str]) -> str:
    if not shared:
        return "Nobody recorded is on both sides."
    return f"No client is on both sides; counsellors who are: {', '.join(shared)}."
