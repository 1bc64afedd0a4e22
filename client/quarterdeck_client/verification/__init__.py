"""Checks of what a server claims: commitments recorded before the cards are dealt, chain links of a match, transcripts
and packs."""
