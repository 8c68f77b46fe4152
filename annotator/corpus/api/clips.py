"""Where a turn plays, as every page gets it."""

from typing import Any, get_args

from rest_framework import serializers

from annotator.corpus.clips import ClipState


class ClipOutput(serializers.Serializer[Any]):
    """The stretch of the recording that belongs to a turn, or why there is none."""

    state = serializers.ChoiceField(
        choices=get_args(ClipState),
        help_text="Without an end it plays to where the next turn begins; of no length, there is a moment to go to.",
    )
    from_ms = serializers.IntegerField(allow_null=True, help_text="Null where no moment of the recording is known.")
    until_ms = serializers.IntegerField(allow_null=True, help_text="Null where nothing says when to stop.")
