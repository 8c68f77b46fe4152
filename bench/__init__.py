"""Benchmarks: how Attune's work compares with doing the same the plain way. Ratios count; seconds only orient."""
