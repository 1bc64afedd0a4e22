"""Commands over the WebSocket: one module for each group of messages, with the requests and answers of one
connection."""
