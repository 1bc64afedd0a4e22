"""Amfibido, for two seats: draft a team, field it in three dojos, and win four rounds.

The rules are in `RULES.md`. In these modules `S3:n` cites line n of the published rules sheet, `AF-n` a ruling where it
is silent, and `AF fact n` the designer's later word.
"""
