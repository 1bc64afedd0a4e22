"""The HTTP interface for requests without a WebSocket."""
