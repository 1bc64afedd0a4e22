"""Checks of what a server claims: notes before a deal, links of a match, transcripts and packs."""
