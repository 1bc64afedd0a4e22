"""Frames of WebSockets: read, decoded, compressed, queued and sent."""
