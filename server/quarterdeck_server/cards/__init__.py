"""The cards, decks and rule books of all games, in the form in which people search and read them."""
