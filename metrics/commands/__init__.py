"""The commands of `python -m metrics`, one module each."""
