"""Commands over the WebSocket. Each module carries out and answers the commands of one group of messages."""
