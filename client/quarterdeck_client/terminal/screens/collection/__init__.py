"""Screens about the player's cards, packs, trades and wishes."""
