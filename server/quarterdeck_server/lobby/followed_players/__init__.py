"""Following: the private lists of followed players, and the players who are online."""
