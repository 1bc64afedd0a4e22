"""Answers and refusals that exist only over plain HTTP, not over the WebSocket."""
