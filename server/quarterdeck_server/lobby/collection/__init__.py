"""Collections of cards: which copies of which cards an account owns, and how these copies are created, moved and
destroyed."""
