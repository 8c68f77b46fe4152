"""What a run came to, in sentences: how it ranks, what it calls, and whether its replies can be used.

A figure alone flatters: a model that ranks turns well may still call every one of them the same.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from annotator.agreement.constructs import INCONGRUENCE
from annotator.codebooks.questionnaire import questionnaire_of
from annotator.evaluations import figures
from annotator.runs.models import Run
from annotator.wording import bounds, coefficient, counted, listed, percent
from training.config import BASE_NAMES

Json = dict[str, Any]

COMPOSITE = "pct_composite"
DEMONSTRATION = (
    f"“{BASE_NAMES['tiny']}” is a demonstration model that learns in minutes on any computer. Its figures show how "
    "Attune works; they are not a research result."
)
FEATURE_NAMES = {
    "log_words_a_turn": "words a turn",
    "log_words_to_client_words": "the counsellor’s words against the client’s",
    "share_of_turns_with_question": "turns with a question",
    "questions_a_turn": "questions a turn",
    "share_of_words_you": "how often “you” is said",
    "share_of_words_i": "how often “I” is said",
    "share_of_words_advice": "words of advice",
}
_ALTERED = {
    "stuffed": "replies stuffed with marker words",
    "shuffled": "replies with their words shuffled",
    "other_subject": "replies on another subject",
}


@dataclass(frozen=True)
class Conclusion:
    """`headline` says how it ranks, what it calls and what its replies are not; `sentences` are read with it."""

    tone: Literal["calm", "warn"]
    headline: str
    sentences: tuple[str, ...]


def conclusion_of(run: Run, found: Json) -> Conclusion:
    """What to say of a run that was scored."""
    detection = figures.detection(found)
    calls = _calls(found, _labels(run))
    headline, is_good = _ranking(detection.get("auroc"), calls)
    usable, replies = _replies(found)
    sentences = (
        _auroc(detection.get("auroc")),
        replies,
        DEMONSTRATION if run.is_demonstration else "",
    )
    return Conclusion(
        tone="calm" if is_good and not replies and not run.is_demonstration else "warn",
        headline=f"{headline} {usable}".strip(),
        sentences=tuple(filter(None, sentences)),
    )


def threshold_sentence(found: Json) -> str:
    """Where the threshold of F1 and MCC comes from, or why there is none."""
    detection = found["detection"]
    if "threshold" not in detection:
        return ""
    if "development" not in detection:
        return (
            "F1 and MCC use a threshold chosen on the very turns that the model was trained on, which flatters it. "
            "Runs started now choose it on clients set aside."
        )
    if detection["threshold"] is None:
        return f"F1 and MCC are not given: {detection['why_no_threshold']}."
    aside = detection["development"]
    turns, clients = counted(aside["turns"], "turn"), counted(aside["clients"], "client")
    return (
        f"F1 and MCC use the threshold {coefficient(detection['threshold'])}, chosen on {turns} of {clients} set "
        f"aside from training ({', '.join(aside['sessions'])})."
    )


def range_sentence(found: Json) -> str:
    """How much of what the judge of empathy scored lies outside what it was fitted on."""
    check = figures.range_check(found)
    if check is None:
        return "How far these sessions lie outside what the judge was fitted on was not recorded."
    if not check["n_judged"]:
        return ""
    if not check["n_outside"]:
        return "All features of these sessions lie within the range that the judge was fitted on."
    names = [FEATURE_NAMES.get(name, name) for name, count in check["features"].items() if count]
    return (
        f"In {check['n_outside']} of {counted(check['n_judged'], 'session')}, features lie outside the range that the "
        f"judge was fitted on, on average {check['mean_outside']:.1f} of {check['n_features']} ({', '.join(names)}). "
        "They are cut to that range, so read these scores with caution."
    )


def _ranking(auroc: Json | None, calls: str) -> tuple[str, bool]:
    """The headline, and whether nothing speaks against the run."""
    if auroc is None or auroc["value"] is None:
        return "Detection could not be scored.", False
    if auroc["low"] is None:
        too_few = f"Too few held-out {auroc['resampled']}s to say how far this can be trusted"
        return f"{too_few}{', and it ' + calls if calls else ''}.", False
    if auroc["low"] > 0.5:
        ranks = "Ranks incongruent turns above the others better than chance"
        return f"{ranks}, but {calls}." if calls else f"{ranks}.", not calls
    ranks = "Not clearly better than chance at ranking turns"
    return f"{ranks}, and it {calls}." if calls else f"{ranks}.", False


def _calls(found: Json, labels: Mapping[str, str]) -> str:
    """What is odd about the types that the model calls; empty where nothing is."""
    types = found["detection"].get("types")
    if not types:
        return ""
    confusion = types["confusion"]  # A row for each label of people, a column for each call of the model.
    called = {level: sum(row[place] for row in confusion) for place, level in enumerate(types["levels"])}
    given = {level: sum(row) for level, row in zip(types["levels"], confusion, strict=True)}
    used = [level for level, n in called.items() if n]
    if len(used) == 1 and sum(n > 0 for n in given.values()) > 1:
        return f"calls every turn “{labels.get(used[0], used[0])}”"
    never = [f"“{labels.get(level, level)}”" for level, n in called.items() if not n and given[level]]
    return f"never says {' or '.join(never)}" if never else ""


def _auroc(auroc: Json | None) -> str:
    if auroc is None or auroc["value"] is None:
        return f"AUROC: {auroc['why_undefined']}." if auroc else ""
    if auroc["low"] is None:
        return f"AUROC {coefficient(auroc['value'])}; no interval: {auroc['why_no_interval']}."
    return f"AUROC {coefficient(auroc['value'])}, 95 % interval {bounds(auroc['low'], auroc['high'])}."


def _replies(found: Json) -> tuple[str, str]:
    """Why its replies cannot be used, for the headline and with the figures; both empty where nothing is known."""
    model = found["replies"]["model"]
    mean = model.get("means", {}).get(COMPOSITE)
    if mean is None or mean["value"] is None:
        why = mean["why_undefined"] if mean else model.get("why_undefined", "no reply was scored")
        return "", f"Its replies could not be scored: {why}."
    beats = model["guards"]["real_beats"]
    untold = [
        f"{words} ({percent(share['value'])} of pairs)"
        for name, words in _ALTERED.items()
        if (share := beats.get(name, {}).get(COMPOSITE)) and not _tells(share)
    ]
    if untold:
        return (
            "Its replies cannot be called usable: the metrics do not tell real replies from altered ones.",
            f"The PCT composite does not reliably rank counsellors’ own replies above {listed(untold, by='or')}.",
        )
    ceiling = model["guards"]["mimicry_ceiling"].get(COMPOSITE)
    if ceiling and ceiling["value"] is not None and mean["value"] <= ceiling["value"]:
        return (
            "Its replies are not usable: by the metrics, a random counsellor’s reply does at least as well.",
            "PCT composite of a counsellor’s reply from another session against its own: "
            f"{coefficient(ceiling['value'])} against {coefficient(mean['value'])}.",
        )
    return "", ""


def _tells(share: Json) -> bool:
    """Whether the real reply wins in more than half of the pairs, by the interval where there is one."""
    bound = share["value"] if share["low"] is None else share["low"]
    return bound is not None and bound > 0.5


def _labels(run: Run) -> dict[str, str]:
    """The study's words for the levels of incongruence."""
    question = questionnaire_of(run.release.study.codebook_version_id).questions.get(INCONGRUENCE)
    return {str(key): level.label for key, level in question.levels.items()} if question else {}
