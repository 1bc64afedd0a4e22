"""What the protocol folder holds that is made from the code: schemas, recorded examples, the frames of PROTOCOL.md."""
