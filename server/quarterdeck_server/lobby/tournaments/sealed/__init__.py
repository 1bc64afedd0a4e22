"""Sealed tournaments: packs that are opened for the event, and the decks from them."""
