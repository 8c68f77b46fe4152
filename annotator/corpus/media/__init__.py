"""Recordings: probe, proxy, thumbnails, frames, faces. Files in, files out; no Django.

Time is media time: integer milliseconds from the start of the recording as a player shows it, whatever time stamp
its container begins with. Nothing is computed as frame number times a declared rate.
"""
