"""The endings of files that an import takes, for choosing them. What a file is, its content tells."""

TRANSCRIPT_FORMATS = [
    "vtt", "srt", "sbv", "ttml", "dfxp", "xml", "ass", "ssa", "txt", "docx", "odt", "html", "htm", "csv", "tsv",
    "json", "jsonl", "eaf", "textgrid", "cha",
]  # fmt: skip
VIDEO_FORMATS = [
    *["mp4", "m4v", "mov", "mkv", "webm", "avi", "mpg", "mpeg", "mts", "ts", "wmv", "flv"],
    *["m4a", "wav", "mp3", "flac", "ogg"],  # Sound alone.
]
