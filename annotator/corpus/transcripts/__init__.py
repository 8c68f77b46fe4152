"""Transcripts as they come from outside: bytes in, turns and remarks out; no Django, nothing stored."""

from annotator.corpus.transcripts.columns import Columns
from annotator.corpus.transcripts.model import (
    Backchannel,
    Implausible,
    Part,
    Remark,
    Severity,
    Table,
    Tier,
    Transcript,
    TranscriptRefused,
    Turn,
)
from annotator.corpus.transcripts.options import ReadingOptions
from annotator.corpus.transcripts.reading import read_transcript
from annotator.corpus.transcripts.roles import Role, guess_roles

__all__ = [
    "Backchannel",
    "Columns",
    "Implausible",
    "Part",
    "ReadingOptions",
    "Remark",
    "Role",
    "Severity",
    "Table",
    "Tier",
    "Transcript",
    "TranscriptRefused",
    "Turn",
    "guess_roles",
    "read_transcript",
]
