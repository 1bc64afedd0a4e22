"""The cards, decks and rule books of all games, as people search and read them."""
