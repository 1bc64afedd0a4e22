"""Text for cards, collections, trades and standings, used by the terminal client and the commands."""
