"""The Swiss system: the Dutch system of a library, and a matching for more players than it can pair."""
