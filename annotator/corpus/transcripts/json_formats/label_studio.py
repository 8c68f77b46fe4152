"""Label Studio's JSON export: tasks that show a dialogue, or whose annotations transcribe regions of a sound."""

from annotator.corpus.transcripts.choosing import chosen
from annotator.corpus.transcripts.json_formats.label_studio_min import cues_of_short_form
from annotator.corpus.transcripts.json_formats.label_studio_regions import cues_of_regions, regions_of
from annotator.corpus.transcripts.json_formats.utterances import cues_of_utterances, listed_utterances
from annotator.corpus.transcripts.json_formats.values import JsonObject, as_id, as_object, objects_of
from annotator.corpus.transcripts.model import Cue, Reading, Remark, Tier, TranscriptRefused
from annotator.corpus.transcripts.options import ReadingOptions


def is_label_studio(document: object) -> bool:
    """Whether these are tasks: objects with `data` and `annotations` (or, older, `completions`), or the short form."""
    return any(
        (
            isinstance(task.get("data"), dict)
            and ("annotations" in task or "completions" in task or "predictions" in task)
        )
        or {"annotation_id", "annotator", "lead_time"} <= set(task)
        for task in _tasks(document)
    )


def read_label_studio(document: object, options: ReadingOptions) -> Reading:
    """Read one task, the first with speech unless another was chosen; labels stay behind.

    Raises:
        TranscriptRefused: no task holds a dialogue or transcribed regions.
    """
    remarks: list[Remark] = []
    tasks = _tasks(document)
    said = {name: cues for name, task in _named(tasks).items() if (cues := _cues(task, []))}
    if not said:
        message = (
            "This is a Label Studio export without a transcript: no task has a dialogue (a list with “text”) "
            "or regions of sound with text."
        )
        raise TranscriptRefused("no_turns", message)
    names = chosen(list(said), options, remarks, noun="task")
    if names is None:
        names = list(said)[:1]
        if len(said) > 1:
            message = (
                f"The export holds {len(said)} conversations; “{names[0]}” was read. Choose another if it is not that."
            )
            remarks.append(Remark("warning", "", message))
    tiers = tuple(Tier(name, len(cues), cues[0].text, name in names) for name, cues in said.items())
    cues = [cue for name in names for cue in _cues(_named(tasks)[name], remarks)]
    remarks.append(Remark("info", "", "Labels of the export are not imported; what was said is."))
    return Reading("label-studio", tuple(cues), tuple(remarks), tiers=tiers)


def _tasks(document: object) -> list[JsonObject]:
    return [document] if isinstance(document, dict) else objects_of(document)


def _named(tasks: list[JsonObject]) -> dict[str, JsonObject]:
    named: dict[str, JsonObject] = {}
    for place, task in enumerate(tasks, start=1):
        name = f"task {as_id(task.get('id')) or place}"
        named[f"{name} (entry {place})" if name in named else name] = task
    return named


def _cues(task: JsonObject, remarks: list[Remark]) -> list[Cue]:
    """What a task says: the regions that a person transcribed, or else the dialogue it shows."""
    answers = objects_of(task.get("annotations")) or objects_of(task.get("completions"))
    n_with_speech = 0
    read: list[Cue] = []
    for answer in answers:
        more: list[Remark] = []
        cues = [] if answer.get("was_cancelled") else cues_of_regions(regions_of(answer), more)
        n_with_speech += bool(cues)
        if cues and not read:
            read = cues
            remarks += more
    if n_with_speech > 1:
        message = f"{n_with_speech} people transcribed this task; the first one's text was read."
        remarks.append(Remark("warning", "", message))
    return read or cues_of_short_form(task, remarks) or _dialogue(task, remarks)


def _dialogue(task: JsonObject, remarks: list[Remark]) -> list[Cue]:
    # The short form has no `data`: what was shown and what was answered stand side by side.
    data = task["data"] if isinstance(task.get("data"), dict) else task
    lists = listed_utterances({key: value for key, value in as_object(data).items() if key != "annotations"})
    return cues_of_utterances(lists[0].entries, remarks) if lists else []
