"""Capacity of machines: how much load one or several of them can handle, and what the store and the lobby need."""
