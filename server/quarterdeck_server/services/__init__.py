"""The services of one process, and their wiring."""
