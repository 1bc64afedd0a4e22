"""Finished matches as data: transcripts with their signatures, and replays."""
