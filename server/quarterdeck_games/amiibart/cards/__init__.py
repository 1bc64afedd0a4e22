"""What is printed on the cards: one file per Element."""
