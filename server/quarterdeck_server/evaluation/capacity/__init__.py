"""Capacity of machines: how much load one or several of them handle, and what the store and the lobby need."""
