"""Attune's web app: one Django app, one migration history, a folder for each domain."""
