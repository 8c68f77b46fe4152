"""Measures: arrays in, estimates out. No Django, no database; only the command line reads files."""
