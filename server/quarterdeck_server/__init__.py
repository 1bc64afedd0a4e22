"""The server: matches, the lobby, the store, the web. `services.py` wires everything by hand."""
