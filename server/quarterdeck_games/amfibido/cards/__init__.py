"""The cards: a file for each level, one for the sensei, and the deck list."""
