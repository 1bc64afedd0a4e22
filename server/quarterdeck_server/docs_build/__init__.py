"""Generators of files in the protocol folder: schemas, recorded examples, and the frames in PROTOCOL.md."""
