"""Appeals of players against rulings of directors."""
