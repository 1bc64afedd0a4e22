"""Tables, at which players gather for a match, and the list of tables."""
