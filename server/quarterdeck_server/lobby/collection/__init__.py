"""The collection: which copies of which cards an account owns, how they come, move and go."""
