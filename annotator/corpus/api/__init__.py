"""Drafts, sessions, media and persons over HTTP."""
