"""WebSocket frames: reading, decoding, compressing, queueing and sending."""
