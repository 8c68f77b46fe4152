"""Transcripts written as JSON: one module a shape, each told by its keys once the file is parsed."""
