"""Opponents of the house: they see what a player sees."""
