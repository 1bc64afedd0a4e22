"""Commands that use the lobby of a server: accounts, collections, challenges, ladders."""
