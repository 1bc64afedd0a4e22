"""The check of a client: a scripted server for each point."""
