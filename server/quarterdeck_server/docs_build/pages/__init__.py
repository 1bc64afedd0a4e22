"""The served documents: HTML pages below `/docs`, one for each topic, and the index of their search."""
