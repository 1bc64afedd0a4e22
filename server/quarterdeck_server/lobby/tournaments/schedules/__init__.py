"""Schedules: tournaments that are made again each week."""
