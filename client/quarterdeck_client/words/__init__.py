"""Cards, collections, trades and standings in words, for terminals and commands."""
