"""The server: matches, the lobby, the store, the web. `app.py` wires everything by hand."""
