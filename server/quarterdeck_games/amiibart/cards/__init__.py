"""The printed cards of Amiibart TCG: one file for each Element."""
