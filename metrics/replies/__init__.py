"""Measures of a counsellor's reply: markers, uptake, length and order, never a model."""
