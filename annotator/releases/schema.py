"""The columns of a release's Parquet files, from the study's codebook."""

from collections.abc import Sequence
from typing import Any

from annotator.codebooks.questionnaire import Question


def parquet_schema(questions: Sequence[Question]) -> Any:
    """The Arrow schema of a turn line. Numbers are doubles, since a label may be the mean of several raters."""
    import pyarrow as pa

    text, number = pa.string(), pa.int64()
    line = pa.struct([("role", text), ("text", text)])
    put_in = pa.struct([("role", text), ("start_ms", number), ("end_ms", number), ("text", text)])
    labels = [(each.key, text if each.construct.scale == "nominal" else pa.float64()) for each in questions]
    return pa.schema(
        [
            ("turn", text),
            ("session", text),
            ("client", text),
            ("position", number),
            ("start_ms", number),
            ("end_ms", number),
            ("plays_until_ms", number),
            ("words", text),
            ("backchannels", pa.list_(put_in)),
            ("reply", text),
            ("context", pa.list_(line)),
            ("frames", pa.list_(text)),
            ("frame_times_ms", pa.list_(number)),
            ("frame_indices", pa.list_(number)),
            ("frame_missing", text),
            ("face_box", pa.list_(pa.float64())),
            ("face_boxes", pa.list_(pa.list_(pa.float64()))),
            ("labels", pa.struct(labels)),
            ("label_origin", pa.struct([(each.key, text) for each in questions])),
            ("label_raters", pa.struct([(each.key, number) for each in questions])),
            ("split", text),
        ]
    )
