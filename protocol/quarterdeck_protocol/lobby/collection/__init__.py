"""Messages about the copies of cards that accounts own: packs, trades, wish lists."""
