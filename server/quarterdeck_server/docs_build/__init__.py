"""Generated parts of the protocol folder: schemas, recorded examples, the frames of PROTOCOL.md."""
