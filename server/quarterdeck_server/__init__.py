"""The server: matches, the lobby, the store and the web interface. `services/server_parts.py` connects all services."""
