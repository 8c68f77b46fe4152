"""What was found in a transcript and how it was read, in and out of the API."""

import json
from typing import Any, get_args

from rest_framework import serializers

from annotator.corpus.api.clips import ClipOutput
from annotator.corpus.api.session_outputs import RemarkOutput
from annotator.corpus.models import Turn
from annotator.corpus.reading import options_of
from annotator.corpus.transcripts import ReadingOptions
from annotator.corpus.transcripts.options import JOIN_GAP_MS
from annotator.corpus.transcripts.table_times import TimeUnit

_MOST_COLUMNS = 1_000
_LONGEST_GAP_MS = 600_000
_LONGEST_SHIFT_MS = 172_800_000
_MOST_PARTS = 100


class SpeakerOutput(serializers.Serializer[Any]):
    name = serializers.CharField(help_text="As the file names them; empty where it does not.")
    n_turns = serializers.IntegerField()
    sample = serializers.CharField()
    guessed_role = serializers.ChoiceField(choices=Turn.Role.choices, allow_null=True)
    may_be_real_name = serializers.BooleanField(default=False)


class DraftBackchannelOutput(serializers.Serializer[Any]):
    speaker = serializers.CharField()
    start_ms = serializers.IntegerField()
    end_ms = serializers.IntegerField(allow_null=True)
    text = serializers.CharField()


class DraftTurnOutput(serializers.Serializer[Any]):
    position = serializers.IntegerField()
    speaker = serializers.CharField()
    start_ms = serializers.IntegerField(allow_null=True)
    end_ms = serializers.IntegerField(allow_null=True)
    clip = ClipOutput()
    text = serializers.CharField()
    backchannels = DraftBackchannelOutput(many=True)


class ColumnsField(serializers.Serializer[Any]):
    """Which column of a table is what, counted from 0; null where there is none."""

    text = serializers.IntegerField(min_value=0, max_value=_MOST_COLUMNS)
    speaker = serializers.IntegerField(min_value=0, max_value=_MOST_COLUMNS, allow_null=True, default=None)
    start = serializers.IntegerField(min_value=0, max_value=_MOST_COLUMNS, allow_null=True, default=None)
    end = serializers.IntegerField(min_value=0, max_value=_MOST_COLUMNS, allow_null=True, default=None)
    unit = serializers.ChoiceField(choices=get_args(TimeUnit), allow_null=True, default=None)
    has_header = serializers.BooleanField(default=True)
    conversation = serializers.IntegerField(
        min_value=0,
        max_value=_MOST_COLUMNS,
        allow_null=True,
        default=None,
        help_text="Which of several conversations a row belongs to.",
    )


class OptionsField(serializers.Serializer[Any]):
    """How a transcript is to be read; what is left out is guessed."""

    gap_ms = serializers.IntegerField(
        min_value=0,
        max_value=_LONGEST_GAP_MS,
        default=JOIN_GAP_MS,
        help_text="Cues of one speaker at most this far apart become one turn; 0 joins none.",
    )
    columns = ColumnsField(allow_null=True, default=None)
    tiers = serializers.ListField(child=serializers.CharField(), allow_null=True, default=None)
    backchannels_of = serializers.ListField(
        child=serializers.CharField(),
        default=list,
        help_text="Speakers whose short words inside another's turn are kept with it instead of splitting it.",
    )
    part = serializers.IntegerField(
        min_value=0,
        allow_null=True,
        default=None,
        help_text="Where the clock begins anew: the one part to read, 0 for the first; null reads all, one by one.",
    )
    part_starts_ms = serializers.ListField(
        child=serializers.IntegerField(min_value=-_LONGEST_SHIFT_MS, max_value=_LONGEST_SHIFT_MS),
        allow_null=True,
        default=None,
        max_length=_MOST_PARTS,
        help_text="Where the second part's clock begins on that of the first, and so on; null guesses.",
    )
    is_one_clock = serializers.BooleanField(
        default=False, help_text="Whether all times belong to one clock though they go back: all is sorted by them."
    )
    left_out = serializers.ListField(
        child=serializers.CharField(),
        default=list,
        help_text="What nobody can have said and is left out: the `where` of each.",
    )


class TableOutput(serializers.Serializer[Any]):
    header = serializers.ListField(child=serializers.CharField())
    rows = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    columns = ColumnsField(allow_null=True)


class TierOutput(serializers.Serializer[Any]):
    name = serializers.CharField()
    n_cues = serializers.IntegerField()
    sample = serializers.CharField()
    is_read = serializers.BooleanField()
    speaker = serializers.CharField(allow_null=True)


class PartOutput(serializers.Serializer[Any]):
    """One of several stretches, each on a clock of its own."""

    where = serializers.CharField()
    n_cues = serializers.IntegerField()
    first_ms = serializers.IntegerField(help_text="On its own clock, as `latest_ms`.")
    latest_ms = serializers.IntegerField()
    starts_ms = serializers.IntegerField(help_text="Where its clock begins on that of the first part.")
    sample = serializers.CharField()
    is_read = serializers.BooleanField()


class ImplausibleOutput(serializers.Serializer[Any]):
    """What nobody can have said."""

    where = serializers.CharField()
    kind = serializers.ChoiceField(choices=["fast", "repeated"])
    n_cues = serializers.IntegerField()
    n_words = serializers.IntegerField()
    start_ms = serializers.IntegerField(allow_null=True)
    end_ms = serializers.IntegerField(allow_null=True)
    sample = serializers.CharField()
    is_read = serializers.BooleanField()


class StretchOutput(serializers.Serializer[Any]):
    position = serializers.IntegerField(help_text="Of the turn that ends a gap, or begins an overlap.")
    from_ms = serializers.IntegerField()
    until_ms = serializers.IntegerField()


class BarOutput(serializers.Serializer[Any]):
    from_ms = serializers.IntegerField()
    until_ms = serializers.IntegerField(allow_null=True)
    n = serializers.IntegerField()


class FactsOutput(serializers.Serializer[Any]):
    """On the recording's clock, the offset added."""

    n_turns = serializers.IntegerField()
    n_untimed = serializers.IntegerField()
    n_without_end = serializers.IntegerField()
    n_before_start = serializers.IntegerField()
    n_past_end = serializers.IntegerField()
    first_ms = serializers.IntegerField(allow_null=True)
    last_ms = serializers.IntegerField(allow_null=True)
    n_gaps = serializers.IntegerField()
    gaps = StretchOutput(many=True, help_text="The longest silences between turns.")
    n_overlaps = serializers.IntegerField()
    overlaps = StretchOutput(many=True)
    lengths = BarOutput(many=True)


class ReadingOutput(serializers.Serializer[Any]):
    format = serializers.CharField()
    speakers = SpeakerOutput(many=True)
    turns = DraftTurnOutput(many=True)
    remarks = RemarkOutput(many=True)
    table = TableOutput(allow_null=True)
    tiers = TierOutput(many=True)
    parts = PartOutput(many=True, help_text="Where the clock begins anew; empty where it does not.")
    implausible = ImplausibleOutput(many=True, help_text="Those that were left out among them.")
    facts = FactsOutput()


def options_in_form(text: str) -> ReadingOptions:
    """The options that a form sends as JSON beside its files; an empty text is the defaults."""
    try:
        told = json.loads(text) if text else {}
    except ValueError as error:
        raise serializers.ValidationError({"options": ["This is not JSON."]}) from error
    form = OptionsField(data=told)
    if not form.is_valid():
        raise serializers.ValidationError({"options": form.errors})
    return options_of(form.validated_data)
