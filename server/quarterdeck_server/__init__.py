"""The server: matches, the lobby, the store, the web. `services/server_parts.py` wires everything by hand."""
