"""The documents that the server shows: HTML pages below `/docs`, one for each topic, and a search index."""
