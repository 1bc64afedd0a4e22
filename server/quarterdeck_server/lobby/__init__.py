"""Finding opponents, without any web or store."""
